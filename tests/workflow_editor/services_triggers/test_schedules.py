"""Due times start once, also after the clock or the server paused."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.services_triggers.conftest import PublishTrigger, pauses_in_inbox
from workflow_editor.errors import InvalidInputError, failure_text
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery
from workflow_editor.selectors.outside.triggers import ended_text, next_times
from workflow_editor.services.triggers import control, due, publish
from workflow_editor.services.triggers.control import (
    schedule_backfill,
    schedule_start_now,
    trigger_pause,
    trigger_resume,
)
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.versions import version_publish

BEGIN = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
EVERY_MINUTE = {
    "rules": [{"kind": "minutes", "every": 1}],
    "mapping": [{"name": "topic", "value": "{{ trigger.scheduled_at }}"}],
    "timezone": "UTC",
}


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.time = BEGIN

    def now(self) -> datetime:
        return self.time

    def tick(self, by: timedelta = MINUTE) -> None:
        self.time += by
        while schedules_start_due():
            pass
        start_waiting()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (due, publish, control):
        monkeypatch.setattr(module.timezone, "now", clock.now)
    return clock


@pytest.fixture
def schedule(clock: Clock, publish_trigger: PublishTrigger) -> Callable[..., Trigger]:
    def published(**config: Any) -> Trigger:
        return publish_trigger("schedule", {**EVERY_MINUTE, **config})

    return published


def due_minutes() -> list[int]:
    """Minutes of the due times that started a run."""
    return sorted(
        datetime.fromisoformat(inputs["topic"]).minute for inputs in Run.objects.values_list("inputs", flat=True)
    )


def test_each_due_time_starts_one_run(queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]) -> None:
    schedule()
    for _ in range(3):
        clock.tick()
        clock.tick(timedelta(seconds=1))
        queue.run_all()
    assert due_minutes() == [1, 2, 3]
    assert Run.objects.filter(trigger="schedule", status=Status.SUCCEEDED).count() == 3


def test_a_clock_that_goes_back_starts_nothing_twice(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]
) -> None:
    schedule(overlap="run_beside", catchUp="all")
    clock.tick(5 * MINUTE)
    clock.time -= timedelta(hours=1)
    clock.tick()
    clock.tick(timedelta(hours=1))
    assert due_minutes() == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("policy", "minutes"),
    [
        ({"catchUp": "all"}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"catchUp": "all", "catchUpWindowS": 200}, [8, 9, 10]),
        ({"catchUp": "last"}, [10]),
        ({"catchUp": "none"}, [10]),
    ],
)
def test_what_was_missed_is_caught_up_by_policy(
    clock: Clock, schedule: Callable[..., Trigger], policy: dict[str, Any], minutes: list[int]
) -> None:
    schedule(overlap="run_beside", **policy)
    clock.tick(10 * MINUTE)
    assert due_minutes() == minutes
    late = [delivery.data["is_catch_up"] for delivery in TriggerDelivery.objects.order_by("key")]
    assert late == [True] * (len(minutes) - 1) + [False]


@pytest.mark.parametrize(("catch_up", "runs"), [("last", 1), ("none", 0)])
def test_what_was_due_long_ago_is_caught_up_once_or_not(
    clock: Clock, schedule: Callable[..., Trigger], catch_up: str, runs: int
) -> None:
    schedule(rules=[{"kind": "days", "times": ["13:00"]}], catchUp=catch_up, catchUpWindowS=10 * 86_400)
    clock.tick(timedelta(days=3))
    assert Run.objects.count() == runs


def after_the_run(queue: TaskQueue, clock: Clock) -> list[int]:
    """Let the runs go through after four due times, as often as there are any."""
    for _ in range(5):
        queue.run_all()
        start_waiting()
    return due_minutes()


@pytest.mark.parametrize(
    ("overlap", "minutes"),
    [
        ("skip", [1]),
        ("queue_one", [1, 2]),
        ("queue_all", [1, 2, 3, 4]),
        ("run_beside", [1, 2, 3, 4]),
        ("cancel_old", [1, 2, 3, 4]),
    ],
)
def test_a_run_that_still_goes_on_is_met_by_policy(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger], overlap: str, minutes: list[int]
) -> None:
    schedule(overlap=overlap)
    for _ in range(4):
        clock.tick()
    assert after_the_run(queue, clock) == minutes
    cancelled = Run.objects.filter(status=Status.CANCELLED).count()
    assert cancelled == (3 if overlap == "cancel_old" else 0)


def test_what_waits_for_a_run_that_is_being_cancelled_gives_way_to_what_is_due_later(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger], monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = schedule(overlap="cancel_old", maxRuns=10)
    asked: list[Any] = []
    monkeypatch.setattr(due, "run_cancel", asked.append)
    for _ in range(4):
        clock.tick()
    states = trigger.deliveries.order_by("key").values_list("status", flat=True)
    assert list(states) == ["started", "skipped", "skipped", "waiting"]
    assert len(asked) == 3
    trigger.refresh_from_db()
    assert trigger.starts == 2
    assert after_the_run(queue, clock) == [1, 4]


def test_past_times_that_were_asked_for_do_not_give_way(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]
) -> None:
    trigger = schedule(overlap="cancel_old")
    schedule_backfill(trigger, BEGIN - timedelta(minutes=4, seconds=30), BEGIN - 2 * MINUTE)
    clock.tick()
    assert after_the_run(queue, clock) == [1, 57, 58]


@pytest.mark.parametrize(
    ("overlap", "catch_up", "minutes"),
    [
        ("run_beside", "all", [1, 2, 3]),
        ("queue_all", "all", [1, 2, 3]),
        ("skip", "all", [1]),
        ("run_beside", "last", [10]),
    ],
)
def test_it_ends_after_so_many_runs(
    queue: TaskQueue,
    clock: Clock,
    schedule: Callable[..., Trigger],
    overlap: str,
    catch_up: str,
    minutes: list[int],
) -> None:
    trigger = schedule(overlap=overlap, catchUp=catch_up, maxRuns=3)
    clock.tick(10 * MINUTE)
    assert after_the_run(queue, clock) == minutes
    for _ in range(4):
        clock.tick()
        queue.run_all()
        start_waiting()
    assert Run.objects.count() == 3
    trigger.refresh_from_db()
    assert (trigger.starts, trigger.next_at) == (3, None)
    text = ended_text(trigger)
    assert text
    assert text.en == "All 3 runs were started."
    assert next_times("schedule", trigger.config, spread_by="", starts=3) == []


def test_what_waited_and_is_rejected_does_not_count(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger], alice: User
) -> None:
    trigger = schedule(overlap="queue_all", maxRuns=2)
    clock.tick()
    clock.tick()
    alice.is_active = False
    alice.save()
    assert after_the_run(queue, clock) == [1]
    alice.is_active = True
    alice.save()
    clock.tick()
    states = trigger.deliveries.order_by("key").values_list("status", flat=True)
    assert list(states) == ["started", "rejected", "started"]
    trigger.refresh_from_db()
    assert (trigger.starts, trigger.next_at) == (2, None)


def test_what_people_start_does_not_count(queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]) -> None:
    trigger = schedule(maxRuns=1)
    schedule_start_now(trigger)
    schedule_backfill(trigger, BEGIN - 3 * MINUTE, BEGIN - MINUTE)
    after_the_run(queue, clock)
    clock.tick()
    trigger.refresh_from_db()
    assert (trigger.starts, trigger.next_at) == (1, None)
    text = ended_text(trigger)
    assert text
    assert text.en == "Its only run was started."


def test_a_pause_does_not_wake_what_has_ended(clock: Clock, schedule: Callable[..., Trigger]) -> None:
    trigger = schedule(maxRuns=1)
    clock.tick()
    trigger.refresh_from_db()
    trigger_resume(trigger_pause(trigger, ""), trigger.workflow.owner)
    clock.tick()
    assert due_minutes() == [1]


def publish_with(trigger: Trigger, **config: Any) -> None:
    node = trigger.workflow.nodes.get(key="when")
    node.config = {**node.config, **config}
    node.save()
    version_publish(trigger.workflow, trigger.workflow.owner)
    trigger.refresh_from_db()


@pytest.mark.parametrize(
    ("changed", "minutes"),
    [
        ({"pauseAfter": 5}, [1, 2]),
        ({"maxRuns": 3}, [1, 2, 4, 5, 6]),
        ({"timezone": "Asia/Shanghai"}, [1, 2, 4, 5]),
    ],
)
def test_publishing_other_times_counts_again(
    clock: Clock, schedule: Callable[..., Trigger], changed: dict[str, Any], minutes: list[int]
) -> None:
    trigger = schedule(overlap="run_beside", maxRuns=2)
    for _ in range(3):
        clock.tick()
    publish_with(trigger, **changed)
    assert due_minutes() == [1, 2]
    for _ in range(4):
        clock.tick()
    assert due_minutes() == minutes


def test_it_ends_with_its_last_day(clock: Clock, schedule: Callable[..., Trigger]) -> None:
    trigger = schedule(end="2026-03-01")
    assert ended_text(trigger) is None
    clock.tick(timedelta(days=1))
    trigger.refresh_from_db()
    text = ended_text(trigger)
    assert text
    assert text.en == "Its last time has passed."


def test_a_pause_misses_what_is_due_and_has_a_reason(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]
) -> None:
    trigger = trigger_pause(schedule(catchUp="all"), "The service is down")
    clock.tick(5 * MINUTE)
    assert not Run.objects.exists()
    trigger.refresh_from_db()
    assert not trigger.is_live
    assert failure_text(trigger.pause_reason).en == "The service is down"
    trigger_resume(trigger, trigger.workflow.owner)
    clock.tick()
    assert due_minutes() == [6]


def test_it_starts_now_also_while_it_is_paused(clock: Clock, schedule: Callable[..., Trigger]) -> None:
    trigger = trigger_pause(schedule(), "")
    delivered = schedule_start_now(trigger)
    assert delivered.run
    assert delivered.delivery.data["is_catch_up"] is False


def test_a_backfill_runs_a_span_once_one_after_the_other(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]
) -> None:
    trigger = schedule()
    past = BEGIN - timedelta(minutes=4, seconds=30)
    assert schedule_backfill(trigger, past, past + 3 * MINUTE) == 3
    assert schedule_backfill(trigger, past, past + 3 * MINUTE) == 3
    start_waiting()
    assert due_minutes() == [57]
    assert after_the_run(queue, clock) == [57, 58, 59]


def test_a_backfill_is_bounded(clock: Clock, schedule: Callable[..., Trigger]) -> None:
    with pytest.raises(InvalidInputError):
        schedule_backfill(schedule(), BEGIN - timedelta(days=2), BEGIN)


def test_publishing_again_keeps_what_is_due(
    queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger], alice: User
) -> None:
    trigger = schedule(overlap="run_beside", catchUp="all")
    clock.time += 2 * MINUTE
    node = trigger.workflow.nodes.get(key="greet")
    node.config = {"template": "changed"}
    node.save()
    version_publish(trigger.workflow, alice)
    clock.tick()
    assert due_minutes() == [1, 2, 3]


def test_a_schedule_that_cannot_be_computed_any_more_does_not_hold_up_others(
    clock: Clock, schedule: Callable[..., Trigger]
) -> None:
    broken, sound = schedule(), schedule()
    Trigger.objects.filter(pk=broken.pk).update(config={**broken.config, "timezone": "Gone/Away"})
    clock.tick()
    assert Run.objects.filter(workflow=sound.workflow).count() == 1
    broken.refresh_from_db()
    assert broken.paused_at
    assert "Gone/Away" in failure_text(broken.pause_reason).en
    (text,) = pauses_in_inbox(broken.workflow.owner)
    assert "Gone/Away" in text


def test_failed_runs_in_a_row_pause_it(queue: TaskQueue, clock: Clock, schedule: Callable[..., Trigger]) -> None:
    trigger = schedule(pauseAfter=2, overlap="run_beside")
    halt = {"type": "stop", "config": {"message": "No"}}
    trigger.workflow.nodes.filter(key="greet").update(**halt)
    trigger.workflow.edges.filter(source__key="greet").delete()
    version_publish(trigger.workflow, trigger.workflow.owner)
    for _ in range(4):
        clock.tick()
        queue.run_all()
    trigger.refresh_from_db()
    assert (Run.objects.filter(status=Status.FAILED).count(), trigger.failures, trigger.is_live) == (2, 2, False)
    assert failure_text(trigger.pause_reason).en == "Failed runs in a row: 2."
    assert pauses_in_inbox(trigger.workflow.owner) == ["Failed runs in a row: 2."]
    trigger_resume(trigger, trigger.workflow.owner)
    assert trigger.is_live
    assert pauses_in_inbox(trigger.workflow.owner) == []
