"""The channel layer while Redis is not there yet, and once it is."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from workflow_editor.adapters.internals import channel_layer
from workflow_editor.adapters.internals.channel_layer import ChannelLayer
from workflow_editor.scaled.private_access import free_port
from workflow_editor.scaled.private_servers import redis_server

WITHIN_S = 60


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
async def layer(port: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ChannelLayer]:
    monkeypatch.setattr(channel_layer, "JOINED_AGAIN_EVERY_S", 0.01)
    layer = ChannelLayer(hosts=[f"redis://127.0.0.1:{port}/0"])
    yield layer
    await layer.flush()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


async def received(layer: ChannelLayer, channel: str) -> Any:
    async with asyncio.timeout(WITHIN_S):
        return (await layer.receive(channel))["n"]


async def test_a_socket_reaches_itself_without_redis(layer: ChannelLayer) -> None:
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "look", "n": 1})
    assert await received(layer, channel) == 1
    await layer.send("gone", {"type": "look", "n": 2})


async def test_a_channel_goes_on_after_a_wait_that_ended(layer: ChannelLayer) -> None:
    channel = await layer.new_channel()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await layer.receive(channel)
    waiting = asyncio.create_task(received(layer, channel))
    await asyncio.sleep(0)
    await layer.send(channel, {"type": "look", "n": 3})
    assert await waiting == 3


async def test_a_group_is_joined_once_redis_is_there(
    layer: ChannelLayer, port: int, stack: ExitStack, tmp_path: Path
) -> None:
    joined, left = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("group", joined)
    await layer.group_add("other", left)
    await layer.group_discard("other", left)
    await asyncio.to_thread(stack.enter_context, redis_server(tmp_path, port=port))
    waiting = asyncio.create_task(received(layer, joined))
    number = 0
    while not waiting.done():
        number += 1
        await layer.group_send("group", {"type": "news", "n": number})
        await asyncio.wait([waiting], timeout=0.01)
    assert 1 <= waiting.result() <= number
