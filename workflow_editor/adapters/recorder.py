"""Writes what nodes tell while they work: model text every 50 ms, the rest after 10 ms, many nodes in one transaction.

Text is announced live before it is stored. What a node told stands in the table before the node's next journal entry
or outcome, because those take what is pending with them: a quick node needs no transaction for what it told.
"""

import logging
import math
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from time import monotonic
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from agents.core.events import NodeEvent, NodeTextAppended
from workflow_editor.adapters.announcer import announcer
from workflow_editor.adapters.database_retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.event_store import NewEvent, store_events_of_runs
from workflow_editor.adapters.journal_rows import NewEntry, insert_entries, is_entry_stored
from workflow_editor.adapters.node_address import Lease, NodeAddress
from workflow_editor.adapters.node_run_rows import leases_lost
from workflow_editor.adapters.run_rows import run_rows_append
from workflow_editor.models import RunEvent

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


@dataclass(frozen=True, slots=True)
class Told:
    """What a node told, in order, and what is to stand in its journal."""

    events: Sequence[NewEvent]
    entries: Sequence[NewEntry]

    @classmethod
    def of(cls, node: NodeAddress, pending: Sequence[_Pending]) -> "Told":
        """Sort what is pending."""
        told = [item for item in pending if not isinstance(item, NewEntry)]
        events = [item.as_event(node) if isinstance(item, _Text) else item for item in told]
        return cls(events, [item for item in pending if isinstance(item, NewEntry)])


class _LeasesLostError(Exception):
    """Somebody else works on these nodes; undoes the transaction and never leaves this module."""

    def __init__(self, leases: Collection[Lease]) -> None:
        self.leases = leases


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
        announcer.announce_text(node.run_id, node.node_key, stream, offset, text, scope=node.scope)
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
        """Store an entry of the node's journal soon, together with what the node tells before and after it."""
        self._add(lease, entry)

    def _add(self, lease: Lease, item: NewEvent | NewEntry) -> None:
        with self._changed:
            self._pending.setdefault(lease, []).append(item)
            self._store_within(EVENTS_WITHIN_S)

    def take(self, lease: Lease) -> Told:
        """Return what is not stored yet, for a transaction of the caller. Not to be called inside a transaction."""
        with self._writing, self._changed:
            taken = self._pending.pop(lease, ())
            if not self._pending:
                # What comes next has its own time to wait: a quick node takes that along, too.
                self._due = math.inf
            return Told.of(lease.node, taken)

    def put_back(self, lease: Lease, told: Told) -> None:
        """Keep what was taken and surely is not stored, before what the node has told since."""
        with self._changed:
            self._pending[lease] = [*told.events, *told.entries, *self._pending.get(lease, ())]
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


def _store_of_holders(taken: dict[Lease, list[_Pending]]) -> None:
    """Store what was taken, but for nodes that somebody else works on by now: they do and tell it again."""
    told = {lease: Told.of(lease.node, pending) for lease, pending in taken.items()}
    while told:
        try:
            return again_if_cut_off(partial(_store, told))
        except _LeasesLostError as lost:
            told = {lease: one for lease, one in told.items() if lease not in lost.leases}


def _store(told: Mapping[Lease, Told], is_again: bool) -> None:
    if is_again and any(is_told_stored(lease.node, one) for lease, one in told.items()):
        # They are stored together or not at all.
        return
    events: dict[UUID, list[NewEvent]] = {}
    for lease, one in told.items():
        if one.events:
            events.setdefault(lease.node.run_id, []).extend(one.events)
    with transaction.atomic():
        append_to_runs(events)
        if lost := leases_lost(told):
            raise _LeasesLostError(lost)
        for lease, one in told.items():
            insert_entries(lease.node, one.entries)


def is_told_stored(node: NodeAddress, told: Told) -> bool:
    """Tell whether a transaction went through that was cut off: what it was to store stands together, or not at all."""
    if told.entries:
        return is_entry_stored(node, told.entries[0].seq)
    if not told.events:
        return False
    event = told.events[0]
    same = RunEvent.objects.filter(run_id=node.run_id, node_key=node.node_key, type=event.type, at=event.at)
    # Compared here: SQLite compares JSON as text, in which a space makes a difference.
    return event.payload in same.values_list("payload", flat=True)


def append_to_run(run_id: UUID, events: Sequence[NewEvent]) -> None:
    """Number and store events of a run inside the caller's transaction; a finished run takes no more events."""
    append_to_runs({run_id: events} if events else {})


def append_to_runs(told: Mapping[UUID, Sequence[NewEvent]]) -> None:
    """Do the same for several runs at once; each has at least one event."""
    if not told:
        return
    last_seqs = run_rows_append({run_id: len(events) for run_id, events in told.items()})
    store_events_of_runs(
        [(run_id, last_seq - len(told[run_id]), told[run_id]) for run_id, last_seq in last_seqs.items()]
    )


recorder = Recorder()
