"""Answering parts are ready; hanging or failing ones are not, in bounded time and at a bounded cost."""

import threading
from collections.abc import Iterator
from functools import partial
from operator import ne

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from rest_framework.test import APIClient

from workflow_editor.adapters.process import readiness as readiness_module
from workflow_editor.adapters.process.readiness import Readiness
from workflow_editor.api.views import health

PARTS = ("database", "broker", "channel_layer", "worker")


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Ends the checks that hang; nobody waits longer than a moment for those."""
    monkeypatch.setattr(readiness_module, "ANSWERS_WITHIN_S", 0.2)
    event = threading.Event()
    yield event
    event.set()


def fails() -> bool:
    raise OSError("refused")


def test_each_part_is_reported_by_itself_and_a_check_that_hangs_delays_nobody(release: threading.Event) -> None:
    readiness = Readiness({"good": lambda: True, "gone": lambda: False, "broken": fails, "hangs": release.wait})
    assert readiness.parts() == {"good": True, "gone": False, "broken": False, "hangs": False}


def test_a_check_that_hangs_is_asked_once_and_counts_when_it_answers(release: threading.Event) -> None:
    asked = []

    def hangs() -> bool:
        asked.append(1)
        return release.wait(60)

    readiness = Readiness({"hangs": hangs})
    for _ in range(5):
        assert readiness.parts() == {"hangs": False}
    assert len(asked) == 1
    release.set()
    assert readiness.parts() == {"hangs": True}


def test_an_answer_is_good_for_a_while_and_then_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [True, False]
    readiness = Readiness({"part": lambda: answers.pop(0)})
    monkeypatch.setattr(readiness_module, "KEPT_S", 600.0)
    assert [readiness.parts()["part"] for _ in range(100)] == [True] * 100
    readiness = Readiness({"part": lambda: answers.pop(0)})
    assert not readiness.parts()["part"]


@pytest.mark.parametrize("failed", [None, *PARTS])
def test_the_answer_names_each_part(
    anonymous_api: APIClient, monkeypatch: pytest.MonkeyPatch, failed: str | None
) -> None:
    monkeypatch.setattr(health, "readiness", Readiness({name: partial(ne, name, failed) for name in PARTS}))
    answer = anonymous_api.get("/api/health/ready/")
    assert answer.status_code == (503 if failed else 200)
    assert answer.json() == {
        "status": "not_ready" if failed else "ready",
        "parts": {name: "failed" if name == failed else "ok" for name in PARTS},
    }


def test_the_process_lives_whatever_else_is_down() -> None:
    """Without the fixture of the database any use of it fails."""
    assert APIClient().get("/api/health/").json() == {"status": "ok"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["0001_initial", "9999_of_tomorrow"])
def test_a_database_of_another_version_is_not_ready(name: str) -> None:
    """Without its first migration it has no tables for us; with one that we do not know, it is a newer version's."""
    applied = MigrationRecorder(connection)
    (applied.record_unapplied if name == "0001_initial" else applied.record_applied)("workflow_editor", name)
    assert not readiness_module._Database()()


@pytest.mark.django_db
def test_a_migrated_database_is_ready() -> None:
    assert readiness_module._Database()()
