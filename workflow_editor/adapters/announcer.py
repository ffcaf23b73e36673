"""Tells sockets what happened, through the channel layer.

Worker threads hand messages to one event loop: the server's own (embedded; the in-memory layer is not safe across
loops) or, in processes without a server, a loop in a background thread. A lost announcement only delays: sockets fill
gaps from the event table.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Any
from uuid import UUID

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings

logger = logging.getLogger(__name__)

Message = dict[str, Any]

# What one process sends; the web processes that pass it on have to keep up. Above it messages wait a little and are
# joined, so that hundreds of model streams become fewer and longer pieces instead of a growing queue.
MAX_PER_S = 1000
_BURST_S = 0.02


def run_group(run_id: UUID) -> str:
    """Return the channel group of a run."""
    return f"run.{run_id.hex}"


class Announcer:
    """Sends messages to groups in the order in which they were handed over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outbox: deque[tuple[str, Message]] = deque()
        self._last_of: dict[str, Message] = {}
        """The last message to each group that still waits."""
        self._sending = False

    def use_loop(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Send from this loop from now on; None forgets it."""
        with self._lock:
            self._loop = loop
            self._sending = False

    def may_be_heard(self, run_id: UUID) -> bool:
        """False when surely nobody listens: sockets join their group first and then read the table."""
        return _may_be_heard(run_group(run_id))

    def announce_events(self, run_id: UUID, events: Sequence[Message]) -> None:
        """Announce stored events; each is {seq, type, node_key, payload, at}."""
        self._post(run_group(run_id), {"type": "run.events", "events": list(events)})

    def announce_text(
        self, run_id: UUID, node_key: str, stream: str, offset: int, text: str, *, scope: str = ""
    ) -> None:
        """Announce a piece of model text that is not stored yet."""
        piece = {"type": "run.text", "node_key": node_key, "stream": stream, "offset": offset, "text": text}
        if scope:
            piece["scope"] = scope
        self._post(run_group(run_id), piece)

    def _post(self, group: str, message: Message) -> None:
        if not _may_be_heard(group):
            return
        with self._lock:
            loop = self._loop or self._background_loop()
            if loop is None or loop.is_closed():
                return
            if _joined(self._last_of.get(group), message):
                return
            self._outbox.append((group, message))
            self._last_of[group] = message
            if self._sending:
                return
            self._sending = True
            loop.call_soon_threadsafe(self._start_sending, loop)

    def _background_loop(self) -> asyncio.AbstractEventLoop | None:
        if settings.EMBEDDED:
            # Without a server in this process nobody can listen to the in-memory layer.
            return None
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="announcer", daemon=True).start()
        return self._loop

    def _start_sending(self, loop: asyncio.AbstractEventLoop) -> None:
        # The reference keeps the task from being collected while it runs.
        self._task = loop.create_task(self._send_all())

    async def _send_all(self) -> None:
        layer = get_channel_layer()
        free_at = 0.0
        while (taken := self._take_next()) is not None:
            group, message = taken
            try:
                await layer.group_send(group, message)
            except Exception:
                logger.warning("An announcement was lost; sockets will read it from the table", exc_info=True)
            now = monotonic()
            free_at = max(free_at, now) + 1 / MAX_PER_S
            if free_at - now > _BURST_S:
                await asyncio.sleep(free_at - now)

    def _take_next(self) -> tuple[str, Message] | None:
        with self._lock:
            if not self._outbox:
                self._sending = False
                return None
            group, message = self._outbox.popleft()
            if self._last_of.get(group) is message:
                del self._last_of[group]
            return group, message


def _joined(waiting: Message | None, message: Message) -> bool:
    """Append a message to one that waits for the same group, where both are of one kind and follow each other."""
    if waiting is None or waiting["type"] != message["type"]:
        return False
    if message["type"] == "run.events":
        waiting["events"].extend(message["events"])
        return True
    same_stream = all(waiting.get(name) == message.get(name) for name in ("node_key", "stream", "scope"))
    if not same_stream or waiting["offset"] + len(waiting["text"]) != message["offset"]:
        return False
    waiting["text"] += message["text"]
    return True


def _may_be_heard(group: str) -> bool:
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or group in layer.groups


announcer = Announcer()
