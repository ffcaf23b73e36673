"""Nodes that wait: answered by people and by the clock, once, and without holding a thread."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, fan, graph, text
from tests.factories.users import user_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of, statuses
from workflow_editor.errors import ConflictError, NotFoundError
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.selectors.run.waits import wait_for
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.debug import node_debug
from workflow_editor.services.runs.recovery import sweep, void_leases
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.answer import wait_answer

APPROVAL = {"title": "Publish?", "timeoutS": 3600}
FORM = {"title": "Price", "fields": [{"name": "price", "type": "number", "required": True}]}


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Any:
    def start_run(document: dict[str, Any], *, run_all: bool = True) -> Run:
        run = run_start(workflow_create(alice, document=document), alice, inputs={})[0]
        if run_all:
            queue.run_all()
        return run

    return start_run


def approval_document(**config: Any) -> dict[str, Any]:
    """start -> approval -> one text per port -> end."""
    ports = ("approved", "rejected", "timeout")
    nodes = [node("start", "start"), node("ask", "approval", {**APPROVAL, **config}), *map(text, ports)]
    edges = [edge("start", "ask"), *(edge("ask", port, port=port) for port in ports)]
    return graph([*nodes, node("end", "end")], [*edges, *(edge(port, "end") for port in ports)])


def through(document: dict[str, Any], **ports: str) -> dict[str, Any]:
    """Let the edges that leave these nodes leave at these ports."""
    for item in document["edges"]:
        item["source_port"] = ports.get(item["source"], item["source_port"])
    return document


def wait_of(run: Run) -> Wait:
    return Wait.objects.get(node_run__run=run)


def let_it_be_due(run: Run) -> None:
    Wait.objects.filter(node_run__run=run).update(due_at=timezone.now() - timedelta(seconds=1))


def test_a_run_whose_open_nodes_all_wait_waits_itself(queue: TaskQueue, start: Any) -> None:
    run = start(approval_document())
    run.refresh_from_db()
    assert (run.status, run.open_nodes, run.waiting_nodes) == (Status.WAITING, 1, 1)
    assert statuses(run)["ask"] == "waiting"
    assert event_types(run)[-1] == "node_waiting"
    assert payload_of(run, "node_waiting", "ask")["wait"]["title"] == "Publish?"
    assert not queue.sent


def test_a_run_with_other_work_goes_on_running(queue: TaskQueue, start: Any) -> None:
    document = through(fan(node("ask", "approval", APPROVAL), ask("writer")), ask="approved")
    run = start(document, run_all=False)
    queue.run_next()
    run.refresh_from_db()
    assert run.status == Status.WAITING
    assert statuses(run)["writer"] == "succeeded"


@pytest.mark.parametrize(("decision", "port"), [("approve", "approved"), ("reject", "rejected")])
def test_an_answer_goes_on_at_its_port(queue: TaskQueue, start: Any, alice: User, decision: str, port: str) -> None:
    run = start(approval_document())
    wait_answer(alice, wait_of(run), decision=decision, comment="Seen")
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": f"text of {port}"}
    resumed = payload_of(run, "node_resumed", "ask")
    assert (resumed["by"], resumed["answer"]["decision"]) == ("alice", decision)
    assert event_types(run).count("node_started") == len(NodeRun.objects.filter(run=run, status="succeeded"))
    assert NodeRun.objects.get(run=run, node_key="ask").output == {"decision": port, "comment": "Seen", "by": "alice"}


def test_a_form_answered_twice_counts_once(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(through(chain(node("form", "form", FORM)), form="submitted"))
    wait = wait_of(run)
    wait_answer(alice, wait, decision="submit", values={"price": "3"})
    with pytest.raises(ConflictError) as error:
        wait_answer(alice, wait, decision="submit", values={"price": "4"})
    assert error.value.code == "already_answered"
    queue.run_all()
    with pytest.raises(ConflictError):
        wait_answer(alice, wait, decision="submit", values={"price": "5"})
    assert_over(run, "succeeded")
    assert run.output == {"price": 3}


def test_an_approval_after_its_time_is_too_late_before_and_after_the_clock_has_answered(
    queue: TaskQueue, start: Any, alice: User
) -> None:
    run = start(approval_document())
    wait = wait_of(run)
    let_it_be_due(run)
    for _ in range(2):
        with pytest.raises(ConflictError) as error:
            wait_answer(alice, wait, decision="approve")
        assert error.value.code == "wait_expired"
        process_due_work()
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "text of timeout"}
    assert payload_of(run, "node_resumed", "ask")["by"] is None


def test_the_clock_leaves_alone_what_is_not_due(queue: TaskQueue, start: Any) -> None:
    run = start(approval_document())
    process_due_work()
    assert not queue.sent
    assert wait_of(run).answered_at is None


def test_a_delay_goes_on_when_it_is_due(queue: TaskQueue, start: Any) -> None:
    run = start(chain(node("pause", "delay", {"seconds": 3600}), text("after")))
    process_due_work()
    assert statuses(run) == {"start": "succeeded", "pause": "waiting"}
    let_it_be_due(run)
    process_due_work()
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "text of after"}


def test_two_sweepers_answer_a_wait_once(queue: TaskQueue, start: Any) -> None:
    run = start(chain(node("pause", "delay", {"seconds": 1})))
    let_it_be_due(run)
    process_due_work()
    process_due_work()
    assert len(queue.sent) == 1
    queue.run_all()
    assert_over(run, "succeeded")
    assert event_types(run).count("node_resumed") == 1


def test_an_answer_whose_task_got_lost_is_not_lost(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(approval_document())
    wait_answer(alice, wait_of(run), decision="approve")
    queue.lose_all()
    void_leases()
    sweep(everything=True)
    queue.run_all()
    assert_over(run, "succeeded")
    assert event_types(run).count("node_resumed") == 1


def test_cancelling_a_run_that_waits_ends_it_at_once(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(approval_document())
    run_cancel(run.pk)
    assert_over(run, "cancelled")
    run.refresh_from_db()
    assert run.waiting_nodes == 0
    with pytest.raises(ConflictError) as error:
        wait_answer(alice, wait_of(run), decision="approve")
    assert error.value.code == "wait_cancelled"
    let_it_be_due(run)
    process_due_work()
    assert not queue.sent


def test_a_failure_elsewhere_gives_up_what_waits(queue: TaskQueue, start: Any) -> None:
    run = start(through(fan(node("ask", "approval", APPROVAL), ask("bad", {"fail": {"status": 400}})), ask="approved"))
    assert_over(run, "failed")
    answer = wait_of(run).answer
    assert answer is not None
    assert answer["decision"] == "cancelled"


def test_two_waits_of_one_run_are_answered_one_after_the_other(queue: TaskQueue, start: Any, alice: User) -> None:
    run = start(through(fan(node("a", "form", FORM), node("b", "form", FORM)), a="submitted", b="submitted"))
    first, second = Wait.objects.filter(node_run__run=run).order_by("id")
    wait_answer(alice, first, decision="submit", values={"price": 1})
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, run.waiting_nodes) == (Status.WAITING, 1)
    wait_answer(alice, second, decision="submit", values={"price": 2})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"a": {"price": 1}, "b": {"price": 2}}


def test_whoever_is_named_in_the_node_may_answer_and_a_stranger_may_not(
    queue: TaskQueue, start: Any, charlie: User
) -> None:
    dora = user_create("dora")
    run = start(approval_document(approvers=["dora", "nobody"]))
    wait_id = wait_of(run).pk
    with pytest.raises(NotFoundError):
        wait_for(charlie, wait_id)
    assert wait_answer(dora, wait_for(dora, wait_id), decision="approve").answered_by == dora
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_debug_run_of_a_waiting_node_waits_too(queue: TaskQueue, alice: User) -> None:
    workflow = workflow_create(alice, document=approval_document())
    run = node_debug(workflow, alice, "ask", inputs={}, run_inputs={})
    queue.run_all()
    wait_answer(alice, wait_of(run), decision="reject")
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"decision": "rejected", "comment": "", "by": "alice"}


@pytest.mark.exhaustive
def test_a_thousand_waiting_runs_hold_no_thread_and_no_task(queue: TaskQueue, alice: User) -> None:
    workflow = workflow_create(alice, document=chain(node("pause", "delay", {"seconds": 3600})))
    first, _ = run_start(workflow, alice, inputs={})
    queue.run_all()
    threads = threading.active_count()
    Run.objects.bulk_create(
        Run(workflow=workflow, version=first.version, created_by=alice, created_at=timezone.now()) for _ in range(999)
    )
    while not Run.objects.filter(status=Status.WAITING).count() == 1000:
        sweep(everything=True)
        queue.run_all()
    assert threading.active_count() <= threads
    assert not queue.sent
    due = Wait.objects.order_by("id").values("id")[:120]
    Wait.objects.filter(id__in=due).update(due_at=timezone.now())
    process_due_work()
    queue.run_all()
    assert Run.objects.filter(status=Status.SUCCEEDED).count() == 120
    assert Run.objects.filter(status=Status.WAITING).count() == 880
