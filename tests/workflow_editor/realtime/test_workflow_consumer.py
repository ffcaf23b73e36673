"""The socket of a graph replays, follows, fills gaps, shows who is there, and lets nobody in who may not see it."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.socket_client import SocketClient
from tests.workflow_editor.realtime.conftest import Headers, cookie_of
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.models import Workflow, WorkflowMember
from workflow_editor.realtime import socket as realtime_socket
from workflow_editor.realtime import workflow_consumer
from workflow_editor.realtime.messages import WorkflowFrameAdapter
from workflow_editor.realtime.routing import socket_router
from workflow_editor.services.comments import comment_create
from workflow_editor.services.graph import graph_apply

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]


@pytest.fixture
def bob_cookie(bob: User) -> Headers:
    return cookie_of(bob)


def socket(workflow: Workflow, headers: Headers, query: str = "") -> SocketClient:
    return SocketClient(socket_router(), f"/ws/workflows/{workflow.pk}/", query, headers)


async def receive(client: SocketClient) -> dict[str, Any]:
    frame = await client.receive()
    WorkflowFrameAdapter.validate_python(frame)
    return frame


async def save(user: User, workflow: Workflow, revision: int, name: str) -> None:
    operation = {"op": "update_node", "key": "greet", "changes": {"name": name}}
    await in_database_thread(
        lambda: graph_apply(user, workflow_id=workflow.pk, revision=revision, operations=[operation])
    )


async def caught_up(client: SocketClient) -> tuple[list[int], str]:
    """Return the revisions that were replayed, and the session's name."""
    revisions = []
    while (frame := await receive(client))["type"] == "change":
        revisions.append(frame["change"]["revision"])
    assert frame["type"] == "caught_up"
    return revisions, frame["session"]


async def until(client: SocketClient, type_: str) -> dict[str, Any]:
    while (frame := await receive(client))["type"] != type_:
        pass
    return frame


async def test_what_is_missing_is_replayed(alice: User, workflow: Workflow, alice_cookie: Headers) -> None:
    for revision in range(3):
        await save(alice, workflow, revision, f"Name {revision}")
    async with socket(workflow, alice_cookie, "after=1") as ws:
        revisions, _ = await caught_up(ws)
    assert revisions == [2, 3]


async def test_what_is_saved_follows_with_its_author(
    alice: User, bob: User, workflow: Workflow, alice_cookie: Headers
) -> None:
    async with socket(workflow, alice_cookie) as ws:
        await caught_up(ws)
        await save(bob, workflow, 0, "By Bob")
        change = (await until(ws, "change"))["change"]
    assert (change["revision"], change["user"]) == (1, "bob")
    assert change["operations"] == [{"op": "update_node", "key": "greet", "changes": {"name": "By Bob"}}]


async def test_a_lost_announcement_is_read_from_the_table(
    alice: User, workflow: Workflow, alice_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(broadcast, "send_graph_change", lambda workflow_id: None)
    async with socket(workflow, alice_cookie) as ws:
        await caught_up(ws)
        await save(alice, workflow, 0, "One")
        await save(alice, workflow, 1, "Two")
        assert [(await until(ws, "change"))["change"]["revision"] for _ in range(2)] == [1, 2]


async def test_a_stranger_gets_nothing(workflow: Workflow, charlie: User) -> None:
    async with socket(workflow, await in_database_thread(cookie_of, charlie)) as ws:
        assert (await receive(ws))["code"] == "not_found"
        assert await ws.close_code() == 4404


async def test_nobody_who_is_not_signed_in(workflow: Workflow) -> None:
    async with socket(workflow, []) as ws:
        assert (await receive(ws))["code"] == "not_signed_in"
        assert await ws.close_code() == 4401


async def test_a_removed_member_is_sent_away(
    workflow: Workflow, bob_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "RIGHT_EVERY_S", 0.01)
    async with socket(workflow, bob_cookie) as ws:
        await caught_up(ws)
        await in_database_thread(WorkflowMember.objects.all().delete)
        assert (await until(ws, "error"))["code"] == "not_found"
        assert await ws.close_code() == 4404


async def test_a_connection_that_is_silent_is_closed(
    workflow: Workflow, alice_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "RIGHT_EVERY_S", 0.01)
    monkeypatch.setattr(workflow_consumer, "CLIENT_SILENT_AFTER_S", 0.0)
    async with socket(workflow, alice_cookie) as ws:
        await caught_up(ws)
        while (message := await ws._connection.receive_output(60))["type"] != "websocket.close":
            pass
        assert message["code"] == 4408


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"type": "presence", "cursor": {"x": 1e999, "y": 0}}',
        '{"type": "presence", "cursor": {"x": "NaN", "y": 0}}',
        '{"type": "presence", "user": "eve"}',
        '{"type": "presence", "selection": ["' + "k" * 65 + '"]}',
        '{"type": "presence", "selection": [' + ",".join(['"k"'] * 51) + "]}",
        '{"type": "change"}',
    ],
)
async def test_what_is_not_understood_is_refused(workflow: Workflow, alice_cookie: Headers, text: str) -> None:
    async with socket(workflow, alice_cookie) as ws:
        await caught_up(ws)
        await ws.send(text)
        assert (await until(ws, "error"))["code"] == "bad_message"


async def test_a_comment_is_announced_to_those_who_have_the_workflow_open(
    bob: User, workflow: Workflow, alice_cookie: Headers
) -> None:
    async with socket(workflow, alice_cookie) as ws:
        await caught_up(ws)
        await in_database_thread(
            lambda: comment_create(bob, workflow, node_key="greet", text="Warm enough?", origin="")
        )
        assert await until(ws, "comments") == {"type": "comments", "node_key": "greet"}
