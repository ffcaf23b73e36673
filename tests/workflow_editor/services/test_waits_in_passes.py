"""Nodes that wait inside of containers: each pass waits for itself."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, graph, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over
from workflow_editor.models import NodeRun, Run, RunEvent, Status, Wait
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.selectors.run.explanations import run_explain
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.answer import wait_answer


def each(body: list[dict[str, Any]], edges: list[dict[str, Any]], **config: Any) -> dict[str, Any]:
    """start -> an iteration over 1, 2, 3 with this body -> end."""
    nodes = [node("start", "start"), node("each", "iteration", {"items": "[1, 2, 3]", **config}), node("end", "end")]
    inside = [{**item, "parent": "each"} for item in body]
    return graph([*nodes, *inside], [edge("start", "each"), edge("each", "end"), *edges])


def asking(**config: Any) -> dict[str, Any]:
    """An iteration with passes that ask for an approval and return their item."""
    ask = node("ask", "approval", {"title": "Take {{ nodes.each.item }}?"})
    return each([ask, text("yes", "{{ nodes.each.item }}")], [edge("ask", "yes", port="approved")], **config)


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Any:
    def start_run(document: dict[str, Any]) -> Run:
        run = run_start(workflow_create(alice, document=document), alice, inputs={})[0]
        queue.run_all()
        run.refresh_from_db()
        return run

    return start_run


def open_waits(run: Run) -> list[Wait]:
    return list(Wait.objects.filter(node_run__run=run, answered_at__isnull=True).order_by("id"))


def test_each_pass_asks_in_its_turn(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(asking())
    titles, scopes = [], []
    for _ in range(3):
        run.refresh_from_db()
        assert run.status == Status.WAITING
        (wait,) = open_waits(run)
        titles.append(wait.payload["title"])
        scopes.append(wait.node_run.scope)
        wait_answer(alice, wait, decision="approve")
        queue.run_all()
    assert_over(run, "succeeded")
    assert titles == ["Take 1?", "Take 2?", "Take 3?"]
    assert len(set(scopes)) == 3
    resumed = RunEvent.objects.filter(run=run, type="node_resumed").order_by("seq")
    assert [event.payload["scope"] for event in resumed] == scopes


def test_passes_side_by_side_wait_together(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(asking(width=3))
    assert run.status == Status.WAITING
    assert (run.open_nodes, run.waiting_nodes) == (3, 3)
    assert sorted(why.reason.en for why in run_explain(run)) == [
        *["Someone must approve or reject."] * 3,
        "The nodes inside must finish first.",
    ]
    for wait in reversed(open_waits(run)):
        wait_answer(alice, wait, decision="approve")
        queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert [result["text"] for result in run.output["results"]] == ["1", "2", "3"]


def test_a_child_run_for_each_item(queue: TaskQueue, start: Any, alice: User) -> None:
    inner = workflow_create(alice, document=chain(text("a", "<{{ inputs.n }}>")))
    call = node(
        "sub",
        "sub_workflow",
        {"workflow": str(inner.pk), "inputs": [{"name": "n", "value": "{{ nodes.each.item }}"}]},
    )
    run = start(each([call], [], width=2))
    assert_over(run, "succeeded")
    assert run.output is not None
    assert [result["output"]["text"] for result in run.output["results"]] == ["<1>", "<2>", "<3>"]
    assert Run.objects.filter(workflow=inner).count() == 3


def test_delays_in_passes_are_over_when_they_are_due(queue: TaskQueue, start: Any) -> None:
    run = start(each([node("pause", "delay", {"seconds": 3600})], [], width=3))
    Wait.objects.update(due_at=timezone.now())
    process_due_work()
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_run_that_waits_in_a_pass_can_be_cancelled(queue: TaskQueue, start: Any) -> None:
    run = start(asking())
    run_cancel(run.pk)
    queue.run_all()
    assert_over(run, "cancelled")
    assert not open_waits(run)
    assert not NodeRun.objects.filter(run=run, status=Status.WAITING).exists()
