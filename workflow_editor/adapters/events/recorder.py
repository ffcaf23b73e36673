"""Batches node reports: text every 50 ms, the rest after 10 ms, many nodes in one transaction.

Text is sent live before it is stored. Reports are stored before the node's next journal entry or outcome, which include
them: a quick node needs no transaction of its own.
"""

import logging
import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from time import monotonic
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from agents.core.events import NodeEvent, NodeTextAppended
from workflow_editor.adapters.database.retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.events.broadcast import broadcast, broadcast_events
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, LeaseLostError, NodeAddress
from workflow_editor.run_store.writes import NewEntry, NewEvent, Reported

logger = logging.getLogger(__name__)

TEXT_EVERY_S = 0.05
EVENTS_WITHIN_S = 0.01
# Under load the text of a stream is stored less often, so that hundreds of streams do not write more rows than this.
# Nobody waits for them: live text was announced before.
TEXTS_PER_S = 200


@dataclass(slots=True)
class _Text:
    """A growing piece of one stream."""

    at: datetime
    stream: str
    offset: int
    text: str

    def as_event(self, node: NodeAddress) -> NewEvent:
        event = NodeTextAppended(self.stream, self.offset, self.text, node_key=node.node_key, scope=node.scope)
        return NewEvent.of(event, self.at)


_Pending = _Text | NewEvent | NewEntry


class Recorder:
    """Collects events of nodes in work and stores them from one thread."""

    def __init__(self) -> None:
        self._pending: dict[Lease, list[_Pending]] = {}
        self._changed = threading.Condition()
        self._last_stored = 0
        self._due = math.inf
        # Until when the thread sleeps: it is woken only when something is due before.
        self._wakes_at = -math.inf
        # Held while taken events are not committed yet, so that nobody stores later ones before them.
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False

    def text(self, lease: Lease, stream: str, offset: int, text: str) -> None:
        """Announce a piece of text now and store it soon; `offset` counts characters of the stream."""
        node = lease.node
        broadcast.send_text(node.run_id, node.node_key, stream, offset, text, scope=node.scope)
        with self._changed:
            entries = self._pending.setdefault(lease, [])
            self._store_within(max(TEXT_EVERY_S, self._last_stored / TEXTS_PER_S))
            last = entries[-1] if entries else None
            if isinstance(last, _Text) and last.stream == stream and last.offset + len(last.text) == offset:
                last.text += text
            else:
                entries.append(_Text(timezone.now(), stream, offset, text))

    def event(self, lease: Lease, event: NodeEvent) -> None:
        """Store an event of the lease's node soon, behind everything that the node emitted before."""
        node = lease.node
        placed = replace(event, node_key=node.node_key, scope=node.scope)
        self._add(lease, NewEvent.of(placed, timezone.now()))

    def entry(self, lease: Lease, entry: NewEntry) -> None:
        """Store a journal entry soon, in order with the node's reports."""
        self._add(lease, entry)

    def _add(self, lease: Lease, item: NewEvent | NewEntry) -> None:
        with self._changed:
            self._pending.setdefault(lease, []).append(item)
            self._store_within(EVENTS_WITHIN_S)

    def take(self, lease: Lease) -> Reported:
        """Return what is not stored yet, for a transaction of the caller. Not to be called inside a transaction."""
        with self._writing, self._changed:
            taken = self._pending.pop(lease, ())
            if not self._pending:
                # The next report has its own time to wait: a quick node takes that along, too.
                self._due = math.inf
            return _reported(lease.node, taken)

    def put_back(self, lease: Lease, reported: Reported) -> None:
        """Keep what was taken and surely is not stored, before what the node has reported since."""
        with self._changed:
            self._pending[lease] = [*reported.events, *reported.entries, *self._pending.get(lease, ())]
            self._store_within(EVENTS_WITHIN_S)

    def flush(self) -> int:
        """Store everything that is pending, and return of how many nodes."""
        with self._writing:
            with self._changed:
                taken, self._pending, self._due = self._pending, {}, math.inf
            if not taken:
                return 0
            try:
                _store_of_holders(taken)
            except CUT_OFF:
                self._put_back(taken)
                raise
            return len(taken)

    def close(self) -> None:
        """Store what is pending and let the thread end; the recorder can be used again."""
        with self._changed:
            thread, self._thread = self._thread, None
            self._closing = True
            self._changed.notify()
        if thread is not None:
            thread.join()
        with self._changed:
            self._closing = False
        self.flush()

    def _put_back(self, taken: Mapping[Lease, list[_Pending]]) -> None:
        with self._changed:
            for lease, entries in taken.items():
                self._pending[lease] = entries + self._pending.get(lease, [])
            self._store_within(TEXT_EVERY_S)

    def _store_within(self, seconds: float) -> None:
        self._due = min(self._due, monotonic() + seconds)
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_until_closed, name="recorder", daemon=True)
            self._thread.start()
        elif self._due < self._wakes_at:
            self._changed.notify()

    def _sleep_until_due(self) -> None:
        while not self._closing and (left_s := self._due - monotonic()) > 0:
            self._wakes_at = self._due
            self._changed.wait(None if left_s == math.inf else left_s)
        self._wakes_at = -math.inf

    def _write_until_closed(self) -> None:
        while True:
            with self._changed:
                self._sleep_until_due()
                if self._closing:
                    break
            try:
                self._last_stored = self.flush()
            except CUT_OFF:
                logger.warning("Events could not be stored now; they are kept", exc_info=True)
            except Exception:
                logger.exception("Events that cannot be stored were dropped")
        connection.close()


def _reported(node: NodeAddress, pending: Sequence[_Pending]) -> Reported:
    reported = [item for item in pending if not isinstance(item, NewEntry)]
    events = [item.as_event(node) if isinstance(item, _Text) else item for item in reported]
    return Reported(events, [item for item in pending if isinstance(item, NewEntry)])


def _store_of_holders(taken: dict[Lease, list[_Pending]]) -> None:
    """Store what was taken, but for nodes that somebody else works on by now: they do and report it again."""
    reported = {lease: _reported(lease.node, pending) for lease, pending in taken.items()}
    while reported:
        try:
            return again_if_cut_off(partial(_store, reported))
        except LeaseLostError as lost:
            reported = {lease: one for lease, one in reported.items() if lease not in lost.leases}


def _store(reported: Mapping[Lease, Reported], is_again: bool) -> None:
    if is_again and any(run_store.is_stored(lease.node, one) for lease, one in reported.items()):
        # They are stored together or not at all.
        return
    with transaction.atomic():
        broadcast_appended(run_store.append(reported))


def broadcast_appended(stored: Mapping[UUID, tuple[int, Sequence[NewEvent]]]) -> None:
    """Announce what was appended to runs, once the caller's transaction is committed."""
    for run_id, (last_seq, events) in stored.items():
        broadcast_events(run_id, last_seq, events)


recorder = Recorder()
