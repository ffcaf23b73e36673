"""Each piece of advice is followed by its reader, with the right that it names and no other."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.conftest import client_of, confirmed
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, node
from tests.factories.run_documents import chain
from tests.factories.runs import run_create
from tests.factories.users import user_create
from tests.factories.workflows import workflow_create
from tools.adapters.gateway_factory import gateway
from tools.core.call import advice as registry
from tools.core.call.advice import EVERY_ADVICE, Advice
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.errors import AccountNotConnectedError
from tools.core.tool_id import ToolId, ToolKind
from tools.models import Account
from tools.selectors.policies import caller_of
from tools.services.account_tokens import account_credential
from tools.services.accounts import account_create
from workflow_editor.api.views import chat_completions
from workflow_editor.mcp.endpoint import McpEndpoint
from workflow_editor.mcp.offered_tools import call_offered, offered_tools
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery, Workflow
from workflow_editor.selectors.run.answers import answer_path
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Scene:
    """Alice owns things; bob is the reader of advice that is not for owners, without a right unless he is given it."""

    alice: User
    bob: User
    monkeypatch: pytest.MonkeyPatch

    def slow(self, **fields: Any) -> Workflow:
        document = chain(node("pause", "delay", {"seconds": 3600}))
        return workflow_create(self.alice, name="Slow", document=document, **fields)

    def with_trigger(self, type_id: str, config: dict[str, Any] | None = None) -> Trigger:
        document = greeting_document()
        document["nodes"].append(node("when", type_id, config))
        workflow = workflow_create(self.alice, document=document, editors=(self.bob,))
        return trigger_prepare(workflow, "when")


Followed = Callable[[Scene], tuple[str, bool]]
"""Makes the request that is answered by the advice; returns its message, and whether following it worked."""


def program(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def is_open(status: str) -> bool:
    return status in ("queued", "waiting")


def call(user: User, ref: ToolRef, arguments: dict[str, Any]) -> ToolResult:
    with closing(gateway().offer([ref], CallContext(caller=caller_of(user), origin="test_button"))) as toolbox:
        (tool,) = toolbox.tools()
        return toolbox.call(ToolCall("c1", tool.function.name, arguments), timeout_s=5, cancel=CancelScope())


def read_over_http(scene: Scene) -> tuple[str, bool]:
    Workflow.objects.filter(pk=scene.slow().pk).update(offered_over_mcp=True)
    row, raw = token_create(scene.alice, name="agent", scopes=("mcp",))
    (tool,) = offered_tools(scene.alice)
    result = call_offered(scene.alice, tool.function.name, {}, row.pk)
    answer = program(raw).get(answer_path(result.facts.run_id)).json()
    return str(result.message), is_open(answer["status"])


def open_run(scene: Scene) -> tuple[str, bool]:
    workflow = scene.slow(viewers=(scene.bob,), editors=())
    result = call(scene.alice, ToolRef(ToolId.of(ToolKind.WORKFLOW, workflow.slug)), {})
    return str(result.message), is_open(
        client_of(scene.alice).get(f"/api/runs/{result.data['run_id']}/").json()["status"]
    )


def look_up_run(scene: Scene) -> tuple[str, bool]:
    def manage(operation: str, **arguments: Any) -> ToolResult:
        config = {"operation": operation}
        ref = ToolRef(ToolId.of(ToolKind.INLINE, "manage"), ui_type="workflow-management", name="M", config=config)
        return call(scene.bob, ref, arguments)

    result = manage("run", workflow_id=str(scene.slow(editors=(scene.bob,)).pk), wait=False)
    return str(result.message), is_open(manage("status", run_id=result.data["runId"]).data["status"])


def see_run(scene: Scene) -> tuple[str, bool]:
    document = chain(node("pause", "delay", {"seconds": 3600}))
    document["nodes"].append(node("chat", "chat_trigger"))
    workflow = workflow_create(scene.alice, document=document, editors=(scene.bob,))
    version_publish(workflow, scene.alice)
    body = {"model": f"workflow:{workflow.slug}", "messages": [{"role": "user", "content": "Hello"}]}
    answer = program(token_create(scene.bob, name="chat", scopes=("chat",))[1]).post("/v1/chat/completions", body)
    message, run = answer.json()["error"]["message"], Run.objects.get()
    assert str(run.pk) in message
    return message.replace(str(run.pk), ""), client_of(scene.bob).get(f"/api/runs/{run.pk}/").status_code == 200


def sign_in_with_browser(scene: Scene) -> tuple[str, bool]:
    refused = program(token_create(scene.bob, name="full")[1]).get("/api/tokens/")
    return refused.json()["detail"], client_of(scene.bob).get("/api/tokens/").status_code == 200


def sign_in_to_form(scene: Scene) -> tuple[str, bool]:
    stranger = user_create("dora")
    trigger = scene.with_trigger("form_trigger", {"access": "signed_in"})
    version_publish(trigger.workflow, scene.alice)
    address, body = f"/api/forms/{trigger.token}/submissions/", {"key": "k" * 22, "values": {"topic": "looms"}}
    refused = APIClient().post(address, body)
    return refused.json()["detail"], client_of(stranger).post(address, body).status_code == 201


def sign_in_or_token(scene: Scene) -> tuple[str, bool]:
    address = "/api/workflows/"
    by_token = program(token_create(scene.bob, name="full")[1])
    followed = (client.get(address).status_code for client in (client_of(scene.bob), by_token))
    return APIClient().get(address).json()["detail"], set(followed) == {200}


def new_token(scene: Scene) -> tuple[str, bool]:
    made = confirmed(client_of(scene.bob)).post("/api/tokens/", {"name": "New"}).json()["token"]
    address = "/api/workflows/"
    return program("flw_guessed").get(address).json()["detail"], program(made).get(address).status_code == 200


def mcp_token(scene: Scene) -> tuple[str, bool]:
    class Admits:
        async def handle_request(self, _scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"{}"})

    async def running(_: McpEndpoint) -> Admits:
        return Admits()

    scene.monkeypatch.setattr(McpEndpoint, "_running", running)

    async def post(*headers: tuple[bytes, bytes]) -> tuple[int, Any]:
        scope = {"type": "http", "method": "POST", "path": "/mcp/", "client": ("127.0.0.1", 1)}
        communicator: Any = ApplicationCommunicator
        endpoint = communicator(McpEndpoint(), scope | {"headers": [(b"host", b"testserver"), *headers]})
        head, body = await endpoint.receive_output(10), await endpoint.receive_output(10)
        await endpoint.wait(10)
        return head["status"], json.loads(body["body"])

    _, refused = async_to_sync(post)()
    token = token_create(scene.bob, name="agent", scopes=("mcp",))[1]
    status, _ = async_to_sync(post)((b"authorization", f"Bearer {token}".encode()))
    return refused["error_description"], status == 200


def publish_first(scene: Scene) -> tuple[str, bool]:
    trigger, bob = scene.with_trigger("webhook"), client_of(scene.bob)
    address = f"/api/workflows/{trigger.workflow_id}/triggers/when/deliveries/rejected/"
    refused = bob.post(address, {}).json()["detail"]
    assert bob.post(f"/api/workflows/{trigger.workflow_id}/versions/").status_code == 201
    return refused, bob.post(address, {}).status_code == 200


def resume_trigger(scene: Scene) -> tuple[str, bool]:
    trigger = scene.with_trigger("webhook")
    version_publish(trigger.workflow, user_create("gone"))
    User.objects.filter(username="gone").update(is_active=False)
    APIClient().post(f"/hooks/{trigger.token}", {"topic": "tea"})
    error = TriggerDelivery.objects.get().error
    address = f"/api/workflows/{trigger.workflow_id}/triggers/when/resume/"
    assert client_of(scene.bob).post(address).status_code == 200
    return str(error), APIClient().post(f"/hooks/{trigger.token}", {"topic": "tea"}).status_code == 202


def cancel_runs(scene: Scene) -> tuple[str, bool]:
    workflow = scene.slow()
    run, alice = run_create(workflow, status=Status.RUNNING), client_of(scene.alice)
    refused = alice.delete(f"/api/workflows/{workflow.pk}/").json()["detail"]
    assert alice.post(f"/api/runs/{run.pk}/cancel/").status_code == 200
    return refused, alice.delete(f"/api/workflows/{workflow.pk}/").status_code == 204


def connect_account(scene: Scene) -> tuple[str, bool]:
    made = account_create(owner=scene.bob, name="Videos", service="douyin", client_id="aw1", client_secret="s")
    with pytest.raises(AccountNotConnectedError) as refused:
        account_credential(account=Account.objects.get(pk=made.pk))
    message, person = refused.value.text.en, scene.bob.username
    assert person in message
    begun = client_of(scene.bob).post(f"/api/accounts/{refused.value.details['credential_id']}/consent/")
    return message.replace(person, ""), begun.status_code == 200


SCENES: dict[str, Followed] = {
    one.__name__: one
    for one in (
        read_over_http,
        open_run,
        look_up_run,
        see_run,
        sign_in_with_browser,
        sign_in_to_form,
        sign_in_or_token,
        new_token,
        mcp_token,
        publish_first,
        resume_trigger,
        cancel_runs,
        connect_account,
    )
}


def test_the_walk_has_every_advice() -> None:
    assert {one for one in vars(registry).values() if isinstance(one, Advice)} == set(EVERY_ADVICE)
    assert set(SCENES) == {advice.name for advice in EVERY_ADVICE}


@pytest.mark.parametrize("advice", EVERY_ADVICE, ids=lambda advice: advice.name)
def test_advice_can_be_followed(
    alice: User, bob: User, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, advice: Advice
) -> None:
    monkeypatch.setattr("workflow_editor.agent_runtime.tool_calls.run_wait", lambda *_: None)
    monkeypatch.setattr(chat_completions, "run_wait", lambda *_: None)
    message, worked = SCENES[advice.name](Scene(alice, bob, monkeypatch))
    assert advice.text.en in message
    assert worked
