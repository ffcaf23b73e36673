"""Containers after the death of their worker: the tables bring them to the same end."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each
from tests.factories.run_documents import ask, text
from tests.workflow_editor.services.run_asserts import assert_over
from workflow_editor.models import NodeRun, Run, RunEvent, Status
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.services.runs.recovery import RESEND_AFTER, sweep, void_leases
from workflow_editor.services.runs.step import Step


class ProcessKilledError(BaseException):
    """Represents SIGKILL: nothing of the node's own code can catch it."""


def let_time_pass() -> None:
    then = timezone.now() - RESEND_AFTER - timedelta(seconds=1)
    NodeRun.objects.filter(status=Status.QUEUED).update(queued_at=then)
    NodeRun.objects.filter(status=Status.RUNNING).exclude(lease_owner="").update(lease_until=then)


def nested() -> dict[str, Any]:
    """Five passes of an inner container with three; the AI node tells where it is."""
    outer = each("[0, 1, 2, 3, 4]", "outer", output="{{ nodes.inner.results }}")
    inner = each("[0, 1, 2]", "inner", parent="outer", output="{{ nodes.work.result }}")
    return around(outer, inner, {**ask("work"), "parent": "inner"})


WHOLE = [[f"{outer}{inner}" for inner in range(3)] for outer in range(5)]


def where(context: NodeContext) -> str:
    return context.variables.render("{{ nodes.outer.index }}{{ nodes.inner.index }}")


@pytest.mark.parametrize("restart", [True, False], ids=["process starts again", "lease runs out"])
def test_a_worker_killed_in_the_third_of_five_passes_loses_nothing(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, restart: bool
) -> None:
    done: list[str] = []

    def work(_: AINode, config: Any, context: NodeContext) -> NodeOutcome:
        place = where(context)
        done.append(place)
        if place == "21" and done.count("21") == 1:
            raise ProcessKilledError
        return NodeOutcome({"result": place})

    monkeypatch.setattr(AINode, "run", work)
    run: Run = start(nested())
    with pytest.raises(ProcessKilledError):
        queue.run_all()
    queue.lose_all()
    if restart:
        void_leases()
        sweep(everything=True)
    else:
        let_time_pass()
        sweep()
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"out": {"results": WHOLE, "count": 5, "errors": []}}
    assert [place for place in done if done.count(place) > 1] == ["21", "21"]
    assert len(done) == 16


def test_a_restart_leaves_open_containers_as_they_are(queue: TaskQueue, start: Any) -> None:
    run = start(around(each(width=2), ask("work")))
    queue.run_next()
    void_leases()
    assert NodeRun.objects.get(run=run, node_key="each").status == Status.RUNNING
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_container_whose_worker_dies_between_two_steps_goes_on(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_more, times = Step.open_more, 0

    def die_once(step: Step, container: Any) -> None:
        nonlocal times
        times += 1
        if times == 2:
            raise ProcessKilledError
        open_more(step, container)

    monkeypatch.setattr(Step, "open_more", die_once)
    document = around(each("{{ inputs.items }}", output="{{ nodes.each.item }}"), text("t"))
    run = start(document, {"items": list(range(1000))})
    with pytest.raises(ProcessKilledError):
        queue.run_all()
    queue.lose_all()
    row = NodeRun.objects.get(run=run, node_key="each")
    assert row.status == Status.RUNNING
    assert row.lease_owner
    let_time_pass()
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["out"]["results"] == list(range(1000))
    assert RunEvent.objects.filter(run=run, node_key="t", type="node_succeeded").count() == 1000


def test_two_workers_with_one_container_do_its_passes_once(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was taken for dead comes back after another one has gone on."""
    open_more = Step.open_more
    taken: list[Any] = []

    def lose_the_lease_first(step: Step, container: Any) -> None:
        if not taken:
            taken.append(container)
            let_time_pass()
            sweep()
            queue.run_all()
        open_more(step, container)

    monkeypatch.setattr(Step, "open_more", lose_the_lease_first)
    document = around(each("{{ inputs.items }}", output="{{ nodes.each.item }}"), text("t"))
    run = start(document, {"items": list(range(700))})
    queue.run_all()
    assert_over(run, "succeeded")
    assert RunEvent.objects.filter(run=run, node_key="t", type="node_succeeded").count() == 700
