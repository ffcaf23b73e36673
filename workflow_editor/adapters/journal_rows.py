"""The rows of journals, and entries that are on their way into one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.core.ports import JournalEntry
from tools.rows.reader import read_values
from tools.rows.writer import insert_rows
from workflow_editor.adapters.node_address import NodeAddress
from workflow_editor.adapters.payload_rows import db_payload
from workflow_editor.models import JournalRow

ENTRY_FIELDS = ("node_run_id", "seq", "kind", "round", "call_id", "payload")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry that is not stored yet, with its number in the journal."""

    seq: int
    entry: JournalEntry


def insert_entries(node: NodeAddress, entries: Sequence[NewEntry]) -> None:
    """Store entries in the caller's transaction, which has made sure of the lease."""
    insert_rows(JournalRow, ENTRY_FIELDS, entry_rows(node, entries))


def entry_rows(node: NodeAddress, entries: Sequence[NewEntry]) -> list[tuple[Any, ...]]:
    """Return the rows of new entries."""
    return [
        (
            node.node_run_id,
            new.seq,
            new.entry.kind,
            new.entry.round,
            new.entry.call_id,
            db_payload(node.run_id, new.entry.payload),
        )
        for new in entries
    ]


def is_entry_stored(node: NodeAddress, seq: int) -> bool:
    """Tell whether the journal has an entry of this number."""
    return bool(read_values(JournalRow, ("id",), ("node_run_id", "seq"), (node.node_run_id, seq)))
