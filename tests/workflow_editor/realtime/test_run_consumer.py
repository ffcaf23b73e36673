"""A run's socket replays, follows, fills gaps and lets nobody in who may not see the run."""

from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agents.core.events import Event, NodeLog
from tests.doubles.socket_client import SocketClient
from tests.factories.runs import run_create, run_event_create
from tests.workflow_editor.realtime.conftest import Headers, cookie_of
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import broadcast, run_group
from workflow_editor.adapters.events.recorder import broadcast_appended
from workflow_editor.engine.events import NodeStarted, NodeSucceeded, RunFinished, RunQueued, RunStarted
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.realtime import run_consumer
from workflow_editor.realtime import socket as realtime_socket
from workflow_editor.realtime.messages import ServerFrameAdapter
from workflow_editor.realtime.routing import socket_router
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.tokens import token_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]

LOG = NodeLog("info", "Hm.", node_key="greet")
SUCCEEDED = NodeSucceeded({"text": "Hi"}, ["out"], 1, node_key="greet")


@pytest.fixture
def run(workflow: Workflow) -> Run:
    """A run in work with three events."""
    run = run_create(workflow, status=Status.RUNNING)
    run_event_create(run, RunQueued())
    run_event_create(run, RunStarted())
    run_event_create(run, NodeStarted(1, "template", "Greet", node_key="greet"))
    return run


def socket(run: Run, headers: Headers, query: str = "") -> SocketClient:
    return SocketClient(socket_router(), f"/ws/runs/{run.pk}/", query, headers)


async def receive(client: SocketClient) -> dict[str, Any]:
    frame = await client.receive()
    ServerFrameAdapter.validate_python(frame)
    return frame


async def caught_up(client: SocketClient) -> list[int]:
    """Return the numbers of the replayed events."""
    numbers = []
    while (frame := await receive(client))["type"] == "event":
        numbers.append(frame["event"]["seq"])
    assert frame == {"type": "caught_up", "seq": numbers[-1]}
    return numbers


async def append(run: Run, *events: Event) -> None:
    def store() -> None:
        with transaction.atomic():
            new = [NewEvent.of(event, timezone.now()) for event in events]
            broadcast_appended(run_store.append_events({run.pk: new}))

    await in_database_thread(store)


async def refusal(client: SocketClient) -> tuple[str, int]:
    error = await receive(client)
    return error["code"], await client.close_code()


async def test_everything_is_replayed_in_order(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        assert await caught_up(ws) == [1, 2, 3]


async def test_the_replay_begins_behind_after(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie, "after=2") as ws:
        assert await caught_up(ws) == [3]


async def test_a_long_replay_comes_page_by_page(
    run: Run, alice_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_consumer, "PAGE", 2)
    async with socket(run, alice_cookie) as ws:
        assert await caught_up(ws) == [1, 2, 3]


async def test_new_events_follow(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        await append(run, LOG, SUCCEEDED)
        frames = [await receive(ws), await receive(ws)]
    assert [(frame["event"]["seq"], frame["event"]["type"]) for frame in frames] == [
        (4, "node_log"),
        (5, "node_succeeded"),
    ]


async def test_a_lost_announcement_is_filled_from_the_table(
    run: Run, alice_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        with monkeypatch.context() as lost:
            lost.setattr(broadcast, "send_events", lambda *_: None)
            await append(run, LOG, LOG)
        await append(run, SUCCEEDED)
        numbers = [(await receive(ws))["event"]["seq"] for _ in range(3)]
    assert numbers == [4, 5, 6]


async def test_the_table_is_asked_when_no_announcement_comes(
    run: Run, alice_cookie: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime_socket, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(broadcast, "send_events", lambda *_: None)
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        await append(run, RunFinished("succeeded", None, None, {"input_tokens": 0, "output_tokens": 0}, 1))
        assert (await receive(ws))["event"]["type"] == "run_finished"


async def test_an_event_that_is_announced_twice_is_sent_once(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        repeated = {"seq": 3, "type": "node_started", "node_key": "greet", "payload": {}, "at": "2026-01-01"}
        broadcast.send_events(run.pk, [repeated])
        await append(run, LOG)
        assert (await receive(ws))["event"]["seq"] == 4


async def test_live_text_is_passed_on(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        broadcast.send_text(run.pk, "greet", "r1", 7, "你好")
        assert await receive(ws) == {
            "type": "text",
            "node_key": "greet",
            "scope": "",
            "stream": "r1",
            "offset": 7,
            "text": "你好",
        }


async def test_a_ping_is_answered(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        await ws.send('{"type": "ping"}')
        assert await receive(ws) == {"type": "pong"}


@pytest.mark.parametrize("text", ['{"type": "shout"}', "no json", "[]", '{"type": "ping", "more": 1}'])
async def test_other_messages_are_answered_with_an_error(run: Run, alice_cookie: Headers, text: str) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
        await ws.send(text)
        frame = await receive(ws)
        assert (frame["type"], frame["code"]) == ("error", "bad_message")


async def test_a_malformed_after_is_reported_and_everything_is_sent(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie, "after=soon") as ws:
        assert (await receive(ws))["code"] == "bad_after"
        assert await caught_up(ws) == [1, 2, 3]


async def test_strangers_learn_nothing(run: Run, charlie: User) -> None:
    headers = await in_database_thread(cookie_of, charlie)
    async with socket(run, headers) as ws:
        assert await refusal(ws) == ("not_found", 4404)


async def test_nobody_enters_without_signing_in(run: Run) -> None:
    async with socket(run, []) as ws:
        assert await refusal(ws) == ("not_signed_in", 4401)


async def test_programs_enter_with_an_api_token(run: Run, bob: User) -> None:
    _, raw = await in_database_thread(token_create, bob, name="ci")
    async with socket(run, [(b"authorization", f"Bearer {raw}".encode())]) as ws:
        assert await caught_up(ws) == [1, 2, 3]


async def test_a_wrong_token_is_not_helped_by_a_good_cookie(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, [*alice_cookie, (b"authorization", b"Bearer flw_wrong")]) as ws:
        assert await refusal(ws) == ("not_signed_in", 4401)


@pytest.mark.parametrize(
    ("origin", "enters"),
    [("https://flow.test", True), ("https://evil.test", False), ("null", False), ("https://trusted.test", True)],
)
async def test_only_our_own_and_trusted_pages_enter(
    run: Run, alice_cookie: Headers, settings: Any, origin: str, enters: bool
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.test"]
    headers = [*alice_cookie, (b"host", b"flow.test"), (b"origin", origin.encode())]
    async with socket(run, headers) as ws:
        if enters:
            assert await caught_up(ws) == [1, 2, 3]
        else:
            assert await refusal(ws) == ("bad_origin", 4403)


async def test_a_closed_socket_leaves_the_group(run: Run, alice_cookie: Headers) -> None:
    async with socket(run, alice_cookie) as ws:
        await caught_up(ws)
    layer: Any = get_channel_layer()
    assert run_group(run.pk) not in layer.groups


async def test_an_unknown_address_is_closed(run: Run, alice_cookie: Headers) -> None:
    client = SocketClient(socket_router(), "/ws/elsewhere/", "", alice_cookie)
    await client.connect()
    assert await client.close_code() == 4404
