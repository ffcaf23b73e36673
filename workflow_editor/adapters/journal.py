"""The journal and the event sink of one claimed node run."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from agents.messages import Usage
from agents.ports import JournalEntry, JournalKind
from tools.definitions import JsonObject
from tools.rows.reader import read_values
from tools.rows.writer import insert_rows
from workflow_editor.adapters.database_retry import again_if_cut_off
from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.node_run_rows import node_row_is_held
from workflow_editor.adapters.payload_rows import db_payload
from workflow_editor.adapters.recorder import NodeAddress, append_to_run, recorder
from workflow_editor.errors import WorkflowError
from workflow_editor.models import JournalRow, RunEvent

_FIELDS = ("node_run_id", "seq", "kind", "round", "call_id", "payload")


class LeaseLostError(WorkflowError):
    """Somebody else works on this node run now; what this thread does no longer counts."""

    code = "lease_lost"


class OrmJournal:
    """Journal rows of a node run; entries of earlier attempts that a crash cut off are among them.

    Args:
        node: whose journal it is.
        lease_owner: who writes it; a lost lease stops it.
        is_new: nobody has worked on the node run before, so there is nothing to read.
    """

    def __init__(self, node: NodeAddress, lease_owner: str, *, is_new: bool = False) -> None:
        self._node = node
        self._lease_owner = lease_owner
        rows = () if is_new else JournalRow.objects.filter(node_run_id=node.node_run_id)
        self._entries = [
            JournalEntry(kind=_kind(row.kind), round=row.round, call_id=row.call_id, payload=row.payload)
            for row in rows
        ]

    def entries(self) -> Sequence[JournalEntry]:
        return tuple(self._entries)

    def usage(self) -> Usage:
        """Return the tokens of all model calls so far, whatever became of the node."""
        return sum(map(_usage_of, self._entries), Usage())

    def append(self, entry: JournalEntry) -> None:
        """Store the entry together with everything that the node told before it.

        Raises:
            LeaseLostError: the node run was given to somebody else.
        """
        told = recorder.take(self._node)
        again_if_cut_off(partial(self._store, entry, told))
        self._entries.append(entry)

    @transaction.atomic
    def _store(self, entry: JournalEntry, told: Sequence[NewEvent], is_again: bool) -> None:
        seq, node_run_id = len(self._entries) + 1, self._node.node_run_id
        if is_again and read_values(JournalRow, ("id",), ("node_run_id", "seq"), (node_run_id, seq)):
            return
        append_to_run(self._node.run_id, told)
        if not node_row_is_held(node_run_id, self._lease_owner):
            raise LeaseLostError("The lease of this node run was lost")
        row = (node_run_id, seq, entry.kind, entry.round, entry.call_id, db_payload(self._node.run_id, entry.payload))
        insert_rows(JournalRow, _FIELDS, [row])


def _usage_of(entry: JournalEntry) -> Usage:
    return Usage.from_json(entry.payload.get("usage", {})) if entry.kind == "reply" else Usage()


def _kind(text: str) -> JournalKind:
    match text:
        case "reply" | "tool_asked" | "tool_answered" | "tool_started" | "tool_result" | "tool_again":
            return text
        case _:
            raise ValueError(f"Unknown journal entry kind {text!r}")


class RecordingSink:
    """Where a node tells what it does; see `agents.ports.LoopSink`."""

    def __init__(self, node: NodeAddress) -> None:
        self._node = node

    def text(self, stream: str, offset: int, text: str) -> None:
        recorder.text(self._node, stream, offset, text)

    def emit(self, type_: str, payload: JsonObject) -> None:
        if payload.get("replayed") and self._was_told(type_, payload):
            return
        recorder.event(self._node, type_, {key: value for key, value in payload.items() if key != "replayed"})

    def _was_told(self, type_: str, payload: JsonObject) -> bool:
        """After a crash the loop tells its newest step again, because its event may have been lost."""
        which = {f"payload__{key}": payload[key] for key in ("round", "call_id") if key in payload}
        if self._node.scope:
            which["payload__scope"] = self._node.scope
        told = RunEvent.objects.filter(run_id=self._node.run_id, node_key=self._node.node_key, type=type_, **which)
        return told.exists()
