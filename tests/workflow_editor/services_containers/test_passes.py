"""Containers on a real database: rows and events of passes, failures, cancelling, and several workers at once."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each, loop
from tests.factories.documents import edge
from tests.factories.run_documents import ask, text
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from workflow_editor.errors import NodeError
from workflow_editor.models import ContainerItems, ContainerPass, ContainerState, NodeRun, Run, RunEvent, Status
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.services.runs.cancel import run_cancel

Work = Callable[[Any, NodeContext], NodeOutcome]


def answer(_: Any, context: NodeContext) -> NodeOutcome:
    """Give back the item of the pass."""
    return NodeOutcome({"result": context.variables.value("{{ nodes.each.item }}")})


def refuse_two(config: Any, context: NodeContext) -> NodeOutcome:
    if context.variables.value("{{ nodes.each.item }}") == 2:
        raise NodeError("No twos.", code="two")
    return answer(config, context)


@pytest.fixture
def effects(monkeypatch: pytest.MonkeyPatch) -> Callable[[Work], None]:
    """Let AI nodes do something else."""

    def use(work: Work) -> None:
        monkeypatch.setattr(AINode, "run", lambda _, config, context: work(config, context))

    return use


def out(run: Run) -> Any:
    assert run.output is not None
    return run.output["out"]


def scopes(run: Run, key: str) -> list[tuple[str, str]]:
    return list(NodeRun.objects.filter(run=run, node_key=key).order_by("id").values_list("scope", "status"))


def test_each_pass_has_node_runs_of_its_own(queue: TaskQueue, start: Any, effects: Any) -> None:
    effects(answer)
    run = start(around(each(output="{{ nodes.work.result }}"), ask("work")))
    queue.run_all()
    assert_over(run, "succeeded")
    assert out(run) == {"results": [1, 2, 3], "count": 3, "errors": []}
    assert scopes(run, "work") == [(f"/each.{index}", "succeeded") for index in range(3)]
    assert scopes(run, "each") == [("", "succeeded")]


def test_events_of_a_pass_report_its_scope_and_others_have_none(queue: TaskQueue, start: Any) -> None:
    run = start(around(each("[7]"), ask("work", {"text": "seven"})))
    queue.run_all()
    assert_over(run, "succeeded")
    reported = RunEvent.objects.filter(run=run).exclude(node_key=None).values_list("node_key", "payload")
    assert {key: {payload.get("scope") for _, payload in reported if _ == key} for key, _ in reported} == {
        "start": {None},
        "each": {None},
        "work": {"/each.0"},
        "end": {None},
    }


def test_passes_are_rows_and_items_go_when_the_container_ends(queue: TaskQueue, start: Any) -> None:
    run = start(around(each(output="{{ nodes.each.item }}"), text("t")))
    queue.run_all()
    rows = ContainerPass.objects.filter(run=run).order_by("index").values_list("index", "status", "remaining", "output")
    assert list(rows) == [(0, "succeeded", 0, 1), (1, "succeeded", 0, 2), (2, "succeeded", 0, 3)]
    assert ContainerState.objects.get(run=run).is_over
    assert not ContainerItems.objects.filter(run=run).exists()


def test_a_wide_container_spreads_over_workers_and_keeps_the_order(queue: TaskQueue, start: Any, effects: Any) -> None:
    effects(answer)
    run = start(around(each("[1, 2, 3, 4, 5]", width=3, output="{{ nodes.work.result }}"), ask("work")))
    queue.run_next()
    # The first worker did one pass after the other; two more passes wait for whoever comes.
    assert len(queue.sent) == 2
    queue.sent.rotate()
    queue.run_all()
    assert_over(run, "succeeded")
    assert out(run)["results"] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("strategy", "results"), [("continue", [1, None, 3]), ("collect", [1, 3])])
@pytest.mark.parametrize("width", [1, 3])
def test_a_failed_item_is_reported_and_passed_over(
    queue: TaskQueue, start: Any, effects: Any, strategy: str, results: list[Any], width: int
) -> None:
    effects(refuse_two)
    config: dict[str, Any] = {"onItemError": strategy, "output": "{{ nodes.work.result }}", "width": width}
    run = start(around(each(**config), ask("work"), text("after"), edges=[edge("work", "after")]))
    queue.run_all()
    assert_over(run, "succeeded")
    assert out(run) == {
        "results": results,
        "count": 3,
        "errors": [{"index": 1, "code": "two", "message": "No twos."}],
    }


def test_a_failed_item_fails_the_run_and_cancels_the_others(queue: TaskQueue, start: Any, effects: Any) -> None:
    effects(refuse_two)
    run = start(around(each(width=3), ask("work")))
    queue.run_next()
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert (run.error["code"], run.error["node_key"]) == ("two", "each")
    assert run.error["details"]["cause"] == {"node_key": "work", "scope": "/each.1"}
    assert dict(scopes(run, "work")) == {"/each.0": "succeeded", "/each.1": "failed", "/each.2": "cancelled"}
    assert scopes(run, "each") == [("", "failed")]


def test_what_a_failed_pass_had_open_is_cancelled_and_the_run_goes_on(
    queue: TaskQueue, start: Any, effects: Any
) -> None:
    effects(refuse_two)
    inner = each("[1, 2]", "inner", parent="each", width=2)
    deep = {**ask("deep"), "parent": "inner"}
    run = start(around(each(onItemError="continue"), ask("work"), inner, deep))
    while queue.sent:
        # The newest first: of the second pass, `work` fails while the inner container is open.
        queue.sent.rotate()
        queue.run_next()
    assert_over(run, "succeeded")
    assert [error["index"] for error in out(run)["errors"]] == [1]
    assert run.open_nodes == 0
    failed = NodeRun.objects.filter(run=run, scope__startswith="/each.1")
    assert set(failed.values_list("status", flat=True)) <= {"failed", "cancelled", "succeeded"}


def test_a_cancelled_run_cancels_containers_and_their_passes(queue: TaskQueue, start: Any, effects: Any) -> None:
    def cancel_in_work(config: Any, context: NodeContext) -> NodeOutcome:
        run_cancel(run.pk)
        return answer(config, context)

    effects(cancel_in_work)
    run = start(around(each(width=2), ask("work")))
    queue.run_all()
    assert_over(run, "cancelled")
    assert scopes(run, "each") == [("", "cancelled")]
    assert dict(scopes(run, "work")) == {"/each.0": "succeeded", "/each.1": "cancelled"}


def test_a_loop_without_an_end_fails_with_its_limit(queue: TaskQueue, start: Any) -> None:
    run = start(around(loop(mode="while", condition="true", maxPasses=20), text("t")))
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert (run.error["code"], run.error["node_key"]) == ("loop_limit_reached", "loop")
    assert "“Max passes” (20) was reached" in run.error["message"]
    assert NodeRun.objects.filter(run=run, node_key="t").count() == 20


def test_a_loop_passes_its_result_on_over_effects(queue: TaskQueue, start: Any, effects: Any) -> None:
    so_far = "{{ nodes.loop.last | default: '' }}x"
    effects(lambda _, context: NodeOutcome({"result": context.variables.render(so_far)}))
    run = start(around(loop(mode="times", times=4, output="{{ nodes.work.result }}"), ask("work")))
    queue.run_all()
    assert_over(run, "succeeded")
    assert NodeRun.objects.get(run=run, node_key="loop").output == {"result": "xxxx", "count": 4}


def test_a_large_list_goes_in_many_steps(queue: TaskQueue, start: Any) -> None:
    config: dict[str, Any] = {"output": "{{ nodes.t.text }}", "width": 7}
    run = start(
        around(each("{{ inputs.items }}", **config), text("t", "{{ nodes.each.item }}")), {"items": list(range(1200))}
    )
    queue.run_all()
    assert_over(run, "succeeded")
    assert out(run)["results"] == [str(index) for index in range(1200)]
    # 1,200 passes and nodes of them are five times what a step does; the last steps only add up.
    assert 5 <= run.steps <= 8
    assert len(events_of(run)) == 1200 * 2 + 2 * 3 + 3


def test_waiting_nodes_wait_in_passes_of_their_own(queue: TaskQueue, start: Any) -> None:
    delay = {**text("pause"), "type": "delay", "config": {"mode": "seconds", "seconds": 60}}
    run = start(around(each("[1, 2]", width=2), delay))
    queue.run_all()
    run.refresh_from_db()
    assert run.status == Status.WAITING
    assert scopes(run, "pause") == [("/each.0", "waiting"), ("/each.1", "waiting")]
    run_cancel(run.pk)
    assert_over(run, "cancelled")
    assert scopes(run, "each") == [("", "cancelled")]
