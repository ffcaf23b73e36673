"""Makes a tool type one with code still to be written."""

import pytest

from tools.executors.registry import registry


def take_code_away(monkeypatch: pytest.MonkeyPatch, ui_type: str) -> None:
    """Leave the form of the type, and nothing that can be called, for the time of a test."""
    found = registry.for_ui_type(ui_type)
    assert found is not None
    monkeypatch.setattr(type(found[0]), "implemented", False)
