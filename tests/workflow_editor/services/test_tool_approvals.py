"""Calls that a rule wants approved: the node waits, a person decides, and it continues, also after a crash."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, clients_over, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import member_create, version_create, workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of, statuses
from tools.adapters import gateway_factory as adapters
from tools.core.definitions import CallMode
from tools.models import ToolInvocation, ToolPolicy
from tools.services.policies import policy_create, policy_update
from tools.services.tool_configs import tool_config_create, tool_config_update
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.turns import turn_create
from workflow_editor.models import JournalRow, Run, Status, Wait
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.due import waits_answer_due

URL = "https://api.example.com/orders"
ORDER = {
    "id": "t1",
    "type": "http-request",
    "name": "Order",
    "config": {"method": "POST", "url": URL},
}
SCRIPT = ({"toolCalls": [{"tool": "Order", "arguments": {"body": '{"n": 1}'}}]}, {"text": "Done."})
TOOL_NODE = chain(node("order", "tool", {"tool": ORDER, "arguments": {"body": '{"n": 1}'}}))
HTTP_NODE = chain(node("order", "http_request", {"method": "POST", "url": URL, "bodyType": "raw", "body": '{"n": 1}'}))
LOOP = chain(ask("order", *SCRIPT, tools=[ORDER]))
LOOP_GOES_ON = chain(ask("order", *SCRIPT, tools=[ORDER], onToolFailure="tell_model"))
DOCUMENTS = pytest.mark.parametrize("document", [TOOL_NODE, HTTP_NODE, LOOP], ids=["tool node", "HTTP node", "loop"])


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch, admin: User) -> Iterator[LoopbackServer]:
    """Replaces https://api.example.com/; a rule wants every POST approved."""

    def answer(request: Received) -> Reply:
        return Reply.of_json({"order": 7})

    policy_create(
        tool_pattern="http_request",
        effect="ask",
        when="args.method == 'POST'",
        note="Orders cost money.",
        ask_timeout_s=3600,
        created_by=admin,
    )
    with serving(answer) as server:
        transport = StandInTransport({"api.example.com": server.url})
        monkeypatch.setattr(adapters, "outbound_client", clients_over(transport))
        adapters.gateway.cache_clear()
        yield server
        adapters.gateway.cache_clear()
        transport.close()


@pytest.fixture
def started(queue: TaskQueue, alice: User, web: LoopbackServer) -> Any:
    def start(document: dict[str, Any], mode: CallMode = "live") -> Run:
        run = run_start(workflow_create(alice, document=document), alice, inputs={}, mode=mode)[0]
        queue.run_all()
        return run

    return start


def wait_of(run: Run) -> Wait:
    return Wait.objects.filter(node_run__run=run).latest("id")


def decide(api: APIClient, run: Run, decision: str, **more: Any) -> Any:
    address = f"/api/approvals/{wait_of(run).pk}/answer/"
    return api.post(address, {"decision": decision, **more}, format="json")


def calls_in_audit(api: APIClient, run: Run) -> Any:
    return [row for row in api.get(f"/api/tools/invocations/?run={run.pk}").json()["results"] if row["stage"] == "call"]


@DOCUMENTS
def test_the_node_waits_and_shows_what_it_wants(
    started: Any, web: LoopbackServer, alice_api: APIClient, document: Any
) -> None:
    run = started(document)
    run.refresh_from_db()
    assert run.status == Status.WAITING
    assert web.received == []
    reported = payload_of(run, "node_waiting", "order")
    assert reported["wait"]["kind"] == "tool_approval"
    shown = reported["wait"]
    assert (shown["rule"]["note"], shown["rule"]["revision"]) == ("Orders cost money.", 1)
    assert json.loads(shown["arguments"]["body"])["n"] == 1
    assert shown["arguments_schema"]["type"] == "object"
    wait = wait_of(run)
    assert wait.due_at is not None
    assert timedelta(minutes=59) < wait.due_at - timezone.now() < timedelta(minutes=61)
    # The audit log is of calls that were made or refused; this one is neither yet.
    assert calls_in_audit(alice_api, run) == []


@DOCUMENTS
def test_yes_sends_the_call_once(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient, document: Any
) -> None:
    run = started(document)
    assert decide(alice_api, run, "approve").status_code == 200
    queue.run_all()
    assert_over(run, "succeeded")
    assert len(web.received) == 1
    (row,) = calls_in_audit(alice_api, run)
    assert (row["decision"], row["success"], row["rule_revision"]) == ("ask", True, 1)
    assert row["approval"] == {"decision": "approve", "by": "alice", "comment": "", "changed": False}
    assert decide(alice_api, run, "approve").json()["code"] == "already_answered"


def test_a_call_is_known_by_its_name_after_the_tool_was_renamed(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice: User, alice_api: APIClient
) -> None:
    tool = tool_config_create(type="http-request", name="Order", config={"method": "POST", "url": URL}, owner=alice)
    used = {"id": "t1", "type": "http-request", "name": "", "toolConfig": str(tool.id), "config": {}}
    run = started(chain(ask("order", *SCRIPT, {"text": "Done."}, tools=[used])))
    tool_config_update(tool=tool, name="Buy")
    assert decide(alice_api, run, "approve").status_code == 200
    queue.run_all()
    assert_over(run, "succeeded")
    assert len(web.received) == 1
    assert payload_of(run, "tool_call_finished", "order")["function"] == "order"


def test_the_call_has_the_arguments_that_the_person_gave_and_keeps_what_was_hidden(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient
) -> None:
    document = chain(
        node(
            "order",
            "tool",
            {"tool": ORDER, "arguments": {"body": {"n": 1, "api_key": "planted-3f9", "to": ["a", "b"]}}},
        )
    )
    run = started(document)
    shown = wait_of(run).payload["arguments"]
    assert shown["body"]["api_key"] == "***"
    changed = {**shown, "body": {**shown["body"], "n": 2, "to": ["a"]}}
    answer = decide(alice_api, run, "approve", values={"arguments": changed}, comment="two")
    assert answer.json()["answer"]["values"]["arguments"]["body"]["n"] == 2
    queue.run_all()
    assert_over(run, "succeeded")
    assert json.loads(web.received[0].body) == {"n": 2, "api_key": "planted-3f9", "to": ["a"]}
    (row,) = calls_in_audit(alice_api, run)
    assert (row["approval"]["changed"], row["arguments"]["body"]["n"]) == (True, 2)
    assert "planted-3f9" not in json.dumps([wait_of(run).answer, wait_of(run).payload, row["arguments"]])


WRONG = [
    ({"arguments": "no"}, "/values/arguments", "not_an_object"),
    ({"arguments": {"body": "x", "nonsense": 1}}, "/values/arguments/nonsense", "additionalProperties"),
]


@pytest.mark.parametrize(("values", "pointer", "code"), WRONG)
def test_arguments_that_do_not_fit_are_pointed_at(
    started: Any, alice_api: APIClient, values: Any, pointer: str, code: str
) -> None:
    run = started(LOOP)
    answer = decide(alice_api, run, "approve", values=values)
    assert answer.status_code == 400
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [(pointer, code)]
    assert wait_of(run).answered_at is None


@DOCUMENTS
def test_no_stops_the_node(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient, document: Any
) -> None:
    run = started(document)
    decide(alice_api, run, "reject", comment="Too dear.")
    queue.run_all()
    assert_over(run, "failed")
    assert web.received == []
    assert "Too dear." in (run.error or {})["message"]
    (row,) = calls_in_audit(alice_api, run)
    assert (row["decision"], row["success"], row["approval"]["decision"]) == ("deny", False, "reject")


def test_a_refusal_is_sent_to_the_model_when_the_node_goes_on(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient
) -> None:
    run = started(LOOP_GOES_ON)
    decide(alice_api, run, "reject")
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert "alice rejected" in run.output["toolCalls"][0]["result"]["message"]
    assert web.received == []


def test_no_answer_in_time_is_a_no(queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient) -> None:
    run = started(TOOL_NODE)
    Wait.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert decide(alice_api, run, "approve").json()["code"] == "wait_expired"
    waits_answer_due()
    queue.run_all()
    assert_over(run, "failed")
    assert web.received == []
    (row,) = calls_in_audit(alice_api, run)
    assert row["approval"] == {"decision": "timed_out", "by": "", "comment": "", "changed": False}


@pytest.mark.parametrize("kind", ["tool_asked", "tool_started", "tool_result"])
@pytest.mark.parametrize("document", [TOOL_NODE, LOOP], ids=["tool node", "loop"])
def test_a_worker_that_dies_loses_neither_question_nor_answer(
    queue: TaskQueue,
    started: Any,
    web: LoopbackServer,
    alice: User,
    alice_api: APIClient,
    document: Any,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Killed right after an entry was stored; `tool_result` is the entry after which only the outcome is missing."""
    append = OrmJournal.append

    def dying(journal: OrmJournal, entry: Any, **how: bool) -> None:
        append(journal, entry)
        if entry.kind == kind:
            raise ProcessKilledError

    run = run_start(workflow_create(alice, document=document), alice, inputs={})[0]
    with monkeypatch.context() as patched:
        patched.setattr(OrmJournal, "append", dying)
        with suppress(ProcessKilledError):
            queue.run_all()
            decide(alice_api, run, "approve")
            queue.run_all()
    restart(queue)
    if kind == "tool_asked":
        assert statuses(run)["order"] == "waiting"
        assert JournalRow.objects.filter(kind="tool_asked").count() == 1
        decide(alice_api, run, "approve")
        queue.run_all()
    if kind == "tool_started":
        # The call may have gone out before the worker died, so the old question comes up: did it happen?
        assert wait_of(run).kind == "outcome_unknown"
        assert decide(alice_api, run, "again").status_code == 200
        queue.run_all()
    assert_over(run, "succeeded")
    assert len(web.received) == 1
    assert Wait.objects.filter(kind="tool_approval").count() == 1


def test_a_rehearsal_asks_nobody(started: Any, web: LoopbackServer) -> None:
    run = started(TOOL_NODE, mode="test")
    assert_over(run, "succeeded")
    assert web.received == []
    assert not Wait.objects.exists()


def test_calls_of_one_reply_are_asked_about_one_by_one(
    queue: TaskQueue, started: Any, web: LoopbackServer, alice_api: APIClient
) -> None:
    two = [{"tool": "Order", "arguments": {"body": f'{{"n": {number}}}'}} for number in (1, 2)]
    run = started(chain(ask("order", {"toolCalls": two}, {"text": "Done."}, tools=[ORDER])))
    for number in (1, 2):
        assert len(web.received) == number - 1
        decide(alice_api, run, "approve")
        queue.run_all()
    assert_over(run, "succeeded")
    assert len(calls_in_audit(alice_api, run)) == 2
    assert event_types(run).count("model_call_started") == 2


def test_who_is_allowed_to_answer(
    started: Any, alice: User, bob: User, bob_api: APIClient, admin_api: APIClient
) -> None:
    run = started(TOOL_NODE)
    address = f"/api/approvals/{wait_of(run).pk}/answer/"
    assert bob_api.get("/api/approvals/?status=open").json()["results"] == []
    assert bob_api.post(address, {"decision": "approve"}, format="json").status_code == 404
    member = member_create(run.workflow, bob, "viewer")
    assert bob_api.post(address, {"decision": "approve"}, format="json").status_code == 404
    member.role = "editor"
    member.save()
    assert len(bob_api.get("/api/approvals/?status=open").json()["results"]) == 1
    assert len(admin_api.get("/api/approvals/?status=open").json()["results"]) == 1
    assert admin_api.post(address, {"decision": "approve"}, format="json").json()["answered_by"]["username"] == "admin"


def in_itself(alice: User, bob: User) -> Run:
    workflow = workflow_create(alice, document=LOOP, editors=(bob,))
    return run_start(workflow, alice, inputs={}, mode="live")[0]


def in_a_tool_node(alice: User, bob: User) -> Run:
    workflow = workflow_create(alice, document=TOOL_NODE, editors=(bob,))
    return run_start(workflow, alice, inputs={}, mode="live")[0]


def below_another_workflow(alice: User, bob: User) -> Run:
    inner = workflow_create(alice, name="Inner", document=TOOL_NODE, editors=(bob,))
    version_create(inner, document=TOOL_NODE)
    outer = workflow_create(alice, document=chain(node("sub", "sub_workflow", {"workflow": str(inner.pk)})))
    return run_start(outer, alice, inputs={}, mode="live")[0]


def in_a_chat(alice: User, bob: User) -> Run:
    tool = tool_config_create(type="http-request", name="Order", config={"method": "POST", "url": URL}, owner=alice)
    agent = agent_create(alice, script=list(SCRIPT), tool_ids_inventory=[f"tool:{tool.pk}"])
    turn = turn_create(conversation_create(alice, agent), message="Order")
    assert turn.run is not None
    return turn.run


@pytest.mark.parametrize("begin", [in_itself, in_a_tool_node, below_another_workflow, in_a_chat])
def test_a_rule_may_want_somebody_else_than_who_started_the_run(
    queue: TaskQueue,
    web: LoopbackServer,
    alice: User,
    bob: User,
    admin_api: APIClient,
    alice_api: APIClient,
    bob_api: APIClient,
    begin: Callable[[User, User], Run],
) -> None:
    rule = ToolPolicy.objects.get()
    policy_update(policy=rule, changed_by=alice, ask_someone_else=True)
    run = begin(alice, bob)
    queue.run_all()
    (shown,) = alice_api.get("/api/approvals/?status=open").json()["results"]
    assert (shown["needs_someone_else"], shown["decisions"]) == (True, [])
    address = f"/api/approvals/{shown['id']}/answer/"
    for decision in ("approve", "reject"):
        assert_problem(alice_api.post(address, {"decision": decision}), 403, "needs_someone_else")
    assert web.received == []
    other = admin_api if begin is in_a_chat else bob_api
    (theirs,) = other.get("/api/approvals/?status=open").json()["results"]
    assert (theirs["needs_someone_else"], theirs["decisions"]) == (False, ["approve", "reject"])
    assert other.post(address, {"decision": "approve"}).status_code == 200
    queue.run_all()
    assert_over(run, "succeeded")
    assert len(web.received) == 1
    (row,) = ToolInvocation.objects.filter(stage="call")
    assert (row.approval or {})["may_not_answer"] == ["alice"]


def test_the_chief_of_all_is_no_second_person_for_his_own_run(
    queue: TaskQueue, web: LoopbackServer, admin: User, alice: User, admin_api: APIClient
) -> None:
    policy_update(policy=ToolPolicy.objects.get(), changed_by=alice, ask_someone_else=True)
    run = run_start(workflow_create(admin, document=TOOL_NODE), admin, inputs={}, mode="live")[0]
    queue.run_all()
    assert_problem(decide(admin_api, run, "approve"), 403, "needs_someone_else")
