"""Deadlines, and the queue of runs when not all may run at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types
from workflow_editor.adapters.process.task_queue import ADVANCE_RUN
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.services.limits.queue import runs_admit
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.debug import node_debug
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.workflows import workflow_update

PAUSE = chain(node("pause", "delay", {"seconds": 3600}))


def limited(owner: User, document: dict[str, Any], name: str = "Some", **limits: Any) -> Workflow:
    workflow = workflow_create(owner, name=name, document=document)
    return workflow_update(workflow, settings=limits)


def begin(workflow: Workflow, times: int = 1) -> list[Run]:
    return [run_start(workflow, workflow.owner, inputs={})[0] for _ in range(times)]


def let_the_deadline_pass(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))


def running(*runs: Run) -> list[bool]:
    """Return the admitted runs."""
    held = dict(Run.objects.values_list("pk", "held"))
    return [not held[run.pk] for run in runs]


def test_a_run_that_is_not_over_in_time_fails(queue: TaskQueue, alice: User) -> None:
    before = timezone.now()
    (run,) = begin(limited(alice, PAUSE, deadlineS=60))
    queue.run_all()
    run.refresh_from_db()
    assert run.deadline_at is not None
    assert before <= run.deadline_at - timedelta(seconds=60) <= timezone.now()
    process_due_work()
    assert Run.objects.get().status == Status.WAITING
    let_the_deadline_pass(run)
    process_due_work()
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "run_deadline"
    assert "60" in run.error["message"]


def test_a_run_that_never_began_can_be_too_late_as_well(queue: TaskQueue, alice: User) -> None:
    (run,) = begin(limited(alice, PAUSE, deadlineS=60))
    let_the_deadline_pass(run)
    process_due_work()
    assert_over(run, "failed")
    queue.run_all()
    assert event_types(run).count("run_finished") == 1


def test_without_limits_nothing_is_held(queue: TaskQueue, alice: User) -> None:
    runs = begin(workflow_create(alice, document=chain(text("a"))), 3)
    assert running(*runs) == [True] * 3
    assert Run.objects.filter(limits__isnull=True).count() == 3
    queue.run_all()
    assert Run.objects.filter(status=Status.SUCCEEDED).count() == 3


def test_a_workflow_runs_at_most_so_often_at_the_same_time(queue: TaskQueue, alice: User) -> None:
    runs = begin(limited(alice, chain(ask("a")), maxConcurrentRuns=2), 4)
    assert running(*runs) == [True, True, False, False]
    assert queue.names() == [ADVANCE_RUN, ADVANCE_RUN]
    sweep(everything=True)
    assert ADVANCE_RUN not in queue.names()[4:]
    queue.run_next()
    assert_over(runs[0], "succeeded")
    assert running(*runs) == [True, True, True, False]
    queue.run_all()
    for run in runs:
        assert_over(run, "succeeded")


def test_a_run_that_waits_makes_capacity(queue: TaskQueue, alice: User) -> None:
    runs = begin(limited(alice, PAUSE, maxConcurrentRuns=1), 2)
    queue.run_next()
    assert Run.objects.get(pk=runs[0].pk).status == Status.WAITING
    assert running(*runs) == [True, True]


def test_the_system_lets_workflows_in_by_turns(queue: TaskQueue, alice: User, settings: Any) -> None:
    settings.MAX_CONCURRENT_RUNS = 1
    crowd = begin(workflow_create(alice, name="Crowd", document=chain(ask("a"))), 4)
    single = begin(workflow_create(alice, name="Single", document=chain(ask("a"))), 2)
    order = []
    while queue.sent:
        (run_id,) = queue.sent[0][1]
        order.append(run_id)
        queue.run_next()
    names = {str(run.pk): f"{name}{i}" for name, runs in (("c", crowd), ("s", single)) for i, run in enumerate(runs)}
    assert [names[run_id] for run_id in order] == ["c0", "s0", "c1", "s1", "c2", "c3"]
    for run in (*crowd, *single):
        assert_over(run, "succeeded")


def test_the_workflow_with_the_fewest_running_is_let_in_first(queue: TaskQueue, alice: User, settings: Any) -> None:
    settings.MAX_CONCURRENT_RUNS = 2
    crowd = begin(workflow_create(alice, name="Crowd", document=chain(ask("a"))), 4)
    single = begin(workflow_create(alice, name="Single", document=chain(ask("a"))), 1)
    assert running(*crowd, *single) == [True, True, False, False, False]
    queue.run_next()
    assert_over(crowd[0], "succeeded")
    assert running(*crowd, *single) == [True, True, False, False, True]


def test_a_limit_that_is_taken_away_lets_everybody_in(queue: TaskQueue, alice: User) -> None:
    workflow = limited(alice, PAUSE, maxConcurrentRuns=1)
    runs = begin(workflow, 3)
    assert running(*runs) == [True, False, False]
    workflow_update(workflow, settings={"maxConcurrentRuns": None})
    process_due_work()
    assert running(*runs) == [True] * 3


def test_the_deadline_of_a_held_run_begins_when_it_is_let_in(queue: TaskQueue, alice: User) -> None:
    first, second = begin(limited(alice, chain(ask("a")), maxConcurrentRuns=1, deadlineS=60), 2)
    assert Run.objects.get(pk=second.pk).deadline_at is None
    queue.run_next()
    assert Run.objects.get(pk=second.pk).deadline_at is not None
    assert first.pk != second.pk


def test_a_debug_run_keeps_budget_and_deadline_but_does_not_queue(queue: TaskQueue, alice: User) -> None:
    workflow = limited(alice, chain(ask("a")), maxConcurrentRuns=1, budgetTokens=10)
    begin(workflow)
    run = node_debug(workflow, alice, "a", inputs={}, run_inputs={})
    assert not run.held
    queue.run_all()
    assert Run.objects.get(pk=run.pk).status == Status.WAITING


def test_a_held_run_can_be_cancelled(queue: TaskQueue, alice: User) -> None:
    _, second = begin(limited(alice, PAUSE, maxConcurrentRuns=1), 2)
    run_cancel(second.pk)
    assert_over(second, "cancelled")
    assert runs_admit() == []


def test_letting_in_twice_lets_in_once(queue: TaskQueue, alice: User) -> None:
    begin(limited(alice, PAUSE, maxConcurrentRuns=1), 3)
    queue.lose_all()
    assert runs_admit() == []
    assert not queue.sent


def test_a_child_run_stands_in_the_queue_of_its_workflow(queue: TaskQueue, alice: User) -> None:
    inner = limited(alice, chain(ask("a")), "Inner", maxConcurrentRuns=1)
    (busy,) = begin(inner)
    outer = workflow_create(alice, document=chain(node("sub", "sub_workflow", {"workflow": str(inner.pk)})))
    (run,) = begin(outer)
    queue.sent.rotate(-1)
    queue.run_next()
    child = Run.objects.get(parent_node_run__run=run)
    assert child.held
    queue.run_all()
    assert_over(busy, "succeeded")
    assert_over(run, "succeeded")


@pytest.mark.parametrize(
    ("settings_given", "stored"),
    [
        ({"deadlineS": 5}, {"deadlineS": 5, "budgetTokens": 7}),
        ({"budgetTokens": None}, {}),
    ],
)
def test_limits_are_changed_one_by_one(
    alice: User, settings_given: dict[str, Any], stored: dict[str, Any], workflow: Workflow
) -> None:
    workflow_update(workflow, settings={"budgetTokens": 7})
    workflow_update(workflow, settings=settings_given)
    workflow.refresh_from_db()
    assert workflow.settings == stored
