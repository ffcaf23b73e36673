"""Start-up: executors are registered, and a hole in the registry keeps the server from starting."""

from io import StringIO

import pytest
from django.core.checks import run_checks
from django.core.management import call_command

from tools import checks
from tools.executors.registry import Registry, registry


def test_the_registered_executors_are_whole() -> None:
    assert run_checks(tags=["tools"]) == []


def test_a_ui_type_without_an_executor_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    holed = Registry()
    for executor in registry:
        if "xiaohongshu" not in {item.ui_type for item in executor.ui_tools}:
            holed.register(executor)
    monkeypatch.setattr(checks, "registry", holed)
    errors = run_checks(tags=["tools"])
    assert [(error.id, error.is_serious()) for error in errors] == [("tools.E001", True)]
    assert "xiaohongshu" in errors[0].msg


def test_problems_of_the_registry_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Registry, "problems", lambda self: ["a: shares the function name with b"])
    assert [error.id for error in run_checks(tags=["tools"])] == ["tools.E002"]


@pytest.mark.django_db
def test_migrations_are_complete() -> None:
    call_command("makemigrations", "tools", check=True, dry_run=True, stdout=StringIO())
