"""Waits for a duration end when the wall clock or the uptime reaches it, whichever comes first, and never too early."""

import itertools
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import graph
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.conftest import SetClock
from workflow_editor.models import Run, Uptime, Wait
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits import due
from workflow_editor.services.runs.waits.uptime import LONGEST_BEAT_S, STORED_EVERY_S, Heartbeat

HOURS = timedelta(hours=5)
LATE_S = LONGEST_BEAT_S + STORED_EVERY_S


class Steady:
    """A clock that only grows, by what a test says."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Steady:
    clock = Steady()
    monkeypatch.setattr(due, "heartbeat", Heartbeat(clock))
    return clock


def waiting(alice: User, queue: TaskQueue, config: dict[str, Any], type_: str = "delay") -> Run:
    document = graph([node("start", "start"), node("pause", type_, config)], [edge("start", "pause")])
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    queue.run_all()
    run.refresh_from_db()
    assert run.status == "waiting"
    return run


def tick(steady: Steady, queue: TaskQueue, seconds: float, every_s: float = 1.0) -> None:
    for _ in range(int(seconds / every_s)):
        steady.now += every_s
        process_due_work()
    queue.run_all()


def status(run: Run) -> str:
    run.refresh_from_db()
    return str(run.status)


WAITS = [
    ("delay", {"seconds": 60}),
    ("approval", {"title": "May I?", "timeoutS": 60}),
    ("form", {"title": "Fill in", "timeoutS": 60, "fields": [{"name": "x", "type": "text", "title": "X"}]}),
]


@pytest.mark.parametrize(("type_", "config"), WAITS, ids=[row[0] for row in WAITS])
def test_a_clock_that_is_set_back_prolongs_no_duration(
    alice: User, queue: TaskQueue, steady: Steady, set_clock: SetClock, type_: str, config: dict[str, Any]
) -> None:
    run = waiting(alice, queue, config, type_)
    set_clock(-HOURS)
    tick(steady, queue, 59)
    assert status(run) == "waiting"
    tick(steady, queue, LATE_S + 2)
    assert status(run) != "waiting"


def test_the_clock_that_people_set_ends_it_on_time(
    alice: User, queue: TaskQueue, steady: Steady, set_clock: SetClock
) -> None:
    run = waiting(alice, queue, {"seconds": 60})
    set_clock(timedelta(seconds=61))
    tick(steady, queue, 1)
    assert status(run) == "succeeded"


def test_a_moment_is_a_matter_of_the_clock_that_people_set(
    alice: User, queue: TaskQueue, steady: Steady, set_clock: SetClock
) -> None:
    run = waiting(alice, queue, {"mode": "until", "until": "2099-01-01T00:00:00Z"})
    tick(steady, queue, 500)
    assert (status(run), Uptime.objects.count()) == ("waiting", 0)


@pytest.mark.parametrize("idle_s", [0, 1, 60, 100_000])
@pytest.mark.parametrize("stalled_s", [1, 30, 5_000])
def test_nothing_ends_too_early_however_the_beats_come(
    alice: User, queue: TaskQueue, steady: Steady, set_clock: SetClock, idle_s: int, stalled_s: int
) -> None:
    """Before it begins nothing beats for long; then two processes beat, and one of them pauses for a while."""
    steady.now += idle_s
    process_due_work()
    steady.now += stalled_s
    run = waiting(alice, queue, {"seconds": 60})
    set_clock(-HOURS)
    other, begun = Heartbeat(steady), steady.now
    for step in itertools.count():
        steady.now += 0.5 if step % 3 else 1.5
        other.beat()
        process_due_work()
        if not Wait.objects.filter(answered_at=None).exists():
            break
        assert steady.now < begun + 60 + LATE_S + 3
    assert steady.now >= begun + 60
    queue.run_all()
    assert status(run) == "succeeded"


def test_what_waits_survives_a_restart_that_counts_on(
    alice: User, queue: TaskQueue, steady: Steady, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = waiting(alice, queue, {"seconds": 60})
    set_clock(-HOURS)
    tick(steady, queue, 40)
    steady.now = 3.0
    monkeypatch.setattr(due, "heartbeat", Heartbeat(steady))
    tick(steady, queue, 10)
    assert status(run) == "waiting"
    tick(steady, queue, 10 + LATE_S + STORED_EVERY_S + 2)
    assert status(run) == "succeeded"
