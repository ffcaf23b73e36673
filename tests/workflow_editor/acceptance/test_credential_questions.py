"""A call with a credential for a new origin waits for the credential's owner, and for nobody else."""

from contextlib import suppress
from datetime import timedelta
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import member_create
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done, used
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tools.models import AccessEvent, Credential, ToolConfig, ToolInvocation
from tools.services.policies import policy_create
from tools.services.tool_configs import tool_config_update
from workflow_editor.models import Wait, Workflow
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.services.runs.waits import answer as answers

SECRET = "planted-owner-key-52"
ORIGIN = "https://api.example.com"
HOME = f"{ORIGIN}/items"
ELSEWHERE = "https://elsewhere.example.org"


class Asked:
    """A workflow of alice's with a next run that asks her, made in one of several ways."""

    def __init__(self, api_user: ApiUser, queue: TaskQueue) -> None:
        self.api_user = api_user
        self.queue = queue

    def credential(self) -> str:
        body = {"name": "Shop", "kind": "http", "values": {"secret": SECRET}}
        made = str(done(self.api_user.api.post("/api/credentials/", body))["id"])
        done(self.api_user.api.post(f"/api/credentials/{made}/origins/", {"origin": ELSEWHERE}))
        return made

    def signed(self, credential: str, url: str = HOME, **config: Any) -> Json:
        signed = {"url": url, "authType": "bearer", "credential": credential, "method": "POST", **config}
        return node("writer", "http_request", {"bodyType": "raw", "body": "colour=red", **signed})

    def tool(self, **fields: Any) -> Json:
        """A tool with an origin that its owner has removed from the list."""
        headers = [{"key": "Authorization", "value": SECRET}]
        made = self.api_user.tool(
            "http-request", {"method": "POST", "url": HOME, "headers": headers, "bodyType": "raw"}, **fields
        )
        row = Credential.objects.latest("created_at")
        done(self.api_user.api.delete(f"/api/credentials/{row.pk}/origins/?origin={ORIGIN}"))
        return made

    def start(self, workflow: str, api: APIClient | None = None, path: str = "runs") -> str:
        run = done((api or self.api_user.api).post(f"/api/workflows/{workflow}/{path}/", {}, format="json"))["id"]
        self.queue.run_all()
        return str(run)

    def run(self, run: str, api: APIClient | None = None) -> Json:
        found: Json = done((api or self.api_user.api).get(f"/api/runs/{run}/"))
        return found

    def inbox(self, api: APIClient | None = None, status: str = "open") -> list[Json]:
        rows: list[Json] = done((api or self.api_user.api).get(f"/api/approvals/?status={status}"))["results"]
        return rows

    def answer(self, decision: str, **more: Any) -> Json:
        """Decide about the newest question."""
        body = {"decision": decision, **more}
        address = f"/api/approvals/{self.inbox()[0]['id']}/answer/"
        found: Json = done(self.api_user.api.post(address, body, format="json"))
        self.queue.run_all()
        return found


@pytest.fixture
def asked(api_user: ApiUser, queue: TaskQueue) -> Asked:
    return Asked(api_user, queue)


@pytest.fixture(params=["HTTP node", "tool node", "loop"])
def waiting(request: pytest.FixtureRequest, asked: Asked) -> str:
    """A run that waits for alice to confirm https://api.example.com."""
    if request.param == "HTTP node":
        document = chain(asked.signed(asked.credential()))
    else:
        tool = used(asked.tool(name="Shop"))
        script = ({"toolCalls": [{"tool": "Shop", "arguments": {"body": "colour=red"}}]}, {"text": "Done."})
        call = node("writer", "tool", {"tool": tool, "arguments": {"body": "colour=red"}})
        document = chain(call if request.param == "tool node" else ask("writer", *script, tools=[tool]))
    run = asked.start(asked.api_user.workflow(document))
    assert asked.run(run)["status"] == "waiting"
    return run


def origins() -> list[str]:
    found: list[str] = Credential.objects.get().origins
    return found


def confirmations() -> list[str]:
    """Return the origins that the audit log says were confirmed, after the one that began it."""
    rows = AccessEvent.objects.filter(action="credential.origin_confirmed").order_by("id")
    return [row.details["origin"] for row in rows if row.details["origin"] != ELSEWHERE]


def test_the_owner_sees_what_would_be_sent_where(asked: Asked, waiting: str, web: LoopbackServer) -> None:
    (question,) = asked.inbox()
    payload = question["payload"]
    assert (question["payload"]["kind"], question["decisions"]) == ("credential_origin", ["confirm", "refuse"])
    assert (payload["origin"], payload["credential"]["owner"]) == (ORIGIN, "alice")
    assert payload["arguments"]["body"] == "colour=red"
    assert SECRET not in str(question)
    due_at = Wait.objects.get().due_at
    assert due_at is not None
    assert due_at > timezone.now()
    assert not ToolInvocation.objects.filter(stage="call").exists()
    assert not web.received


def test_confirmed_the_call_goes_out_once(asked: Asked, waiting: str, web: LoopbackServer) -> None:
    answered = asked.answer("confirm")
    assert answered["answered_by"]["username"] == "alice"
    assert asked.run(waiting)["status"] == "succeeded", asked.run(waiting)["error"]
    (sent,) = web.received
    assert SECRET in repr(sent.headers)
    assert ORIGIN in origins()
    assert confirmations() == [ORIGIN]


def test_refused_the_run_fails_with_a_sentence(asked: Asked, waiting: str, web: LoopbackServer) -> None:
    asked.answer("refuse")
    run = asked.run(waiting)
    assert run["status"] == "failed"
    assert f"alice did not allow the credential to be sent to {ORIGIN}, so nothing was sent." in run["error"]["message"]
    chinese = done(asked.api_user.api.get(f"/api/runs/{waiting}/", headers={"Accept-Language": "zh-hans"}))
    assert f"alice不允许把凭据发送到 {ORIGIN}" in chinese["error"]["message"]
    assert ORIGIN not in origins()
    assert not web.received


def test_unanswered_the_run_fails_with_a_sentence(asked: Asked, waiting: str, web: LoopbackServer) -> None:
    Wait.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    process_due_work()
    asked.queue.run_all()
    run = asked.run(waiting)
    assert run["status"] == "failed"
    assert f"Nobody confirmed in time that the credential may be sent to {ORIGIN}" in run["error"]["message"]
    assert not web.received


def test_the_question_outlives_the_process(asked: Asked, waiting: str, web: LoopbackServer) -> None:
    restart(asked.queue)
    assert asked.run(waiting)["status"] == "waiting"
    assert len(asked.inbox()) == 1
    asked.answer("confirm")
    assert asked.run(waiting)["status"] == "succeeded"
    assert len(web.received) == 1


def test_one_answer_is_for_all_that_wait_for_the_same(asked: Asked, web: LoopbackServer) -> None:
    credential = asked.credential()
    document = chain(asked.signed(credential))
    runs = [asked.start(asked.api_user.workflow(document)) for _ in range(3)]
    other = asked.start(asked.api_user.workflow(chain(asked.signed(credential, "https://other.example.org/"))))
    question = next(row for row in asked.inbox() if row["run"]["id"] == runs[0])
    done(asked.api_user.api.post(f"/api/approvals/{question['id']}/answer/", {"decision": "confirm"}, format="json"))
    asked.queue.run_all()
    assert [asked.run(run)["status"] for run in [*runs, other]] == ["succeeded"] * 3 + ["waiting"]
    assert len(web.received) == 3
    assert confirmations() == [ORIGIN]


def test_a_refusal_too(asked: Asked) -> None:
    document = chain(asked.signed(asked.credential()))
    runs = [asked.start(asked.api_user.workflow(document)) for _ in range(3)]
    asked.answer("refuse")
    assert [asked.run(run)["status"] for run in runs] == ["failed"] * 3


@pytest.mark.parametrize(("decision", "status"), [("confirm", "succeeded"), ("refuse", "failed")])
def test_killed_between_two_of_them_the_others_go_on_all_the_same(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, decision: str, status: str
) -> None:
    document = chain(asked.signed(asked.credential()))
    runs = [asked.start(asked.api_user.workflow(document)) for _ in range(3)]

    def dying(*args: Any) -> None:
        raise ProcessKilledError

    with monkeypatch.context() as patched, suppress(ProcessKilledError):
        patched.setattr(answers, "waits_of_same_origin", dying)
        asked.answer(decision)
    restart(asked.queue)
    assert sorted(asked.run(run)["status"] for run in runs) == sorted([status, "waiting", "waiting"])
    process_due_work()
    asked.queue.run_all()
    assert [asked.run(run)["status"] for run in runs] == [status] * 3


def test_what_is_confirmed_in_the_settings_lets_runs_go_on(asked: Asked, waiting: str) -> None:
    credential = Credential.objects.get().pk
    done(asked.api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": HOME}, format="json"))
    process_due_work()
    asked.queue.run_all()
    assert asked.run(waiting)["status"] == "succeeded"
    assert asked.inbox() == []


def test_what_is_refused_in_the_settings_ends_runs_and_a_later_call_asks_again(
    asked: Asked, waiting: str, web: LoopbackServer
) -> None:
    address = f"/api/credentials/{Credential.objects.get().pk}/origins/"
    assert asked.api_user.api.delete(f"{address}?origin={HOME}").status_code == 200
    process_due_work()
    asked.queue.run_all()
    ended = asked.run(waiting)
    assert ended["status"] == "failed"
    assert (
        f"alice did not allow the credential to be sent to {ORIGIN}, so nothing was sent." in ended["error"]["message"]
    )
    assert asked.inbox() == []

    again = asked.start(ended["workflow"]["id"])
    process_due_work()
    asked.queue.run_all()
    assert asked.run(again)["status"] == "waiting"
    done(asked.api_user.api.post(address, {"origin": HOME}, format="json"))
    process_due_work()
    asked.queue.run_all()
    assert asked.run(again)["status"] == "succeeded"
    assert len(web.received) == 1


def test_a_credential_that_is_deleted_leaves_no_run_waiting(asked: Asked) -> None:
    run = asked.start(asked.api_user.workflow(chain(asked.signed(asked.credential()))))
    Credential.objects.all().delete()
    process_due_work()
    asked.queue.run_all()
    found = asked.run(run)
    assert (found["status"], found["error"]["code"]) == ("failed", "credential_missing")


def test_nobody_else_is_asked_or_can_answer(
    asked: Asked, bob: User, bob_api: APIClient, admin_api: APIClient, web: LoopbackServer
) -> None:
    workflow = asked.api_user.workflow(chain(asked.signed(asked.credential())))
    member_create(Workflow.objects.get(pk=workflow), bob, "editor")
    asked.start(workflow)
    wait = Wait.objects.get().pk
    for stranger in (bob_api, admin_api):
        assert asked.inbox(stranger) == []
        answer = stranger.post(f"/api/approvals/{wait}/answer/", {"decision": "confirm"}, format="json")
        assert answer.status_code == 404
    assert not web.received


def test_whoever_runs_somebody_elses_tool_waits_for_its_owner(
    asked: Asked, bob_api: APIClient, web: LoopbackServer
) -> None:
    tool = asked.tool(name="Shop")
    tool_config_update(tool=_row(tool), shared=True)
    document = chain(node("writer", "tool", {"tool": used(tool), "arguments": {"body": "colour=red"}}))
    workflow = done(bob_api.post("/api/workflows/", {"name": "Bob's", "document": document}, format="json"))["id"]
    run = asked.start(workflow, bob_api)
    assert asked.inbox(bob_api) == []
    (question,) = asked.inbox()
    assert (question["payload"]["asked_by"], question["workflow"]["name"]) == ("bob", "Bob's")
    explained = done(bob_api.get(f"/api/runs/{run}/explain/"))
    assert "owner of a credential" in str(explained)
    asked.answer("confirm")
    assert asked.run(run, bob_api)["status"] == "succeeded"
    assert len(web.received) == 1


def test_the_question_names_who_saved_the_address(asked: Asked, bob: User, bob_api: APIClient) -> None:
    document = chain(asked.signed(asked.credential(), f"{ELSEWHERE}/"))
    workflow = asked.api_user.workflow(document)
    member_create(Workflow.objects.get(pk=workflow), bob, "editor")
    _edit(bob_api, workflow, url=HOME)
    _edit(asked.api_user.api, workflow, timeout=20_000)
    asked.start(workflow)
    (question,) = asked.inbox()
    assert question["payload"]["saved_by"]["username"] == "bob"


def test_nobody_is_named_for_an_address_that_a_variable_fills_in(asked: Asked) -> None:
    document = chain(asked.signed(asked.credential(), "https://api.{{ inputs.host }}/items"))
    workflow = asked.api_user.workflow(document)
    body = {"inputs": {"host": "example.com"}}
    done(asked.api_user.api.post(f"/api/workflows/{workflow}/runs/", body, format="json"))
    asked.queue.run_all()
    assert asked.inbox()[0]["payload"]["saved_by"] is None


def test_a_rule_that_asks_still_asks_afterwards(asked: Asked, admin: User, web: LoopbackServer) -> None:
    policy_create(tool_pattern="http_request", effect="ask", created_by=admin)
    run = asked.start(asked.api_user.workflow(chain(asked.signed(asked.credential()))))
    assert [row["payload"]["kind"] for row in asked.inbox()] == ["credential_origin"]
    asked.answer("confirm")
    assert [row["payload"]["kind"] for row in asked.inbox()] == ["tool_approval"]
    assert not web.received
    asked.answer("approve")
    assert asked.run(run)["status"] == "succeeded"
    assert len(web.received) == 1


@pytest.mark.parametrize(("effect", "status"), [("deny", "failed"), ("mock", "succeeded")])
def test_nobody_is_asked_about_what_is_never_sent(
    asked: Asked, admin: User, effect: Literal["deny", "mock"], status: str
) -> None:
    answer = {"status": 200, "statusText": "OK", "headers": {}, "data": None} if effect == "mock" else None
    policy_create(tool_pattern="http_request", effect=effect, created_by=admin, mock_result=answer)
    run = asked.start(asked.api_user.workflow(chain(asked.signed(asked.credential()))))
    assert asked.run(run)["status"] == status
    assert asked.inbox() == []


def test_a_debug_run_waits_too_and_a_test_call_is_answered_at_once(asked: Asked, bob_api: APIClient) -> None:
    run = asked.start(asked.api_user.workflow(chain(asked.signed(asked.credential()))), path="nodes/writer/debug")
    assert asked.run(run)["status"] == "waiting"
    tool = asked.tool(name="Shop")
    tool_config_update(tool=_row(tool), shared=True)
    body = {"arguments": {"body": ""}, "mode": "live"}
    result = done(bob_api.post(f"/api/tools/configs/{tool['id']}/test/", body, format="json"))
    assert result["result"]["metadata"]["error_code"] == "origin_not_confirmed"


def test_an_address_that_is_none_fails_as_it_did(asked: Asked) -> None:
    run = asked.start(asked.api_user.workflow(chain(asked.signed(asked.credential(), "https://[::1/items"))))
    assert asked.run(run)["status"] == "failed"
    assert asked.inbox() == []


def _row(tool: Json) -> ToolConfig:
    return ToolConfig.objects.get(pk=tool["id"])


def _edit(api: APIClient, workflow: str, **config: Any) -> None:
    graph = done(api.get(f"/api/workflows/{workflow}/graph/"))
    (old,) = [found for found in graph["nodes"] if found["key"] == "writer"]
    change = {"op": "update_node", "key": "writer", "changes": {"config": {**old["config"], **config}}}
    body = {"revision": graph["revision"], "operations": [change]}
    done(api.patch(f"/api/workflows/{workflow}/graph/", body, format="json"))
