"""What is announced faster than it can be sent is joined, in order and without loss."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.layers import get_channel_layer

from workflow_editor.adapters import announcer as announcer_module
from workflow_editor.adapters.announcer import announcer, run_group

pytestmark = pytest.mark.usefixtures("server")


async def listen(run_id: UUID) -> str:
    channel: str = await get_channel_layer().new_channel()
    await get_channel_layer().group_add(run_group(run_id), channel)
    return channel


async def received(channel: str, count: int) -> list[dict[str, Any]]:
    layer = get_channel_layer()
    return [await asyncio.wait_for(layer.receive(channel), 10) for _ in range(count)]


@pytest.fixture
def run_id() -> UUID:
    return uuid4()


def event(seq: int) -> dict[str, Any]:
    return {"seq": seq, "type": "node_log", "node_key": "a", "payload": {}, "at": "2026-01-01T00:00:00+00:00"}


async def test_pieces_of_one_stream_that_wait_become_one(run_id: UUID) -> None:
    channel = await listen(run_id)
    for offset, piece in ((0, "One "), (4, "two "), (8, "three")):
        announcer.announce_text(run_id, "a", "r1", offset, piece)
    (message,) = await received(channel, 1)
    assert (message["offset"], message["text"]) == (0, "One two three")


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
    announcer.announce_text(run_id, "a", "r1", 0, "One ")
    announcer.announce_text(run_id, text="two", **second)
    assert [message["text"] for message in await received(channel, 2)] == ["One ", "two"]


async def test_text_and_events_keep_their_order(run_id: UUID) -> None:
    channel = await listen(run_id)
    announcer.announce_events(run_id, [event(1)])
    announcer.announce_events(run_id, [event(2)])
    announcer.announce_text(run_id, "a", "r1", 0, "One")
    announcer.announce_events(run_id, [event(3)])
    first, text, last = await received(channel, 3)
    assert [told["seq"] for told in first["events"]] == [1, 2]
    assert text["text"] == "One"
    assert [told["seq"] for told in last["events"]] == [3]


async def test_a_process_sends_at_a_bounded_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer_module, "MAX_PER_S", 20)
    runs = [uuid4() for _ in range(4)]
    channels = [await listen(run_id) for run_id in runs]
    started = asyncio.get_running_loop().time()
    for run_id in runs:
        announcer.announce_text(run_id, "a", "r1", 0, "One")
    for channel in channels:
        await received(channel, 1)
    assert asyncio.get_running_loop().time() - started >= 3 / 20
