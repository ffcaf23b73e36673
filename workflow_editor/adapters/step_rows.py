"""All rows of a step in one statement, on PostgreSQL: one way to the server and back in place of six.

It is a transaction by itself, unless there is one around it, and writes everything or nothing: nothing when another
step came between, or when the node run whose outcome is taken in is not its worker's any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection, models

from tools.rows.writer import columns_of, db_uuid, insert_from_json, is_postgresql, json_rows, table_of
from workflow_editor.adapters.event_store import EVENT_FIELDS, NewEvent, event_rows
from workflow_editor.adapters.journal import LeaseLostError
from workflow_editor.adapters.journal_rows import ENTRY_FIELDS, NewEntry, entry_rows, insert_entries
from workflow_editor.adapters.node_address import NodeAddress
from workflow_editor.adapters.node_run_rows import NODE_FIELDS, NodeRowChange
from workflow_editor.adapters.run_rows import RUN_CHANGING, RUN_FIELDS, changing_values, run_row
from workflow_editor.engine.scopes import Address
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status


@dataclass(frozen=True, slots=True)
class NodeEnding:
    """What becomes of the node run whose outcome a step takes in, and what is still to stand in its journal."""

    node: NodeAddress
    change: NodeRowChange
    entries: Sequence[NewEntry]

    def store(self) -> None:
        """Write it with statements of its own, in the caller's transaction.

        Raises:
            LeaseLostError: the node run is no longer its worker's.
        """
        if not self.change.store():
            raise LeaseLostError("The lease of this node run was lost")
        insert_entries(self.node, self.entries)


@dataclass(frozen=True, slots=True)
class StepRows:
    """What a step writes."""

    run: Run
    events: Sequence[NewEvent]
    nodes: Sequence[tuple[Any, ...]]
    """New rows of `NODE_FIELDS`: what was decided, then what is ready."""
    ending: NodeEnding | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The number of the run's last event, and the ids of the new node runs."""

    last_seq: int
    ids: dict[Address, int]


def is_one_statement() -> bool:
    """Tell whether the database can take all rows of a step at once."""
    return is_postgresql()


def first_step_store(run: Run, events: Sequence[NewEvent], nodes: Sequence[tuple[Any, ...]]) -> dict[Address, int]:
    """Write a new run with its first step, and return the ids of the node runs; nobody knows it yet.

    Args:
        nodes: as in `StepRows`.
    """
    tables = (
        (Run, RUN_FIELDS, [run_row(run)]),
        (RunEvent, EVENT_FIELDS, event_rows(run.id, 0, events)),
        (NodeRun, NODE_FIELDS, nodes),
    )
    with connection.cursor() as cursor:
        cursor.execute(_first_statement(), [json_rows(*table) for table in tables])
        return {Address(key, scope): row_id for row_id, key, scope in cursor.fetchall()}


@cache
def _first_statement() -> str:
    run, events = insert_from_json(Run, RUN_FIELDS), insert_from_json(RunEvent, EVENT_FIELDS)
    return f"WITH run AS ({run}), events AS ({events}) {insert_from_json(NodeRun, NODE_FIELDS, _NODE)}"


def step_rows_store(rows: StepRows) -> Stored | None:
    """Write a step; None when nothing was written, because the run or the node run is not as the step found it."""
    run, change = rows.run, rows.ending.change if rows.ending else None
    entries = entry_rows(rows.ending.node, rows.ending.entries) if rows.ending else []
    run_key = db_uuid(run.id)
    values = [run_key, run.steps]
    if change is not None:
        values += [change.node_run_id, change.lease_owner, Status.RUNNING]
    values += [*changing_values(run), len(rows.events), run_key]
    if change is not None:
        values += [*change.values, change.node_run_id]
    values += [len(rows.events), json_rows(RunEvent, EVENT_FIELDS, event_rows(run.id, 0, rows.events))]
    if entries:
        values.append(json_rows(JournalRow, ENTRY_FIELDS, entries))
    values.append(json_rows(NodeRun, NODE_FIELDS, rows.nodes))
    with connection.cursor() as cursor:
        cursor.execute(_statement(change.fields if change else None, has_entries=bool(entries)), values)
        found = cursor.fetchall()
    if not found:
        return None
    return Stored(found[0][0], {Address(key, scope): row_id for _, row_id, key, scope in found if row_id is not None})


@cache
def _statement(changed: tuple[str, ...] | None, *, has_entries: bool) -> str:
    """Return the statement for a step that changes these fields of a node run, None for none.

    The run is locked before the node run, as everywhere, and what follows needs both.
    """
    parts = [_FOUND.format(run=table_of(Run)), *_changes(changed)]
    events = insert_from_json(RunEvent, EVENT_FIELDS, beside="told", seq="told.last_seq - %s + given.seq")
    parts.append(f"events AS ({events})")
    if has_entries:
        parts.append(f"entries AS ({insert_from_json(JournalRow, ENTRY_FIELDS, beside='told')})")
    parts.append(f"nodes AS ({insert_from_json(NodeRun, NODE_FIELDS, _NODE, beside='told')})")
    return f"WITH {', '.join(parts)} {_ANSWER}"


_NODE = ("id", "node_key", "scope")
_FOUND = "found AS (SELECT id FROM {run} WHERE id = %s AND steps = %s FOR NO KEY UPDATE)"
_HELD = (
    "held AS (SELECT node.id FROM {node_run} AS node, found "
    "WHERE node.id = %s AND node.lease_owner = %s AND node.status = %s FOR NO KEY UPDATE OF node)"
)
_TOLD = (
    "told AS (UPDATE {run} AS run SET {changes}, steps = run.steps + 1, last_seq = run.last_seq + %s "
    "FROM {guard} WHERE run.id = %s RETURNING run.last_seq)"
)
_ENDED = "ended AS (UPDATE {node_run} AS node SET {changes} FROM told WHERE node.id = %s)"
_ANSWER = "SELECT told.last_seq, nodes.id, nodes.node_key, nodes.scope FROM told LEFT JOIN nodes ON true"


def _changes(changed: tuple[str, ...] | None) -> list[str]:
    run, node_run = table_of(Run), table_of(NodeRun)
    of_run = _assignments(Run, RUN_CHANGING)
    if changed is None:
        return [_TOLD.format(run=run, changes=of_run, guard="found")]
    return [
        _HELD.format(node_run=node_run),
        _TOLD.format(run=run, changes=of_run, guard="held"),
        _ENDED.format(node_run=node_run, changes=_assignments(NodeRun, changed)),
    ]


def _assignments(model: type[models.Model], fields: tuple[str, ...]) -> str:
    return ", ".join(f"{column} = %s" for column in columns_of(model, fields))
