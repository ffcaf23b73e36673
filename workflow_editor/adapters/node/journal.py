"""The journal and the event sink of one claimed node run."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from django.db import transaction

from agents.core.events import ModelCallStarted, NodeEvent, NodeTextAppended
from agents.core.journal import CallEnded, JournalEntry, ModelReplied, ModelReplyLost, PassagesFound, read_entry
from agents.core.messages import Usage
from workflow_editor.adapters.database.retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.adapters.events.recorder import broadcast_appended, recorder
from workflow_editor.models import JournalRow, RunEvent
from workflow_editor.models.events import events_of
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, LeaseLostError, NodeAddress
from workflow_editor.run_store.writes import NewEntry, Reported

T = TypeVar("T")
E = TypeVar("E", bound=NodeEvent)


class OrmJournal:
    """Journal rows of a node run, including attempts cut off by a crash; a lost lease stops it.

    `is_new`: nobody has worked on the node run, so there is nothing to read.
    """

    def __init__(self, lease: Lease, *, is_new: bool = False) -> None:
        self._lease = lease
        self._is_new = is_new
        rows = () if is_new else JournalRow.objects.filter(node_run_id=lease.node.node_run_id)
        self._entries = [read_entry(row.kind, row.round, row.call_id, row.payload) for row in rows]

    def entries(self) -> Sequence[JournalEntry]:
        return tuple(self._entries)

    def unfinished(self, round_: int) -> Sequence[str]:
        """Compare what was recorded as begun with what has ended: the process between the two was killed."""
        if self._is_new:
            return ()
        ended = sum(
            entry.round == round_ and isinstance(entry, ModelReplied | ModelReplyLost) for entry in self._entries
        )
        begun = sum(event.round == round_ for event in _emitted(self._lease.node, ModelCallStarted))
        if begun <= ended:
            return ()
        appended = _emitted(self._lease.node, NodeTextAppended)
        # Each of them has written over the same stream, so its text is counted once.
        text = "".join(event.text for event in appended if event.stream == f"r{round_}")
        return [text, *[""] * (begun - ended - 1)]

    def usage(self) -> Usage:
        """Return the tokens of all model calls so far, whatever the node's outcome."""
        return sum(map(_usage_of, self._entries), Usage())

    def append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        """Store the entry in one transaction with everything that the node emitted before it.

        `may_wait` defers it to the next entry, report or outcome. Raises LeaseLostError if the node run has another
        worker.
        """
        new = NewEntry.of(entry, len(self._entries) + 1)
        if may_wait:
            recorder.entry(self._lease, new)
        else:
            reported = recorder.take(self._lease)
            whole = Reported(reported.events, [*reported.entries, new])
            again_if_cut_off(partial(self._store, whole, lambda: None))
        self._entries.append(entry)

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Flush deferred entries and reports in one transaction with `write`, which is repeated after a lost answer.

        Raises LeaseLostError if the node run has another worker; `write` was not called.
        """
        reported = recorder.take(self._lease)
        try:
            return again_if_cut_off(partial(self._store, reported, write))
        except (LeaseLostError, *CUT_OFF):
            raise
        except Exception:
            # Entries before one that could not be written are undone, too, and no worse for it.
            recorder.put_back(self._lease, reported)
            raise

    @transaction.atomic
    def _store(self, reported: Reported, write: Callable[[], T], is_again: bool) -> T:
        is_stored = is_again and run_store.is_stored(self._lease.node, reported)
        broadcast_appended(run_store.append({self._lease: Reported() if is_stored else reported}))
        return write()


def _usage_of(entry: JournalEntry) -> Usage:
    """Return what a model call took, a search in a knowledge base, or the run that a tool call has started."""
    match entry:
        case ModelReplied():
            return entry.reply.usage
        case ModelReplyLost() | PassagesFound():
            return entry.usage
        case CallEnded():
            return entry.child_usage
        case _:
            return Usage()


class RecordingSink:
    """Stores a node's reports; see `agents.core.ports.LoopSink`. Text also goes to the run of the calling node."""

    def __init__(self, lease: Lease, caller: NodeAddress | None = None) -> None:
        self._lease = lease
        self._node = lease.node
        self._caller = caller

    def text(self, stream: str, offset: int, text: str) -> None:
        recorder.text(self._lease, stream, offset, text)
        if self._caller is not None:
            broadcast.send_child_text(self._caller, self._node.run_id, self._node.node_key, stream, offset, text)

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        if not (replayed and self._is_stored(event)):
            recorder.event(self._lease, event)

    def _is_stored(self, event: NodeEvent) -> bool:
        """After a crash the loop emits its newest step again, because its event may have been lost."""
        return any(event.is_same_step(stored) for stored in _emitted(self._node, type(event)))


def _emitted(node: NodeAddress, event_class: type[E]) -> Iterator[E]:
    """Yield the stored events of a class that the node has emitted, oldest first."""
    events = events_of(RunEvent.objects.filter(run_id=node.run_id, node_key=node.node_key), event_class)
    return (event for event in events if event.scope == node.scope)
