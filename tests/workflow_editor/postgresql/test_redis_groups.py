"""Messages to many groups at once, through a real Redis: what the channel layer itself would have delivered."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.conf import settings

from workflow_editor.adapters.internals.channel_layer import ChannelLayer
from workflow_editor.adapters.internals.redis_groups import groups_send


@pytest.fixture
async def layer() -> AsyncIterator[ChannelLayer]:
    layer = ChannelLayer(hosts=[settings.REDIS_URL])
    yield layer
    await layer.flush()


async def listener(layer: ChannelLayer, *groups: str) -> str:
    channel: str = await layer.new_channel()
    for group in groups:
        await layer.group_add(group, channel)
    return channel


async def received(layer: ChannelLayer, channel: str, count: int) -> list[Any]:
    async with asyncio.timeout(60):
        return [(await layer.receive(channel))["n"] for _ in range(count)]


def news(*numbers: int) -> list[tuple[str, dict[str, Any]]]:
    """Return messages to the groups `even` and `odd`."""
    return [("odd" if number % 2 else "even", {"type": "news", "n": number}) for number in numbers]


async def test_each_group_gets_its_messages_in_their_order(layer: ChannelLayer) -> None:
    even, odd = await listener(layer, "even"), await listener(layer, "odd")
    await groups_send(layer, news(*range(100)))
    assert await received(layer, even, 50) == list(range(0, 100, 2))
    assert await received(layer, odd, 50) == list(range(1, 100, 2))


async def test_messages_of_the_layer_itself_and_ours_are_the_same(layer: ChannelLayer) -> None:
    both = await listener(layer, "even", "odd")
    await groups_send(layer, news(1, 2))
    await layer.group_send("even", {"type": "news", "n": 4})
    await groups_send(layer, news(5))
    assert await received(layer, both, 4) == [1, 2, 4, 5]


async def test_a_group_that_nobody_listens_to_holds_nothing_up(layer: ChannelLayer) -> None:
    odd = await listener(layer, "odd")
    unheard = await groups_send(layer, [("nobody", {"type": "news", "n": 0}), *news(3)])
    assert await received(layer, odd, 1) == [3]
    assert unheard == {"nobody"}
