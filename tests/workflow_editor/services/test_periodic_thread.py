"""A round of periodic work that fails is reported, and the next one comes."""

import logging

import pytest
from django.db import OperationalError

from workflow_editor.periodic.thread import PeriodicThread


class _Rounds(PeriodicThread):
    title = "rounds"
    failed = "The round failed"
    first_after_s = after_failure_s = 0.0

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.errors = list(errors)

    def tick(self) -> float:
        if self.errors:
            raise self.errors.pop(0)
        self.stop()
        return 0.0


@pytest.mark.django_db
def test_failed_rounds_are_not_the_last_ones(caplog: pytest.LogCaptureFixture) -> None:
    thread = _Rounds(OperationalError("database is locked"), ZeroDivisionError("a mistake"))
    with caplog.at_level(logging.WARNING):
        thread.run()
    assert thread.errors == []
    messages = [(record.getMessage(), bool(record.exc_info)) for record in caplog.records]
    assert messages == [("The round failed: database is locked", False), ("The round failed: a mistake", True)]
