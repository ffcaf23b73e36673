"""Groups without listeners are notified less often, as a real channel layer reports them and the one in memory
cannot.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest

from workflow_editor.adapters.events import broadcast as broadcast_module
from workflow_editor.adapters.events.broadcast import EventBroadcast, run_group

A, B = uuid4(), uuid4()
LONG_S = 3600.0


class Redis:
    """Replaces sending over Redis: returns the groups without listeners."""

    def __init__(self) -> None:
        self.listened: set[str] = set()
        self._sent: asyncio.Queue[list[tuple[str, list[int]]]] = asyncio.Queue()

    async def groups_send(self, layer: object, messages: Sequence[tuple[str, dict[str, Any]]]) -> set[str]:
        reported = [
            (group, [json.loads(frame)["event"]["seq"] for _, frame in news["frames"]]) for group, news in messages
        ]
        self._sent.put_nowait(reported)
        return {group for group, _ in messages} - self.listened

    async def sent(self) -> list[tuple[str, list[int]]]:
        """Return the groups of the next round trip, each with its event numbers."""
        return await asyncio.wait_for(self._sent.get(), 60)


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch) -> Redis:
    redis = Redis()
    monkeypatch.setattr(broadcast_module, "get_channel_layer", object)
    monkeypatch.setattr(broadcast_module, "groups_send", redis.groups_send)
    return redis


@pytest.fixture
async def broadcast(redis: Redis) -> EventBroadcast:
    broadcast = EventBroadcast()
    broadcast.use_loop(asyncio.get_running_loop())
    return broadcast


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a group that nobody listens to wait for longer than a test lasts."""
    monkeypatch.setattr(broadcast_module, "UNHEARD_RESTS_S", LONG_S)


def send(broadcast: EventBroadcast, run_id: UUID, seq: int) -> None:
    event = {"seq": seq, "type": "node_log", "node_key": "a", "payload": {}, "at": "2026-01-01T00:00:00+00:00"}
    broadcast.send_events(run_id, [event])


async def test_what_nobody_would_receive_is_sent_together_later(broadcast: EventBroadcast, redis: Redis) -> None:
    send(broadcast, A, 1)
    assert await redis.sent() == [(run_group(A), [1])]
    send(broadcast, A, 2)
    send(broadcast, A, 3)
    assert await redis.sent() == [(run_group(A), [2, 3])]


@pytest.mark.usefixtures("rests")
async def test_a_group_with_a_listener_is_notified_at_once(broadcast: EventBroadcast, redis: Redis) -> None:
    redis.listened = {run_group(A)}
    for seq in (1, 2, 3):
        send(broadcast, A, seq)
        assert await redis.sent() == [(run_group(A), [seq])]


@pytest.mark.usefixtures("rests")
async def test_nobody_waits_for_a_group_without_listeners(broadcast: EventBroadcast, redis: Redis) -> None:
    redis.listened = {run_group(B)}
    send(broadcast, A, 1)
    assert await redis.sent() == [(run_group(A), [1])]
    for seq in (1, 2):
        send(broadcast, A, seq + 1)
        send(broadcast, B, seq)
        assert await redis.sent() == [(run_group(B), [seq])]


async def test_whoever_has_joined_hears_everything_from_then_on(broadcast: EventBroadcast, redis: Redis) -> None:
    send(broadcast, A, 1)
    await redis.sent()
    redis.listened = {run_group(A)}
    heard = []
    for seq in range(2, 12):
        send(broadcast, A, seq)
        # Whatever waited comes with it or before it.
        while seq not in heard:
            ((_, seqs),) = await redis.sent()
            heard += seqs
    assert heard == list(range(2, 12))


@pytest.mark.usefixtures("rests")
async def test_a_loop_that_is_gone_keeps_no_group_waiting(broadcast: EventBroadcast, redis: Redis) -> None:
    send(broadcast, A, 1)
    await redis.sent()
    broadcast.use_loop(asyncio.get_running_loop())
    send(broadcast, A, 2)
    assert await redis.sent() == [(run_group(A), [2])]
