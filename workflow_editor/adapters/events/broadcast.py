"""Sends events through the channel layer to sockets that follow a run or a graph.

Worker threads hand messages to one event loop: the server's own (embedded; the in-memory layer is not safe across
loops), or one in a background thread. A lost message only delays: sockets fill gaps from the event table.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.db import transaction

from tools.core.concurrency.event_loop import fast_event_loop
from tools.core.definitions import JsonObject
from workflow_editor.adapters.events.comments_frame import CommentsFrame
from workflow_editor.adapters.events.run_frames import ChildTextFrame, EncodedFrame, TextFrame, event_frame, event_json
from workflow_editor.adapters.internals.redis_groups import groups_send
from workflow_editor.run_store.leases import NodeAddress
from workflow_editor.run_store.writes import NewEvent

logger = logging.getLogger(__name__)

Message = dict[str, Any]

News = EncodedFrame | TextFrame | ChildTextFrame
"""Live text becomes JSON when it is sent, so that it can grow."""

# Messages that one process sends; the web processes that pass them on have to keep up. Above it they wait a little
# and are joined, so that hundreds of model streams become fewer and longer pieces instead of a growing queue.
MAX_PER_S = 2000
# The next message of a worker waits this long for company, so that under load it sends half as often.
WORKER_RESTS_S = 0.01
# One round trip, and for the web process one turn of its loop.
MAX_AT_ONCE = 50
# A group in which nobody received the last message gets its next one no earlier. Most runs are watched by nobody, and
# sending each of their events by itself took a quarter of a worker's processor time; who joins now reads the table.
UNHEARD_RESTS_S = 0.1


def run_group(run_id: UUID) -> str:
    return f"run.{run_id.hex}"


def workflow_group(workflow_id: UUID) -> str:
    """Return the channel group of those who have a workflow's graph open."""
    return f"workflow.{workflow_id.hex}"


class EventBroadcast:
    """Sends messages to groups in the order in which they were handed over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._posted: deque[tuple[str, Sequence[News]]] = deque()
        """Posted messages; lock-free, since hundreds of threads would queue."""
        self._waiting: dict[str, list[News]] = {}
        """Pending messages per group, in order."""
        self._unheard: dict[str, list[News]] = {}
        """The same for groups that nobody listened to lately; not empty only while a timer runs that empties it."""
        self._sending = False
        self._rests_s = 0.0

    def use_loop(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Send from this loop from now on; None forgets it."""
        with self._lock:
            self._loop = loop
            self._sending = False
            self._unheard = {}

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """The loop from which it sends, once there is one."""
        return self._loop

    def has_listeners(self, run_id: UUID) -> bool:
        """Return False when surely nobody listens: sockets join their group first and then read the table."""
        layer = get_channel_layer()
        return not isinstance(layer, InMemoryChannelLayer) or (bool(layer.groups) and run_group(run_id) in layer.groups)

    def send_events(self, run_id: UUID, events: Sequence[JsonObject]) -> None:
        """Announce stored events, each in the form of `run_frames.event_json`."""
        self._post(run_group(run_id), [event_frame(event) for event in events])

    def send_text(self, run_id: UUID, node_key: str, stream: str, offset: int, text: str, *, scope: str = "") -> None:
        """Announce a piece of model text that is not stored yet."""
        self._post(run_group(run_id), [TextFrame(node_key, scope, stream, offset, text)])

    def send_child_text(
        self, caller: NodeAddress, run_id: UUID, node_key: str, stream: str, offset: int, text: str
    ) -> None:
        """Send live text of a child run to watchers of the next outer run; missed text is in the child run's events."""
        frame = ChildTextFrame(caller.node_key, caller.scope, stream, offset, text, str(run_id), node_key)
        self._post(run_group(caller.run_id), [frame])

    def send_refresh(self, run_id: UUID) -> None:
        """Let those who watch a run look again, since a run that it waits for has changed; there is nothing to read."""
        self._post(run_group(run_id), [])

    def send_graph_change(self, workflow_id: UUID) -> None:
        """Let those who have a graph open read what was saved: a batch may be megabytes."""
        self._post(workflow_group(workflow_id), [])

    def send_comments_change(self, workflow_id: UUID, node_key: str) -> None:
        """Let those who have a workflow open read again what is written about a node, or about the whole of it."""
        self._post(workflow_group(workflow_id), [(0, CommentsFrame(node_key=node_key).model_dump_json())])

    def _post(self, group: str, news: Sequence[News]) -> None:
        if not _has_listeners(group):
            return
        self._posted.append((group, news))
        # In this order: the timer that empties `_unheard` sends what was handed over before.
        if not self._sending and group not in self._unheard:
            self._begin_to_send()

    def _begin_to_send(self) -> None:
        with self._lock:
            if self._sending:
                return
            loop = self._loop or self._background_loop()
            if loop is None or loop.is_closed():
                self._posted.clear()
                return
            self._sending = True
            loop.call_soon_threadsafe(self._start_sending, loop)

    def _background_loop(self) -> asyncio.AbstractEventLoop | None:
        if settings.EMBEDDED:
            # Without a server in this process nobody can listen to the in-memory layer.
            return None
        self._loop = fast_event_loop()
        self._rests_s = WORKER_RESTS_S
        threading.Thread(target=self._loop.run_forever, name="broadcast", daemon=True).start()
        return self._loop

    def _start_sending(self, loop: asyncio.AbstractEventLoop) -> None:
        # The reference keeps the task from being collected while it runs.
        self._task = loop.create_task(self._send_all())

    async def _send_all(self) -> None:
        while taken := self._take():
            try:
                self._let_rest(await _send(taken))
            except Exception:
                logger.warning("Announcements were lost; sockets will read them from the table", exc_info=True)
            await asyncio.sleep(max(self._rests_s, len(taken) / MAX_PER_S))

    def _take(self) -> list[tuple[str, Message]]:
        """Return a message for each group that waits longest, with all that there is to send it."""
        self._sort()
        while not self._waiting:
            with self._lock:
                # In this order: who posts now finds that nobody sends, or is found here.
                self._sending = False
                if not self._posted:
                    return []
                self._sending = True
            self._sort()
        groups = list(islice(self._waiting, MAX_AT_ONCE))
        taken = [(group, self._waiting.pop(group)) for group in groups]
        return [(group, {"type": "news", "frames": [_frame(item) for item in news]}) for group, news in taken]

    def _let_rest(self, unheard: Collection[str]) -> None:
        """Let groups wait that nobody listens to."""
        if unheard and not self._unheard:
            asyncio.get_running_loop().call_later(UNHEARD_RESTS_S, self._end_rest)
        self._unheard |= {group: [] for group in unheard}

    def _end_rest(self) -> None:
        rested, self._unheard = self._unheard, {}
        self._waiting |= {group: news for group, news in rested.items() if news}
        if not self._sending and (self._waiting or self._posted):
            self._begin_to_send()

    def _sort(self) -> None:
        """Put what was handed over to what waits for its group."""
        while self._posted:
            group, news = self._posted.popleft()
            waiting = self._unheard.get(group)
            if waiting is None:
                waiting = self._waiting.setdefault(group, [])
            for item in news:
                if not (waiting and _joined(waiting[-1], item)):
                    waiting.append(item)


async def _send(messages: Sequence[tuple[str, Message]]) -> Collection[str]:
    """Send them, and return the groups that surely nobody listened to."""
    layer = get_channel_layer()
    if not isinstance(layer, InMemoryChannelLayer):
        return await groups_send(layer, messages)
    for group, message in messages:
        await layer.group_send(group, message)
    return ()


def _frame(item: News) -> EncodedFrame:
    return item if isinstance(item, tuple) else item.encoded()


def _joined(waiting: News, item: News) -> bool:
    """Append a piece of text to one that waits, where it follows it."""
    return not isinstance(waiting, tuple) and not isinstance(item, tuple) and waiting.grow(item)


def _has_listeners(group: str) -> bool:
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or group in layer.groups


broadcast = EventBroadcast()


def broadcast_events(run_id: UUID, last_seq: int, events: Sequence[NewEvent]) -> None:
    """Announce events that follow the number `last_seq`, once the caller's transaction is committed."""
    if events:
        transaction.on_commit(partial(_broadcast_events, run_id, last_seq, events))


def _broadcast_events(run_id: UUID, last_seq: int, events: Sequence[NewEvent]) -> None:
    if broadcast.has_listeners(run_id):
        numbered = enumerate(events, last_seq + 1)
        broadcast.send_events(
            run_id,
            [event_json(seq, event.type, event.node_key, event.payload, event.at) for seq, event in numbered],
        )
