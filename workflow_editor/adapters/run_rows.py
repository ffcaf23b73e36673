"""The rows of runs, written the short way."""

from collections.abc import Mapping
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
RUN_CHANGING = (
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


RUN_FIELDS = _GIVEN + RUN_CHANGING


def run_row_insert(run: Run) -> None:
    """Store a new run; all its fields must be set."""
    insert_rows(Run, RUN_FIELDS, [run_row(run)])


def run_row(run: Run) -> tuple[Any, ...]:
    """Return the row of a new run, the values of `RUN_FIELDS`."""
    return (
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
        *changing_values(run),
    )


def run_row_update(run: Run, new_events: int) -> int | None:
    """Store what a step changes of a run, and count the step.

    Returns:
        The number of the last event once `new_events` have been added, or None when another step came between the
        reading of `run` and now; nothing is stored then. Events that nodes tell while they work do not count as steps.
    """
    values = changing_values(run)
    changed = _changed(run, values)
    with connection.cursor() as cursor:
        statement = _update_statement(tuple(changed))
        cursor.execute(statement, (*changed.values(), new_events, db_uuid(run.id), run.steps))
        found = cursor.fetchone()
    if found is None:
        return None
    run.as_written = (run.steps + 1, values)
    return int(found[0])


def _changed(run: Run, values: tuple[Any, ...]) -> dict[str, Any]:
    """Return what the row may not hold yet: SQLite puts what it holds into its indexes anew, at the cost of a page."""
    steps, written = run.as_written or (None, ())
    if steps != run.steps:
        return dict(zip(RUN_CHANGING, values, strict=True))
    compared = zip(RUN_CHANGING, values, written, strict=True)
    return {name: value for name, value, before in compared if value != before}


def run_rows_append(new_events: Mapping[UUID, int]) -> dict[UUID, int]:
    """Make room for events that nodes tell while they work.

    Args:
        new_events: how many each run gets.
    Returns:
        The number of each run's last event once they have been added; runs that are over take no more and are missing.
    """
    if len(new_events) > 1 and connection.features.has_select_for_update:
        # Who locks several runs begins with the oldest.
        list(Run.objects.select_for_update().filter(pk__in=new_events).order_by("pk").values_list("pk"))
    by_count: dict[int, list[UUID]] = {}
    for run_id, count in new_events.items():
        by_count.setdefault(count, []).append(run_id)
    found: dict[UUID, int] = {}
    with connection.cursor() as cursor:
        for count, run_ids in by_count.items():
            cursor.execute(_append_statement(len(run_ids)), (count, *OPEN_STATUSES, *map(db_uuid, run_ids)))
            found.update((UUID(str(key)), int(last_seq)) for key, last_seq in cursor.fetchall())
    return found


@cache
def _append_statement(runs: int) -> str:
    last_seq, key, status = columns_of(Run, ("last_seq", "id", "status"))
    return (
        f"UPDATE {table_of(Run)} SET {last_seq} = {last_seq} + %s WHERE {status} IN (%s, %s, %s) "  # noqa: S608  names
        f"AND {key} IN ({', '.join(['%s'] * runs)}) RETURNING {key}, {last_seq}"
    )


@cache
def _update_statement(changed: tuple[str, ...]) -> str:
    changes = "".join(f"{column} = %s, " for column in columns_of(Run, changed))
    steps, last_seq, key = columns_of(Run, ("steps", "last_seq", "id"))
    return (
        f"UPDATE {table_of(Run)} SET {changes}{steps} = {steps} + 1, {last_seq} = {last_seq} + %s "  # noqa: S608  names
        f"WHERE {key} = %s AND {steps} = %s RETURNING {last_seq}"
    )


def changing_values(run: Run) -> tuple[Any, ...]:
    """Return what a step changes of a run, the values of `RUN_CHANGING`."""
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
