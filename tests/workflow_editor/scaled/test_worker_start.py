"""A worker reports a database that fails, and nothing when it starts beside the first migration."""

import logging

import pytest
from django.db import OperationalError, ProgrammingError

from workflow_editor.scaled import worker


@pytest.mark.parametrize(
    ("error", "warns"),
    [
        (ProgrammingError('relation "agents_modelprovider" does not exist'), False),
        (OperationalError("the connection was closed"), True),
    ],
    ids=["no tables yet", "no connection"],
)
def test_only_a_failing_database_is_reported(
    error: Exception, warns: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(worker, "models_get_ready", fail)
    with caplog.at_level(logging.INFO):
        worker._prepare_models()
    assert [record.levelname for record in caplog.records] == ["WARNING"] * warns
