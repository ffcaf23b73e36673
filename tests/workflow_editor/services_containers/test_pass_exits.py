"""Passes that end early, in tables: a worker that dies, a fork beside the exit, and what stays open."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each
from tests.factories.documents import edge, node
from tests.workflow_editor.services.run_asserts import assert_over
from tests.workflow_editor.services_containers.placed_work import Work, effect, out
from tests.workflow_editor.services_containers.test_recovery import ProcessKilledError
from workflow_editor.models import ContainerPass, NodeRun, Run, Status
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.runs.recovery import sweep, void_leases
from workflow_editor.services.runs.step import Step


def leaving(then: str, **config: Any) -> dict[str, Any]:
    """In each pass a; in the second one it ends behind a, in the others b follows; beside them d."""
    test = node("if", "condition", {"mode": "expression", "expression": "nodes.each.index == 1"})
    body = [effect("a"), test, node("leave", "break", {"then": then}), effect("b"), effect("d")]
    edges = [edge("a", "if"), edge("if", "leave", port="true"), edge("if", "b", port="false")]
    return around(each("[0, 1, 2, 3]", output="{{ nodes.each.item }}", **config), *body, edges=edges)


RESULTS = {"break": [0, 1], "continue": [0, 2, 3]}


@pytest.mark.parametrize("then", RESULTS)
@pytest.mark.parametrize("width", [1, 4])
def test_a_pass_that_ends_early_leaves_nothing_open(
    queue: TaskQueue, start: Any, work: Work, then: str, width: int
) -> None:
    run: Run = start(leaving(then, width=width))
    queue.run_all()
    assert_over(run, "succeeded")
    assert out(run)["results"] == RESULTS[then]
    assert not ContainerPass.objects.filter(run=run, status=Status.RUNNING).exists()
    assert not NodeRun.objects.filter(run=run, status__in=(Status.QUEUED, Status.RUNNING)).exists()


@pytest.mark.parametrize("then", RESULTS)
@pytest.mark.parametrize("width", [1, 4])
def test_a_worker_killed_before_any_of_its_steps_is_stored_changes_nothing(
    queue: TaskQueue, start: Any, work: Work, monkeypatch: pytest.MonkeyPatch, then: str, width: int
) -> None:
    store, deaths, died = Step.store, set[int](), 0
    kills = range(1, 12)

    def die_before(step: Step, *given: Any) -> Any:
        nonlocal died
        died += 1
        if died in kills and died not in deaths:
            deaths.add(died)
            raise ProcessKilledError
        return store(step, *given)

    run: Run = start(leaving(then, width=width))
    monkeypatch.setattr(Step, "store", die_before)
    for _ in kills:
        try:
            queue.run_all()
            break
        except ProcessKilledError:
            queue.lose_all()
            void_leases()
            sweep(everything=True)
    queue.run_all()
    assert deaths
    assert_over(run, "succeeded")
    assert out(run)["results"] == RESULTS[then]


@pytest.mark.parametrize("then", RESULTS)
@pytest.mark.parametrize("from_node", ["d", "b", "a"])
def test_a_fork_ends_the_same_passes(
    queue: TaskQueue, start: Any, alice: User, work: Work, then: str, from_node: str
) -> None:
    run: Run = start(leaving(then))
    queue.run_all()
    source = Run.objects.select_related("version", "workflow").get(pk=run.pk)
    again = run_fork(source, alice, from_node=from_node, inputs={}, configs={})
    queue.run_all()
    assert_over(again, "succeeded")
    assert out(again)["results"] == RESULTS[then]
    assert not ContainerPass.objects.filter(run=again, status=Status.RUNNING).exists()
