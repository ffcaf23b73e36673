"""The rows of runs, written the short way."""

from typing import Any

from workflow_editor.adapters.row_writer import db_json, db_json_or_null, db_time, db_uuid, insert_rows, update_row
from workflow_editor.models import Run

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
)
_CHANGING = (
    "status",
    "output",
    "error",
    "usage",
    "open_nodes",
    "last_seq",
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
        db_json(run.inputs),
        run.idempotency_key,
        run.created_by_id,
        db_time(run.created_at),
    )
    insert_rows(Run, _GIVEN + _CHANGING, [(*given, *_changing_values(run))])


def run_row_update(run: Run) -> None:
    """Store what steps change of a run whose row the caller has locked."""
    update_row(Run, _CHANGING, _changing_values(run), ("id",), (db_uuid(run.id),))


def run_row_update_if(run: Run, status: str, last_seq: int) -> bool:
    """Store what a step changes of a run that still has this status and last event; False when it does not."""
    values, expected = _changing_values(run), (db_uuid(run.id), status, last_seq)
    return update_row(Run, _CHANGING, values, ("id", "status", "last_seq"), expected)


def _changing_values(run: Run) -> tuple[Any, ...]:
    return (
        run.status,
        db_json_or_null(run.output),
        db_json_or_null(run.error),
        db_json(run.usage),
        run.open_nodes,
        run.last_seq,
        run.cancel_requested,
        db_time(run.started_at),
        db_time(run.finished_at),
    )
