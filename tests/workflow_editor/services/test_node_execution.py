"""Effectful nodes run between two commits; what they tell, cost and break is kept."""

import threading
from datetime import timedelta
from itertools import groupby
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from agents.core.errors import RunCancelledError
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, failing, fan, graph, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import (
    assert_over,
    event_types,
    events_of,
    payload_of,
    statuses,
)
from workflow_editor.adapters.node import ports as node_ports
from workflow_editor.adapters.node.call_context import CallSource
from workflow_editor.adapters.process.task_queue import RUN_NODE
from workflow_editor.adapters.state.running_nodes import RunCancelToken, running_nodes
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.run_store import leases
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.node_execution import node_run_execute
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start

CLOCK = "system:get_current_time"


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Any:
    def start_run(document: dict[str, Any], **options: Any) -> Run:
        return run_start(workflow_create(alice, document=document), alice, inputs={}, **options)[0]

    return start_run


def test_a_chain_of_effects_needs_one_task(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("a"), ask("b")))
    queue.run_next()
    assert not queue.sent
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["result"] == "Answer of b"


def test_a_node_is_queued_started_and_succeeds(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("writer", {"text": "Hello there"})))
    queue.run_all()
    assert_over(run, "succeeded")
    # However many pieces the text was stored in.
    assert [type_ for type_, _ in groupby(type_ for type_, key in events_of(run) if key == "writer")] == [
        "node_queued",
        "node_started",
        "model_call_started",
        "node_text_appended",
        "model_call_finished",
        "node_succeeded",
    ]
    assert payload_of(run, "node_started", "writer") == {"attempt": 1, "node_type": "process", "name": "Writer"}
    pieces = RunEvent.objects.filter(run=run, type="node_text_appended").order_by("seq")
    assert "".join(piece.payload["text"] for piece in pieces) == "Hello there"
    row = NodeRun.objects.get(run=run, node_key="writer")
    assert (row.lease_owner, row.lease_until, row.ports) == ("", None, ["out"])
    assert row.inputs["userPrompt"] == "Go"


def test_a_fan_is_spread_over_tasks_but_for_one_branch(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), ask("b"), ask("c")))
    queue.run_next()
    assert queue.names() == [RUN_NODE, RUN_NODE]
    assert statuses(run)["a"] == "succeeded"
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert list(run.output) == ["a", "b", "c"]


def test_branches_that_end_in_another_order_are_merged_in_edge_order(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), ask("b"), ask("c")))
    queue.run_next()
    queue.sent.reverse()
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert list(run.output) == ["a", "b", "c"]


def test_later_nodes_see_outputs_of_earlier_steps(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("a"), text("between", "<{{ nodes.a.result }}>"), ask("b"), text("last", "{{ A.result }}")))
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "Answer of a"}
    assert NodeRun.objects.get(run=run, node_key="between").output == {"text": "<Answer of a>"}


def test_tokens_are_summed_over_the_run(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("a", {"text": "one two"}), ask("b", {"text": "three"})))
    queue.run_all()
    assert_over(run, "succeeded")
    usages = NodeRun.objects.filter(run=run, node_key__in=["a", "b"]).values_list("usage", flat=True)
    assert run.usage["output_tokens"] == 3
    assert run.usage["input_tokens"] == sum(usage["input_tokens"] for usage in usages) > 0
    assert payload_of(run, "run_finished")["usage"] == run.usage


def test_replies_and_results_are_journaled(queue: TaskQueue, start: Any) -> None:
    script = ({"toolCalls": [{"tool": CLOCK}]}, {"text": "Noon."})
    run = start(chain(ask("writer", *script, enabledTools=[CLOCK])))
    queue.run_all()
    assert_over(run, "succeeded")
    rows = JournalRow.objects.filter(node_run__run=run).order_by("seq")
    assert [row.kind for row in rows] == ["reply", "tool_result", "reply"]
    assert event_types(run).count("tool_call_finished") == 1


def test_a_failing_node_fails_the_run_with_its_reason(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("writer", {"fail": {"status": 401, "message": "Wrong key"}}), text("after")))
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert (run.error["code"], run.error["node_key"]) == ("provider_auth", "writer")
    assert payload_of(run, "node_failed", "writer")["error"]["code"] == "provider_auth"
    assert "after" not in statuses(run)


def test_a_failing_pure_node_fails_the_run(queue: TaskQueue, start: Any) -> None:
    run = start(chain(failing("check")))
    queue.run_all()
    assert_over(run, "failed")
    assert statuses(run)["check"] == "failed"


def test_a_failure_cancels_what_waits_and_what_is_in_work(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("bad", {"fail": {"status": 400}}), ask("busy"), ask("waiting")))
    queue.run_next()
    assert_over(run, "failed")
    found = statuses(run)
    assert (found["bad"], found["busy"], found["waiting"]) == ("failed", "cancelled", "cancelled")
    queue.run_all()
    assert_over(run, "failed")


def test_the_work_that_was_paid_before_a_failure_is_counted(queue: TaskQueue, start: Any) -> None:
    script = ({"text": "x", "toolCalls": [{"tool": CLOCK}]}, {"fail": {"status": 400}})
    run = start(chain(ask("writer", *script, enabledTools=[CLOCK])))
    queue.run_all()
    assert_over(run, "failed")
    assert run.usage["output_tokens"] == 1


def test_an_unexpected_exception_is_masked(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> NodeOutcome:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(AINode, "run", broken)
    run = start(chain(ask("writer")))
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "internal_error"
    assert "secret detail" not in str(run.error)
    assert "secret detail" in caplog.text


def test_an_output_that_is_not_json_fails_the_node(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AINode, "run", lambda *_: NodeOutcome({"result": object()}))
    run = start(chain(ask("writer")))
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "output_invalid"


def test_a_long_output_is_cut_in_the_event_only(queue: TaskQueue, start: Any) -> None:
    long = "word " * 8000
    run = start(chain(ask("writer", {"text": long})))
    queue.run_all()
    assert_over(run, "succeeded")
    payload = payload_of(run, "node_succeeded", "writer")
    assert payload["truncated"] is True
    assert len(str(payload["output"])) < 25_000
    assert NodeRun.objects.get(run=run, node_key="writer").output["result"] == long


def test_text_is_stored_without_gaps_or_repeats(queue: TaskQueue, start: Any) -> None:
    written = " ".join(f"word{number}" for number in range(200))
    run = start(chain(ask("writer", {"text": written})))
    queue.run_all()
    pieces = RunEvent.objects.filter(run=run, type="node_text_appended").order_by("seq")
    stored = ""
    for piece in pieces:
        assert piece.payload["offset"] == len(stored)
        stored += piece.payload["text"]
    assert stored == written


def test_a_claimed_node_is_not_run_by_a_second_task(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), ask("b")))
    queue.run_next()
    node_run = NodeRun.objects.get(run=run, node_key="b")
    NodeRun.objects.filter(pk=node_run.pk).update(status=Status.RUNNING, lease_owner="somebody")
    node_run_execute(node_run.pk)
    assert statuses(run)["b"] == "running"
    assert ("node_started", "b") not in events_of(run)


def test_whoever_has_lost_the_lease_changes_nothing(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def overtaken(*_: Any) -> NodeOutcome:
        NodeRun.objects.filter(status=Status.RUNNING).update(lease_owner="somebody else")
        return NodeOutcome({"result": "late"})

    monkeypatch.setattr(AINode, "run", overtaken)
    run = start(chain(ask("writer")))
    queue.run_all()
    assert statuses(run)["writer"] == "running"
    assert ("node_succeeded", "writer") not in events_of(run)
    assert "given to another worker" in caplog.text


def test_tools_are_called_for_the_person_who_started_the_run(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    alice.groups.create(name="writers")
    sources = []
    real = node_ports.GatewayTools.__init__

    def remember(self: node_ports.GatewayTools, source: CallSource, *rest: Any) -> None:
        sources.append(source)
        real(self, source, *rest)

    monkeypatch.setattr(node_ports.GatewayTools, "__init__", remember)
    run = start(chain(ask("writer")), mode="test")
    queue.run_all()
    context = sources[0].context
    assert (context.caller.username, context.caller.roles) == ("alice", frozenset({"writers"}))
    assert (context.mode, context.run_id, context.node_key) == ("test", str(run.pk), "writer")


class Held:
    """Lets a test see a process node that stays in work until it is stopped."""

    def __init__(self) -> None:
        self.in_work = threading.Event()
        self.notified = threading.Event()

    def run(self, context: NodeContext) -> NodeOutcome:
        self.in_work.set()
        assert self.notified.wait(60)
        assert context.cancel.is_cancelled()
        raise RunCancelledError("stopped")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held()
    cancel = RunCancelToken.cancel

    def cancel_and_notify(token: RunCancelToken) -> None:
        cancel(token)
        held.notified.set()

    monkeypatch.setattr(RunCancelToken, "cancel", cancel_and_notify)
    monkeypatch.setattr(AINode, "run", lambda _type, _config, context: held.run(context))
    return held


def in_thread(queue: TaskQueue) -> threading.Thread:
    def work() -> None:
        queue.run_next()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_whoever_stood_still_for_longer_than_its_lease_asks_no_model(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(chain(ask("writer"), text("after")))
    with monkeypatch.context() as frozen:
        frozen.setattr(leases, "LEASE", timedelta(0))
        queue.run_next()
    assert not JournalRow.objects.exists()
    run.refresh_from_db()
    assert run.status == Status.RUNNING
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def test_cancelling_reaches_a_node_in_work(queue: TaskQueue, start: Any, held: Held) -> None:
    run = start(chain(ask("writer"), text("after")))
    worker = in_thread(queue)
    assert held.in_work.wait(60)
    run_cancel(run.pk)
    worker.join(60)
    assert held.notified.is_set()
    assert_over(run, "cancelled")
    assert [type_ for type_, _ in events_of(run)][-3:] == ["run_cancel_requested", "node_cancelled", "run_finished"]
    assert "after" not in statuses(run)


def test_a_cancel_from_another_process_is_found_in_the_row(
    queue: TaskQueue, start: Any, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(chain(ask("writer")))
    worker = in_thread(queue)
    assert held.in_work.wait(60)
    monkeypatch.setattr(running_nodes, "cancel_run", lambda run_id: None)
    run_cancel(run.pk)
    worker.join(60)
    assert_over(run, "cancelled")


def test_a_failure_stops_the_nodes_in_work(queue: TaskQueue, start: Any, held: Held) -> None:
    nodes = [node("start", "start"), ask("busy"), node("bad", "code", {"code": "1/0"}), node("end", "end")]
    edges = [edge("start", "busy"), edge("start", "bad"), edge("busy", "end"), edge("bad", "end")]
    run = start(graph(nodes, edges))
    worker = in_thread(queue)
    assert held.in_work.wait(60)
    queue.run_all()
    worker.join(60)
    assert held.notified.is_set()
    assert_over(run, "failed")
    assert statuses(run)["busy"] == "cancelled"


def test_cancelling_a_run_that_waits_ends_it_at_once(queue: TaskQueue, start: Any) -> None:
    run = start(chain(ask("writer")))
    run_cancel(run.pk)
    assert_over(run, "cancelled")
    queue.run_all()
    assert_over(run, "cancelled")


def test_queued_nodes_of_a_cancelled_run_never_start(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), ask("b"), ask("c")))
    queue.run_next()
    run_cancel(run.pk)
    assert_over(run, "cancelled")
    queue.run_all()
    found = statuses(run)
    assert (found["a"], found["b"], found["c"]) == ("succeeded", "cancelled", "cancelled")


def test_cancelling_a_finished_run_changes_nothing(queue: TaskQueue, start: Any) -> None:
    run = start(chain(text("a")))
    queue.run_all()
    run_cancel(run.pk)
    assert_over(run, "succeeded")


def test_nothing_is_left_in_work(queue: TaskQueue, start: Any) -> None:
    start(chain(ask("a")))
    queue.run_all()
    assert running_nodes.tokens() == []
