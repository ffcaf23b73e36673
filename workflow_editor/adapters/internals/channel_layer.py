"""Redis channel layer that keeps sockets and streams working while Redis is down.

They need it only to learn of news before their next poll, so nothing fails: local channels work in the process, and
groups are joined later. It uses channels_redis internals; `tests/workflow_editor/scaled/test_redis_away.py` covers
them.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import RedisError

logger = logging.getLogger(__name__)

JOINED_AGAIN_EVERY_S = 1.0


class ChannelLayer(RedisPubSubChannelLayer):
    """The package's own, except that only groups are Redis's business: nobody else sends to a socket's own channel."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._joining: set[asyncio.Task[None]] = set()

    async def new_channel(self, prefix: str = "specific.") -> str:
        channel = f"{prefix}{uuid4().hex}"
        self._get_layer().channels[channel] = asyncio.Queue()
        return channel

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        if (queue := self._get_layer().channels.get(channel)) is not None:
            queue.put_nowait(self.serialize(message))

    async def receive(self, channel: str) -> dict[str, Any]:
        layer = self._get_layer()
        # A cancelled `receive` drops its channel, which is still in its groups.
        layer.channels.setdefault(channel, asyncio.Queue())
        message: dict[str, Any] = await layer.receive(channel)
        return message

    async def group_add(self, group: str, channel: str) -> None:
        try:
            await self._get_layer().group_add(group, channel)
        except RedisError as error:
            logger.warning("Redis does not answer, a group is joined later: %s", error)
            task = asyncio.create_task(self._join_later(group, channel))
            self._joining.add(task)
            task.add_done_callback(self._joining.discard)

    async def group_discard(self, group: str, channel: str) -> None:
        with suppress(RedisError):
            await self._get_layer().group_discard(group, channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        with suppress(RedisError):
            await self._get_layer().group_send(group, message)

    async def _join_later(self, group: str, channel: str) -> None:
        layer = self._get_layer()
        name = layer._get_group_channel_name(group)
        while channel in layer.groups.get(name, ()):
            await asyncio.sleep(JOINED_AGAIN_EVERY_S)
            with suppress(RedisError):
                await layer.group_add(group, channel)
                return
