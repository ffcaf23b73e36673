"""A worker that dies in the middle of a call that must not be repeated leaves a question, which a person answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, clients_over, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of, statuses
from tools.adapters import gateway_factory as adapters
from tools.core.definitions import EffectClass
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.errors import NodeError
from workflow_editor.models import JournalRow, Run, Status, Wait
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.code import CodeNode
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.answer import wait_answer

ORDER = {
    "id": "t1",
    "type": "http-request",
    "name": "Order",
    "config": {"method": "POST", "url": "https://api.example.com/orders", "body": '{"n": 1}'},
}
HTTP_NODE = chain(node("order", "http_request", {"method": "POST", "url": "https://api.example.com/orders"}))
TOOL_NODE = chain(node("order", "tool", {"tool": ORDER}))
LOOP = chain(ask("writer", {"toolCalls": [{"tool": "Order"}]}, {"text": "Ordered."}, tools=[ORDER]))


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    """Replaces https://api.example.com/ and takes orders."""

    def answer(request: Received) -> Reply:
        return Reply.of_json({"order": 7})

    with serving(answer) as server:
        transport = StandInTransport({"api.example.com": server.url})
        monkeypatch.setattr(adapters, "outbound_client", clients_over(transport))
        adapters.gateway.cache_clear()
        yield server
        adapters.gateway.cache_clear()
        transport.close()


def die_before_entry(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Kill the process when it is about to write the first journal entry of this kind."""
    append = OrmJournal.append

    def dying(journal: OrmJournal, entry: Any, **how: bool) -> None:
        if entry.kind == kind:
            raise ProcessKilledError
        append(journal, entry, **how)

    monkeypatch.setattr(OrmJournal, "append", dying)


@pytest.fixture
def interrupted(queue: TaskQueue, alice: User, web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a document, kill the worker after the call was sent and before its result was stored, and start again."""

    def run_and_kill(document: dict[str, Any]) -> Run:
        run = run_start(workflow_create(alice, document=document), alice, inputs={})[0]
        with monkeypatch.context() as patched:
            die_before_entry(patched, "tool_result")
            with pytest.raises(ProcessKilledError):
                queue.run_all()
        assert len(web.received) == 1
        restart(queue)
        return run

    return run_and_kill


def wait_of(run: Run) -> Wait:
    return Wait.objects.get(node_run__run=run)


@pytest.mark.parametrize("document", [TOOL_NODE, LOOP, HTTP_NODE], ids=["tool", "model", "http"])
def test_the_question_shows_what_was_being_sent_and_where_to(
    interrupted: Any, web: LoopbackServer, document: Any
) -> None:
    payload = wait_of(interrupted(document)).payload
    shown = f"{payload['destination']} {payload['arguments']}"
    assert "https://api.example.com" in shown
    assert payload["arguments"]["method"] == "POST"
    if document is not HTTP_NODE:
        assert payload["arguments"]["body"] == '{"n": 1}'


@pytest.mark.parametrize(("document", "key"), [(TOOL_NODE, "order"), (LOOP, "writer")])
def test_the_run_waits_and_gives_the_reason(interrupted: Any, web: LoopbackServer, document: Any, key: str) -> None:
    run = interrupted(document)
    run.refresh_from_db()
    assert run.status == Status.WAITING
    assert statuses(run)[key] == "waiting"
    assert len(web.received) == 1
    reported = payload_of(run, "node_waiting", key)
    assert reported["wait"]["kind"] == "outcome_unknown"
    assert reported["wait"]["tool"] == "Order"
    assert "Order" in reported["wait"]["reason"]["en"]
    assert reported["wait"]["reason"]["zh"] != reported["wait"]["reason"]["en"]


def test_it_happened_goes_on_with_the_output_that_the_person_gives(
    queue: TaskQueue, interrupted: Any, web: LoopbackServer, alice: User
) -> None:
    run = interrupted(TOOL_NODE)
    wait_answer(alice, wait_of(run), decision="happened", values={"data": {"order": 7}})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["data"] == {"data": {"order": 7}}
    assert len(web.received) == 1


@pytest.mark.parametrize(
    ("reported", "output"),
    [
        ({}, {"statusCode": None, "body": None}),
        ({"statusCode": 201, "body": {"order": 7}}, {"statusCode": 201, "body": {"order": 7}}),
        ({"order": 7, "status": "new"}, {"statusCode": None, "body": {"order": 7, "status": "new"}}),
    ],
)
def test_it_happened_of_an_http_request_takes_its_output_or_the_body_alone(
    queue: TaskQueue, interrupted: Any, alice: User, reported: dict[str, Any], output: dict[str, Any]
) -> None:
    run = interrupted(HTTP_NODE)
    assert wait_of(run).payload["fields"] == ["statusCode", "statusText", "headers", "body"]
    wait_answer(alice, wait_of(run), decision="happened", values=reported)
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"statusText": "", "headers": {}, **output}


def test_a_confirmed_outcome_in_a_tool_loop_is_sent_to_the_model(
    queue: TaskQueue, interrupted: Any, web: LoopbackServer, alice: User
) -> None:
    run = interrupted(LOOP)
    wait_answer(alice, wait_of(run), decision="happened", values={"order": 7})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["result"] == "Ordered."
    assert run.output["toolCalls"][0]["result"]["data"] == {"order": 7}
    assert len(web.received) == 1
    assert event_types(run).count("model_call_started") == 2


@pytest.mark.parametrize(("document", "key"), [(TOOL_NODE, "order"), (LOOP, "writer")])
def test_do_it_again_sends_the_same_call_with_the_same_key(
    queue: TaskQueue, interrupted: Any, web: LoopbackServer, alice: User, document: Any, key: str
) -> None:
    run = interrupted(document)
    wait_answer(alice, wait_of(run), decision="again")
    queue.run_all()
    assert_over(run, "succeeded")
    first, second = web.received
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.body == second.body
    kinds = list(JournalRow.objects.filter(node_run__node_key=key).order_by("seq").values_list("kind", flat=True))
    assert [kind for kind in kinds if kind != "reply"] == ["tool_started", "tool_again", "tool_started", "tool_result"]


def test_again_that_is_interrupted_again_asks_again(
    queue: TaskQueue, interrupted: Any, web: LoopbackServer, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = interrupted(TOOL_NODE)
    wait_answer(alice, wait_of(run), decision="again")
    with monkeypatch.context() as patched:
        die_before_entry(patched, "tool_result")
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    restart(queue)
    assert len(web.received) == 2
    second = Wait.objects.get(node_run__run=run, answered_at__isnull=True)
    wait_answer(alice, second, decision="happened", values={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert len(web.received) == 2


def test_fail_fails_the_node(queue: TaskQueue, interrupted: Any, web: LoopbackServer, alice: User) -> None:
    run = interrupted(LOOP)
    wait_answer(alice, wait_of(run), decision="fail")
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert (run.error["code"], run.error["node_key"]) == ("outcome_unknown", "writer")
    assert len(web.received) == 1


def test_a_run_that_asks_can_be_cancelled(interrupted: Any) -> None:
    run = interrupted(TOOL_NODE)
    run_cancel(run.pk)
    assert_over(run, "cancelled")


class _Bomb:
    """A node's work that dies after it took effect, until it is defused."""

    def __init__(self) -> None:
        self.effects = 0
        self.is_live = True

    def run(self, *_: Any) -> NodeOutcome:
        self.effects += 1
        if self.is_live:
            raise ProcessKilledError
        return NodeOutcome({"effects": self.effects})


def test_an_attempt_that_failed_for_a_known_reason_is_made_again_without_asking(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def run(*_: Any) -> NodeOutcome:
        attempts.append(1)
        if len(attempts) == 1:
            raise NodeError("Busy", retryable=True)
        return NodeOutcome({"attempts": len(attempts)})

    monkeypatch.setattr(CodeNode, "effect", EffectClass.UNREPEATABLE)
    monkeypatch.setattr(CodeNode, "run", run)
    policy = {"attempts": 2, "backoffS": 0}
    document = chain({**node("once", "code", {"code": "1"}), "policy": policy})
    started, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    queue.run_all()
    assert_over(started, "succeeded")
    assert started.output == {"attempts": 2}


@pytest.mark.parametrize(
    ("decision", "values", "output", "effects"),
    [("happened", {"mine": True}, {"mine": True}, 1), ("again", {}, {"effects": 2}, 2), ("fail", {}, None, 1)],
)
def test_a_node_that_is_itself_unrepeatable_asks_too(
    queue: TaskQueue,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    decision: str,
    values: dict[str, Any],
    output: dict[str, Any] | None,
    effects: int,
) -> None:
    bomb = _Bomb()
    monkeypatch.setattr(CodeNode, "effect", EffectClass.UNREPEATABLE)
    monkeypatch.setattr(CodeNode, "run", bomb.run)
    document = chain(node("once", "code", {"code": "1"}))
    run = run_start(workflow_create(alice, document=document), alice, inputs={})[0]
    with pytest.raises(ProcessKilledError):
        queue.run_all()
    bomb.is_live = False
    restart(queue)
    assert bomb.effects == 1
    wait_answer(alice, wait_of(run), decision=decision, values=values)
    queue.run_all()
    assert_over(run, "failed" if decision == "fail" else "succeeded")
    assert run.output == output
    assert bomb.effects == effects
