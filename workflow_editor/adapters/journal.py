"""The journal and the event sink of one claimed node run."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from agents.core.events import ModelCallStarted, NodeEvent, NodeTextAppended
from agents.core.messages import Usage
from agents.core.ports import JournalEntry, JournalKind
from workflow_editor.adapters.database_retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.event_broadcast import broadcast
from workflow_editor.adapters.recorder import broadcast_appended, recorder
from workflow_editor.models import JournalRow, RunEvent
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, LeaseLostError, NodeAddress
from workflow_editor.run_store.writes import NewEntry, Reported

T = TypeVar("T")
_PAID = ("reply", "reply_lost", "passages")


class OrmJournal:
    """Journal rows of a node run; entries of earlier attempts that a crash cut off are among them.

    Args:
        lease: whose journal it is, and who writes it; a lost lease stops it.
        is_new: nobody has worked on the node run before, so there is nothing to read.
    """

    def __init__(self, lease: Lease, *, is_new: bool = False) -> None:
        self._lease = lease
        self._is_new = is_new
        rows = () if is_new else JournalRow.objects.filter(node_run_id=lease.node.node_run_id)
        self._entries = [
            JournalEntry(kind=_kind(row.kind), round=row.round, call_id=row.call_id, payload=row.payload)
            for row in rows
        ]

    def entries(self) -> Sequence[JournalEntry]:
        return tuple(self._entries)

    def unfinished(self, round_: int) -> Sequence[str]:
        """Compare what was recorded as begun with what has ended: the process between the two was killed."""
        if self._is_new:
            return ()
        ended = sum(entry.round == round_ and entry.kind in ("reply", "reply_lost") for entry in self._entries)
        begun = _stored(self._lease.node, ModelCallStarted, round=round_).count()
        if begun <= ended:
            return ()
        texts = _stored(self._lease.node, NodeTextAppended, stream=f"r{round_}").values_list("payload", flat=True)
        # Each of them has written over the same stream, so its text is counted once.
        return ["".join(payload["text"] for payload in texts), *[""] * (begun - ended - 1)]

    def usage(self) -> Usage:
        """Return the tokens of all model calls so far, whatever became of the node."""
        return sum(map(_usage_of, self._entries), Usage())

    def append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        """Store the entry in one transaction with everything that the node emitted before it.

        Args:
            may_wait: the entry may be stored a moment later: with the next one, with what the node reports, or with its
                outcome.
        Raises:
            LeaseLostError: the node run was given to somebody else.
        """
        new = NewEntry(len(self._entries) + 1, entry)
        if may_wait:
            recorder.entry(self._lease, new)
        else:
            reported = recorder.take(self._lease)
            whole = Reported(reported.events, [*reported.entries, new])
            again_if_cut_off(partial(self._store, whole, lambda: None))
        self._entries.append(entry)

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Store the entries that wait, and what the node reported, in one transaction with what `write` stores.

        When the answer to that transaction gets lost, `write` stores its part once more.

        Raises:
            LeaseLostError: the node run was given to somebody else; `write` was not called.
        """
        reported = recorder.take(self._lease)
        try:
            return again_if_cut_off(partial(self._store, reported, write))
        except (LeaseLostError, *CUT_OFF):
            raise
        except Exception:
            # What came before what could not be written is undone, too, and no worse for it.
            recorder.put_back(self._lease, reported)
            raise

    @transaction.atomic
    def _store(self, reported: Reported, write: Callable[[], T], is_again: bool) -> T:
        is_stored = is_again and run_store.is_stored(self._lease.node, reported)
        broadcast_appended(run_store.append({self._lease: Reported() if is_stored else reported}))
        return write()


def _usage_of(entry: JournalEntry) -> Usage:
    """Return what a model call took, a search in a knowledge base, or the run that a tool call has started."""
    if entry.kind == "tool_result":
        return Usage.from_json(entry.payload.get("child_usage", {}))
    return Usage.from_json(entry.payload.get("usage", {})) if entry.kind in _PAID else Usage()


def _kind(text: str) -> JournalKind:
    match text:
        case (
            "reply"
            | "reply_lost"
            | "tool_asked"
            | "tool_answered"
            | "tool_started"
            | "tool_result"
            | "tool_again"
            | "tool_waiting"
            | "passages"
        ):
            return text
        case _:
            raise ValueError(f"Unknown journal entry kind {text!r}")


class RecordingSink:
    """Where a node reports what it does; see `agents.core.ports.LoopSink`.

    Args:
        caller: the node of another run that waits for this one; the text is sent to its run, too.
    """

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
        payload = event.payload()
        about = {key: payload[key] for key in ("round", "call_id") if key in payload}
        return _stored(self._node, type(event), **about).exists()


def _stored(node: NodeAddress, event_class: type[NodeEvent], **about: object) -> QuerySet[RunEvent]:
    """Return the node's stored events of a class, oldest first; `about` is what their payload holds."""
    which = {f"payload__{key}": value for key, value in about.items()}
    if node.scope:
        which["payload__scope"] = node.scope
    return RunEvent.objects.filter(run_id=node.run_id, node_key=node.node_key, type=event_class.type, **which).order_by(
        "seq"
    )
