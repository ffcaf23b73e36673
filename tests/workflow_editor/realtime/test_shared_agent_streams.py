"""Streams, answers and sockets of a shared agent end within seconds of the right to it, by `/v1` and in the browser."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.socket_client import SocketClient
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.workflow_editor.realtime.conftest import cookie_of
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.agent_runtime.versions import agent_workflow
from workflow_editor.models import ApiToken, Run, Workflow, WorkflowMember
from workflow_editor.realtime import socket as realtime_socket
from workflow_editor.realtime.routing import socket_router
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.run import listening
from workflow_editor.services.members import member_set, member_take_up, owner_change
from workflow_editor.services.tokens import token_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]
Loss = Callable[[Workflow], object]


def left_and_shared_again(hidden: Workflow) -> None:
    """Bob has not added it again."""
    WorkflowMember.objects.all().delete()
    member_set(hidden, username="bob", role="editor")


LOSSES: dict[str, Loss] = {
    "removed": lambda _: WorkflowMember.objects.all().delete(),
    "deactivated": lambda _: User.objects.filter(username="bob").update(is_active=False),
    "account deleted": lambda _: User.objects.get(username="bob").delete(),
}
OF_TALKING: dict[str, Loss] = {"left and shared again": left_and_shared_again}
OF_TOKENS: dict[str, Loss] = {
    "token ended": lambda _: ApiToken.objects.all().delete(),
    "token lost its scope": lambda _: ApiToken.objects.update(scopes=["mcp"]),
}


@pytest.fixture(params=["viewer", "editor"])
def hidden(request: pytest.FixtureRequest, alice: User, bob: User, queue: TaskQueue) -> Workflow:
    """The workflow behind an agent of alice's that bob has added."""
    agent = agent_create(alice, name="Shared")
    workflow = agent_workflow(alice, str(agent.pk), Access.OWN)
    member_set(workflow, username="bob", role=request.param)
    member_take_up(bob, workflow=workflow.pk)
    return workflow


def asked(bob: User, *, stream: bool) -> Any:
    raw = token_create(bob, name="t", scopes=["chat"])[1]
    body = {"model": "shared", "messages": [{"role": "user", "content": "Hello"}], "stream": stream}
    return APIClient(headers={"Authorization": f"Bearer {raw}"}).post("/v1/chat/completions", body)


@pytest.fixture
def lose(hidden: Workflow, monkeypatch: pytest.MonkeyPatch) -> Callable[[Loss], None]:
    """Return what takes a right away with the first question about it."""

    def at_first_question(loss: Loss) -> None:
        ask = listening.Listening.check

        def losing(right: listening.Listening) -> None:
            loss(hidden)
            ask(right)

        monkeypatch.setattr(listening, "RIGHT_EVERY_S", 0)
        monkeypatch.setattr(listening.Listening, "check", losing)

    return at_first_question


ENDS_OF_MODELS = LOSSES | OF_TALKING | OF_TOKENS


@pytest.mark.parametrize("loss", ENDS_OF_MODELS.values(), ids=ENDS_OF_MODELS)
async def test_its_stream_as_a_model_ends_and_cancels_the_run(
    bob: User, lose: Callable[[Loss], None], loss: Loss
) -> None:
    answer = await in_database_thread(lambda: asked(bob, stream=True))
    lose(loss)
    last = [chunk async for chunk in answer.streaming_content][-1]
    assert json.loads(last.removeprefix(b"data: "))["error"]["code"] == "right_lost"
    assert (await in_database_thread(Run.objects.get)).cancel_requested


@pytest.mark.parametrize("loss", ENDS_OF_MODELS.values(), ids=ENDS_OF_MODELS)
async def test_its_whole_answer_as_a_model_is_not_given(bob: User, lose: Callable[[Loss], None], loss: Loss) -> None:
    lose(loss)
    answer = await in_database_thread(lambda: asked(bob, stream=False))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "right_lost")


async def test_a_stream_ends_when_its_run_is_gone(bob: User, lose: Callable[[Loss], None]) -> None:
    answer = await in_database_thread(lambda: asked(bob, stream=True))
    lose(lambda _: Run.objects.all().delete())
    last = [chunk async for chunk in answer.streaming_content][-1]
    assert json.loads(last.removeprefix(b"data: "))["error"]["code"] == "right_lost"


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
async def test_its_socket_ends(hidden: Workflow, bob: User, loss: Loss, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime_socket, "RIGHT_EVERY_S", 0.01)
    await in_database_thread(lambda: asked(bob, stream=True))
    run, headers = await in_database_thread(Run.objects.get), await in_database_thread(cookie_of, bob)
    async with SocketClient(socket_router(), f"/ws/runs/{run.pk}/", "", headers) as ws:
        while (await ws.receive())["type"] != "caught_up":
            pass
        await in_database_thread(loss, hidden)
        error = await ws.receive()
        assert (error["code"], await ws.close_code()) in {("not_found", 4404), ("not_signed_in", 4401)}


@pytest.mark.parametrize("hidden", ["editor"], indirect=True)
async def test_nobody_else_hears_it_who_owns_it_now(hidden: Workflow, alice: User, bob: User) -> None:
    """Another owner gets the agent, not the conversations that others had with it."""
    await in_database_thread(lambda: asked(bob, stream=True))
    run = await in_database_thread(Run.objects.get)
    await in_database_thread(lambda: owner_change(hidden, username="bob"))
    for person, heard in ((alice, False), (bob, True)):
        headers = await in_database_thread(cookie_of, person)
        async with SocketClient(socket_router(), f"/ws/runs/{run.pk}/", "", headers) as ws:
            assert ((await ws.receive())["type"] != "error") == heard


@pytest.mark.parametrize("hidden", ["editor"], indirect=True)
async def test_no_member_hears_the_workflow_behind_it(hidden: Workflow, bob: User) -> None:
    headers = await in_database_thread(cookie_of, bob)
    async with SocketClient(socket_router(), f"/ws/workflows/{hidden.pk}/", "", headers) as ws:
        error = await ws.receive()
        assert (error["code"], await ws.close_code()) == ("not_found", 4404)
