"""The socket of a link tells its own turns and no others, and nothing at all once the link has ended."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agents.core.events import Event, NodeTextAppended, ToolCallStarted
from tests.doubles.socket_client import SocketClient
from tests.factories.agents import agent_create
from tests.factories.runs import node_run_create, run_create, run_event_create
from tools.core.tool_id import ToolId
from tools.executors.system import ASK_PERSON
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import broadcast, run_group
from workflow_editor.adapters.events.recorder import broadcast_appended
from workflow_editor.agent_runtime.versions import agent_target
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.shares import share_create
from workflow_editor.engine.events import RunFinished
from workflow_editor.models import ChatShare, Conversation, Run, Status, Turn, Wait
from workflow_editor.nodes.waits import AskingRule, ToolApprovalWait
from workflow_editor.realtime import socket as realtime_socket
from workflow_editor.realtime.messages import SharedFrameAdapter
from workflow_editor.realtime.routing import socket_router
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import NodeAddress
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.save import run_save

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]


class Visited:
    """A turn in work that a visitor of a link began; `Hel` is written so far."""

    def __init__(self, owner: User) -> None:
        agent = agent_create(owner)
        self.share, self.token = share_create(owner, agent, right="chat")
        self.other_share, self.other_token = share_create(owner, agent, right="chat")
        self.conversation = conversation_create(owner, agent, share=self.share)
        _, self.read_token = share_create(owner, agent, right="read", conversation=self.conversation)
        shown = conversation_create(owner, agent)
        _, self.foreign_read_token = share_create(owner, agent, right="read", conversation=shown)
        target = agent_target(agent, agent.owner)
        self.run = run_create(target.workflow, version=target.version, status=Status.RUNNING)
        self.turn = Turn.objects.create(conversation=self.conversation, run=self.run, user_text="Hello")
        run_event_create(self.run, NodeTextAppended("r1", 0, "Hel", node_key="agent"))


@pytest.fixture
def visited(alice: User) -> Visited:
    return Visited(alice)


def socket(token: str, turn_id: object, *headers: tuple[bytes, bytes]) -> SocketClient:
    return SocketClient(socket_router(), f"/ws/shared/{token}/turns/{turn_id}/", "", list(headers))


async def receive(client: SocketClient) -> dict[str, Any]:
    frame = await client.receive()
    SharedFrameAdapter.validate_python(frame)
    return frame


async def is_refused(client: SocketClient) -> bool:
    assert (await receive(client))["code"] == "not_found"
    return await client.close_code() == 4404


async def append(run: Run, *events: Event) -> None:
    def store() -> None:
        with transaction.atomic():
            new = [NewEvent.of(event, timezone.now()) for event in events]
            broadcast_appended(run_store.append_events({run.pk: new}))

    await in_database_thread(store)


def piece(offset: int, text: str, stream: str = "agent/r1") -> dict[str, Any]:
    return {"type": "answer_text", "stream": stream, "offset": offset, "text": text}


@pytest.mark.parametrize("token", ["token", "read_token"])
async def test_the_turn_comes_as_it_is_and_then_as_it_grows(visited: Visited, token: str) -> None:
    async with socket(getattr(visited, token), visited.turn.pk) as ws:
        turn = (await receive(ws))["turn"]
        assert (turn["status"], turn["answer"], turn["stream"]) == ("running", "Hel", "agent/r1")
        broadcast.send_text(visited.run.pk, "agent", "r1", 3, "lo")
        assert await receive(ws) == piece(3, "lo")
        await append(visited.run, NodeTextAppended("r1", 3, "lo!", node_key="agent"))
        assert await receive(ws) == piece(3, "lo!")


async def test_of_the_run_nothing_else_is_reported(visited: Visited) -> None:
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        caller = NodeAddress(visited.run.pk, 1, "agent")
        broadcast.send_child_text(caller, uuid4(), "inner", "r1", 0, "secret")
        broadcast.send_text(visited.run.pk, "agent", "r1", 0, "secret", scope="/each.0")
        broadcast.send_text(visited.run.pk, "summary", "r1", 0, "secret")
        call = ToolCallStarted(
            "c1", 1, ToolId("system:ask_person"), "ask", "Ask", {"question": "secret"}, node_key="agent"
        )
        await append(visited.run, call)
        broadcast.send_text(visited.run.pk, "agent", "r2", 0, "So")
        assert await receive(ws) == piece(0, "So", "agent/r2")


async def test_the_end_is_reported(visited: Visited) -> None:
    def end() -> None:
        Run.objects.update(status=Status.SUCCEEDED)
        Turn.objects.update(status=Status.SUCCEEDED, answer="Hello!")

    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        await in_database_thread(end)
        await append(visited.run, RunFinished("succeeded", None, None, {}, 1))
        turn = (await receive(ws))["turn"]
        assert (turn["status"], turn["answer"], turn["stream"]) == ("succeeded", "Hello!", "")


async def test_the_turn_is_looked_at_when_no_announcement_comes(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "LOOK_EVERY_S", 0.01)
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        await in_database_thread(lambda: Run.objects.update(status=Status.WAITING))
        assert (await receive(ws))["turn"]["status"] == "waiting"


async def test_what_a_run_below_asks_is_reported_at_once(visited: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime_socket, "LOOK_EVERY_S", 3600)

    def ask() -> None:
        caller = node_run_create(visited.run, "agent", status=Status.WAITING)
        child = run_create(visited.run.workflow, status=Status.WAITING, parent_node_run=caller)
        asking = node_run_create(child, "inner", status=Status.WAITING)
        about = ToolApprovalWait(
            tool="Ask a person",
            tool_id=ASK_PERSON,
            function="ask_person",
            arguments={"question": "Which size?", "to": "user"},
            arguments_schema={},
            reason={"en": "It asks."},
            call_id="c1",
            round=1,
            rule=AskingRule(id="", revision=0, note=""),
            someone_else=False,
        )
        with transaction.atomic():
            Wait.objects.create(node_run=asking, kind=about.kind, payload=about.to_json(), created_at=timezone.now())
            run_save(child, [])

    async with socket(visited.token, visited.turn.pk) as ws, socket(visited.read_token, visited.turn.pk) as reader:
        assert (await receive(ws))["turn"]["question"] is None
        await receive(reader)
        await in_database_thread(ask)
        assert (await receive(ws))["turn"]["question"]["text"] == "Which size?"
        # Who only reads is told of no question; the turn is as it was.
        broadcast.send_text(visited.run.pk, "agent", "r1", 3, "lo")
        assert await receive(reader) == piece(3, "lo")


@pytest.mark.parametrize("token", ["other_token", "foreign_read_token", "unknown"])
async def test_another_link_hears_nothing(visited: Visited, token: str) -> None:
    async with socket(getattr(visited, token, "fls_wrong"), visited.turn.pk) as ws:
        assert await is_refused(ws)


async def test_a_run_is_no_turn(visited: Visited) -> None:
    for foreign in (visited.run.pk, uuid4()):
        async with socket(visited.token, foreign) as ws:
            assert await is_refused(ws)


async def test_a_run_cannot_be_followed_with_a_link(visited: Visited) -> None:
    client = SocketClient(
        socket_router(), f"/ws/runs/{visited.run.pk}/", "", [(b"authorization", f"Bearer {visited.token}".encode())]
    )
    await client.connect()
    assert (await client.receive())["code"] == "not_signed_in"
    assert await client.close_code() == 4401


ENDS = {
    "revoked": lambda: ChatShare.objects.update(revoked_at=timezone.now()),
    "expired": lambda: ChatShare.objects.update(expires_at=timezone.now() - timedelta(seconds=1)),
    "giver left": lambda: User.objects.update(is_active=False),
    "deleted": lambda: Conversation.objects.update(deleted_at=timezone.now()),
}


@pytest.mark.parametrize("end", ENDS)
async def test_a_link_that_has_ended_reports_nothing_more(visited: Visited, end: str) -> None:
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        await in_database_thread(ENDS[end])
        broadcast.send_text(visited.run.pk, "agent", "r1", 3, "lo")
        assert await is_refused(ws)
    async with socket(visited.token, visited.turn.pk) as ws:
        assert await is_refused(ws)


async def test_a_link_that_has_ended_is_cut_off_though_nothing_happens(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "LOOK_EVERY_S", 0.01)
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        await in_database_thread(ENDS["revoked"])
        assert await is_refused(ws)


async def test_a_foreign_page_hears_nothing(visited: Visited) -> None:
    headers = ((b"host", b"flow.test"), (b"origin", b"https://evil.test"))
    async with socket(visited.token, visited.turn.pk, *headers) as ws:
        assert (await receive(ws))["code"] == "bad_origin"
        assert await ws.close_code() == 4403


async def test_only_pings_are_understood(visited: Visited) -> None:
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
        await ws.send('{"type": "ping"}')
        assert await receive(ws) == {"type": "pong"}
        await ws.send('{"type": "answer", "text": "Size 40"}')
        assert (await receive(ws))["code"] == "bad_message"


async def test_a_closed_socket_leaves_the_group(visited: Visited) -> None:
    async with socket(visited.token, visited.turn.pk) as ws:
        await receive(ws)
    layer: Any = get_channel_layer()
    assert run_group(visited.run.pk) not in layer.groups
