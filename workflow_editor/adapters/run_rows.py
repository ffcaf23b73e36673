"""The rows of runs, written the short way."""

from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection

from tools.rows.writer import (
    columns_of,
    db_json,
    db_json_or_null,
    db_time,
    db_uuid,
    insert_rows,
    table_of,
)
from workflow_editor.adapters.payload_rows import db_payload, db_payload_or_null
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES

_GIVEN = (
    "id",
    "workflow_id",
    "version_id",
    "kind",
    "mode",
    "trigger",
    "target_node",
    "inputs",
    "idempotency_key",
    "created_by_id",
    "created_at",
    "limits",
    "deadline_at",
    "parent_node_run_id",
    "forked_from_id",
    "steps",
    "last_seq",
)
_CHANGING = (
    "status",
    "output",
    "error",
    "usage",
    "open_nodes",
    "waiting_nodes",
    "held",
    "cancel_requested",
    "started_at",
    "finished_at",
)


def run_row_insert(run: Run) -> None:
    """Store a new run; all its fields must be set."""
    given = (
        db_uuid(run.id),
        db_uuid(run.workflow_id),
        db_uuid(run.version_id),
        run.kind,
        run.mode,
        run.trigger,
        run.target_node,
        db_payload(run.id, run.inputs),
        run.idempotency_key,
        run.created_by_id,
        db_time(run.created_at),
        db_json_or_null(run.limits),
        db_time(run.deadline_at),
        run.parent_node_run_id,
        None if run.forked_from_id is None else db_uuid(run.forked_from_id),
        run.steps,
        run.last_seq,
    )
    insert_rows(Run, _GIVEN + _CHANGING, [(*given, *_changing_values(run))])


def run_row_update(run: Run, new_events: int) -> int | None:
    """Store what a step changes of a run, and count the step.

    Returns:
        The number of the last event once `new_events` have been added, or None when another step came between the
        reading of `run` and now; nothing is stored then. Events that nodes tell while they work do not count as steps.
    """
    with connection.cursor() as cursor:
        cursor.execute(_update_statement(), (*_changing_values(run), new_events, db_uuid(run.id), run.steps))
        found = cursor.fetchone()
    return None if found is None else int(found[0])


def run_row_append(run_id: UUID, new_events: int) -> int | None:
    """Make room for events that nodes tell while they work.

    Returns:
        The number of the last event once they have been added; None when the run is over and takes no more.
    """
    with connection.cursor() as cursor:
        cursor.execute(_append_statement(), (new_events, db_uuid(run_id), *OPEN_STATUSES))
        found = cursor.fetchone()
    return None if found is None else int(found[0])


@cache
def _append_statement() -> str:
    last_seq, key, status = columns_of(Run, ("last_seq", "id", "status"))
    return (
        f"UPDATE {table_of(Run)} SET {last_seq} = {last_seq} + %s "  # noqa: S608  names, no values
        f"WHERE {key} = %s AND {status} IN (%s, %s, %s) RETURNING {last_seq}"
    )


@cache
def _update_statement() -> str:
    changes = ", ".join(f"{column} = %s" for column in columns_of(Run, _CHANGING))
    steps, last_seq, key = columns_of(Run, ("steps", "last_seq", "id"))
    return (
        f"UPDATE {table_of(Run)} SET {changes}, {steps} = {steps} + 1, {last_seq} = {last_seq} + %s "  # noqa: S608  names
        f"WHERE {key} = %s AND {steps} = %s RETURNING {last_seq}"
    )


def _changing_values(run: Run) -> tuple[Any, ...]:
    return (
        run.status,
        db_payload_or_null(run.id, run.output),
        db_json_or_null(run.error),
        db_json(run.usage),
        run.open_nodes,
        run.waiting_nodes,
        run.held,
        run.cancel_requested,
        db_time(run.started_at),
        db_time(run.finished_at),
    )
