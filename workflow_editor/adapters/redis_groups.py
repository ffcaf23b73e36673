"""Sends to many groups of channels_redis in one round trip, which its channel layer cannot."""

from collections.abc import Iterable
from typing import Any


async def groups_send(layer: Any, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Send each message to its group, in their order.

    Args:
        layer: a `channels_redis.pubsub.RedisPubSubChannelLayer`, which nothing else has to load for this.
    """
    pipelines: dict[Any, Any] = {}
    for group, message in messages:
        channel = layer._get_group_channel_name(group)
        shard = layer._get_shard(channel)
        if shard not in pipelines:
            shard._ensure_redis()
            pipelines[shard] = shard._redis.pipeline(transaction=False)
        pipelines[shard].publish(channel, layer.serialize(message))
    for shard, pipeline in pipelines.items():
        async with shard._lock:
            await pipeline.execute()
