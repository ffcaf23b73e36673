"""Writes what nodes tell while they work: model text every 50 ms, other events at once, many nodes in one transaction.

Text is announced live before it is stored. What a node told stands in the table before the node's next journal entry
or outcome, because those take the node's pending events with them.
"""

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from tools.definitions import JsonObject
from workflow_editor.adapters.announcer import announcer
from workflow_editor.adapters.database_retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.event_store import NewEvent, store_events_of_runs
from workflow_editor.adapters.run_rows import run_rows_append
from workflow_editor.models import RunEvent

logger = logging.getLogger(__name__)

TEXT_EVERY_S = 0.05
# Under load the text of a stream is stored less often, so that hundreds of streams do not write more rows than this.
# Nobody waits for them: live text was announced before.
TEXTS_PER_S = 400


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """Whose events these are."""

    run_id: UUID
    node_run_id: int
    node_key: str
    scope: str = ""

    def scoped(self, payload: JsonObject) -> JsonObject:
        """Add the scope to an event's payload, as `engine.events` does."""
        return {"scope": self.scope, **payload} if self.scope else payload


@dataclass(slots=True)
class _Text:
    """A growing piece of one stream."""

    at: datetime
    stream: str
    offset: int
    text: str

    def as_event(self, node: NodeAddress) -> NewEvent:
        payload = node.scoped({"stream": self.stream, "offset": self.offset, "text": self.text})
        return NewEvent("node_text_appended", self.at, node.node_key, payload)


class Recorder:
    """Collects events of nodes in work and stores them from one thread."""

    def __init__(self) -> None:
        self._pending: dict[NodeAddress, list[_Text | NewEvent]] = {}
        self._changed = threading.Condition()
        self._urgent = False
        # Held while taken events are not committed yet, so that nobody stores later ones before them.
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = False

    def text(self, node: NodeAddress, stream: str, offset: int, text: str) -> None:
        """Announce a piece of text now and store it soon; `offset` counts characters of the stream."""
        announcer.announce_text(node.run_id, node.node_key, stream, offset, text, scope=node.scope)
        with self._changed:
            if not self._pending:
                self._wake()
            entries = self._pending.setdefault(node, [])
            last = entries[-1] if entries else None
            if isinstance(last, _Text) and last.stream == stream and last.offset + len(last.text) == offset:
                last.text += text
            else:
                entries.append(_Text(timezone.now(), stream, offset, text))

    def event(self, node: NodeAddress, type_: str, payload: JsonObject) -> None:
        """Store an event at once, behind everything that the node told before."""
        with self._changed:
            event = NewEvent(type_, timezone.now(), node.node_key, node.scoped(payload))
            self._pending.setdefault(node, []).append(event)
            self._urgent = True
            self._wake()

    def take(self, node: NodeAddress) -> list[NewEvent]:
        """Return what is not stored yet, for a transaction of the caller. Not to be called inside a transaction."""
        with self._writing, self._changed:
            return _as_events(node, self._pending.pop(node, ()))

    def flush(self) -> int:
        """Store everything that is pending, and return of how many nodes."""
        with self._writing:
            with self._changed:
                taken, self._pending = self._pending, {}
                self._urgent = False
            if not taken:
                return 0
            try:
                again_if_cut_off(partial(_store, taken))
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

    def _put_back(self, taken: dict[NodeAddress, list[_Text | NewEvent]]) -> None:
        with self._changed:
            for node, entries in taken.items():
                self._pending[node] = entries + self._pending.get(node, [])

    def _wake(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_until_closed, name="recorder", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _write_until_closed(self) -> None:
        rest_s = TEXT_EVERY_S
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._pending) or self._closing)
                if self._closing:
                    break
                self._changed.wait_for(lambda: self._urgent or self._closing, rest_s)
            try:
                rest_s = max(TEXT_EVERY_S, self.flush() / TEXTS_PER_S)
            except CUT_OFF:
                logger.warning("Events could not be stored now; they are kept", exc_info=True)
            except Exception:
                logger.exception("Events that cannot be stored were dropped")
        connection.close()


def _as_events(node: NodeAddress, entries: Iterable[_Text | NewEvent]) -> list[NewEvent]:
    return [entry.as_event(node) if isinstance(entry, _Text) else entry for entry in entries]


def _store(taken: dict[NodeAddress, list[_Text | NewEvent]], is_again: bool) -> None:
    if is_again and any(_is_stored(node, _as_events(node, entries)[0]) for node, entries in taken.items()):
        # They are stored together or not at all.
        return
    told: dict[UUID, list[NewEvent]] = {}
    for node, entries in taken.items():
        told.setdefault(node.run_id, []).extend(_as_events(node, entries))
    with transaction.atomic():
        append_to_runs(told)


def _is_stored(node: NodeAddress, event: NewEvent) -> bool:
    same = RunEvent.objects.filter(run_id=node.run_id, node_key=node.node_key, type=event.type, at=event.at)
    # Compared here: SQLite compares JSON as text, in which a space makes a difference.
    return event.payload in same.values_list("payload", flat=True)


def append_to_run(run_id: UUID, events: Sequence[NewEvent]) -> None:
    """Number and store events of a run inside the caller's transaction; a finished run takes no more events."""
    if events:
        append_to_runs({run_id: events})


def append_to_runs(told: Mapping[UUID, Sequence[NewEvent]]) -> None:
    """Do the same for several runs at once; each has at least one event."""
    last_seqs = run_rows_append({run_id: len(events) for run_id, events in told.items()})
    store_events_of_runs(
        [(run_id, last_seq - len(told[run_id]), told[run_id]) for run_id, last_seq in last_seqs.items()]
    )


recorder = Recorder()
