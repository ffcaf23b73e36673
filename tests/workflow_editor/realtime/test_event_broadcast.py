"""Announcements faster than sending are joined, in order and without loss."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.layers import get_channel_layer

from workflow_editor.adapters.events import broadcast as broadcast_module
from workflow_editor.adapters.events.broadcast import broadcast, run_group
from workflow_editor.adapters.events.run_frames import ChildTextFrame
from workflow_editor.realtime.messages import ServerFrameAdapter
from workflow_editor.run_store.leases import NodeAddress

pytestmark = pytest.mark.usefixtures("server")


async def listen(run_id: UUID) -> str:
    channel: str = await get_channel_layer().new_channel()
    await get_channel_layer().group_add(run_group(run_id), channel)
    return channel


async def received(channel: str) -> list[dict[str, Any]]:
    """Return the frames of the next message."""
    message = await asyncio.wait_for(get_channel_layer().receive(channel), 60)
    return [json.loads(frame) for _, frame in message["frames"]]


@pytest.fixture
def run_id() -> UUID:
    return uuid4()


def event(seq: int) -> dict[str, Any]:
    return {"seq": seq, "type": "node_log", "node_key": "a", "payload": {}, "at": "2026-01-01T00:00:00+00:00"}


async def test_pieces_of_one_stream_that_wait_become_one(run_id: UUID) -> None:
    channel = await listen(run_id)
    for offset, piece in ((0, "One "), (4, "two "), (8, "three")):
        broadcast.send_text(run_id, "a", "r1", offset, piece)
    (frame,) = await received(channel)
    assert (frame["offset"], frame["text"]) == (0, "One two three")


@pytest.mark.parametrize(
    "second",
    [
        {"node_key": "b", "stream": "r1", "offset": 4},
        {"node_key": "a", "stream": "r2", "offset": 4},
        {"node_key": "a", "stream": "r1", "offset": 9},
        {"node_key": "a", "stream": "r1", "offset": 4, "scope": "/each.1"},
    ],
    ids=["another node", "another stream", "a gap", "another pass"],
)
async def test_other_pieces_stay_apart(run_id: UUID, second: dict[str, Any]) -> None:
    channel = await listen(run_id)
    broadcast.send_text(run_id, "a", "r1", 0, "One ")
    broadcast.send_text(run_id, text="two", **second)
    assert [frame["text"] for frame in await received(channel)] == ["One ", "two"]


async def test_text_and_events_keep_their_order(run_id: UUID) -> None:
    channel = await listen(run_id)
    broadcast.send_events(run_id, [event(1)])
    broadcast.send_events(run_id, [event(2)])
    broadcast.send_text(run_id, "a", "r1", 0, "One")
    broadcast.send_events(run_id, [event(3)])
    *events, text, last = await received(channel)
    assert [reported["event"]["seq"] for reported in (*events, last)] == [1, 2, 3]
    assert text["text"] == "One"


async def test_a_process_sends_at_a_bounded_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast_module, "MAX_PER_S", 20)
    monkeypatch.setattr(broadcast_module, "MAX_AT_ONCE", 1)
    runs = [uuid4() for _ in range(4)]
    channels = [await listen(run_id) for run_id in runs]
    started = asyncio.get_running_loop().time()
    for run_id in runs:
        broadcast.send_text(run_id, "a", "r1", 0, "One")
    for channel in channels:
        await received(channel)
    assert asyncio.get_running_loop().time() - started >= 3 / 20


async def test_what_is_written_in_a_run_is_heard_by_whoever_watches_the_one_that_waits_for_it(run_id: UUID) -> None:
    channel, caller, child = await listen(run_id), NodeAddress(run_id, 1, "ai", "/each.1"), uuid4()
    broadcast.send_child_text(caller, child, "write", "r1", 0, "One ")
    broadcast.send_child_text(caller, child, "write", "r1", 4, "two")
    broadcast.send_text(run_id, "ai", "r1", 7, "Own")
    joined, own = await received(channel)
    assert ServerFrameAdapter.validate_python(joined) == ChildTextFrame(
        node_key="ai", scope="/each.1", child_run=str(child), child_node="write", stream="r1", offset=0, text="One two"
    )
    assert (own["type"], own["text"]) == ("text", "Own")
