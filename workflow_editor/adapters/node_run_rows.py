"""The rows of node runs, written the short way: what a step finished, what it queues, how a node in work ends."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from workflow_editor.adapters.row_writer import (
    db_json,
    db_json_or_null,
    db_payload,
    db_payload_or_null,
    db_time,
    db_uuid,
    insert_rows,
    insert_rows_returning,
    update_row,
)
from workflow_editor.adapters.running_nodes import lease_end
from workflow_editor.engine.state import FinishedNode
from workflow_editor.models import NodeRun, Status

_FIELDS = (
    "run_id",
    "node_key",
    "scope",
    "status",
    "attempt",
    "inputs",
    "output",
    "ports",
    "error",
    "usage",
    "lease_owner",
    "lease_until",
    "queued_at",
    "started_at",
    "finished_at",
    "mocked",
)
_CLOSING = ("status", "inputs", "output", "ports", "error", "usage", "lease_owner", "lease_until", "finished_at")
_EMPTY = db_json({})
_NO_PORTS = db_json([])


def insert_finished(run_id: UUID, finished: Sequence[FinishedNode], now: datetime) -> None:
    """Store nodes that were decided inside a step."""
    run_key, at = db_uuid(run_id), db_time(now)
    insert_rows(
        NodeRun,
        _FIELDS,
        [
            (
                run_key,
                node.key,
                "",
                node.status,
                1,
                db_payload(run_id, node.inputs),
                db_payload_or_null(run_id, node.output),
                db_json(node.ports),
                db_json_or_null(node.failure.to_json() if node.failure else None),
                db_json(node.usage),
                "",
                None,
                at,
                db_time(now - timedelta(milliseconds=node.duration_ms)) if node.duration_ms else at,
                at,
                False,
            )
            for node in finished
        ],
    )


def insert_ready(run_id: UUID, keys: Sequence[str], now: datetime, *, claimed_by: str | None) -> dict[str, int]:
    """Store nodes that are ready, and return their ids by key.

    Args:
        claimed_by: the lease owner who takes the first of them at once; None leaves all in the queue.
    """
    run_key, at = db_uuid(run_id), db_time(now)
    rows: list[tuple[Any, ...]] = []
    for key in keys:
        is_mine = claimed_by is not None and not rows
        rows.append(
            (
                run_key,
                key,
                "",
                Status.RUNNING if is_mine else Status.QUEUED,
                1,
                _EMPTY,
                None,
                _NO_PORTS,
                None,
                _EMPTY,
                claimed_by if is_mine else "",
                db_time(lease_end(now)) if is_mine else None,
                at,
                at if is_mine else None,
                None,
                False,
            )
        )
    return {key: row_id for row_id, key in insert_rows_returning(NodeRun, _FIELDS, rows, ("id", "node_key"))}


def close_node_row(
    run_id: UUID, node_run_id: int, lease_owner: str, ended: FinishedNode, status: Status, now: datetime
) -> bool:
    """Give a node run in work its last values; False when `lease_owner` has lost its lease."""
    values = (
        status,
        db_payload(run_id, ended.inputs),
        db_payload_or_null(run_id, ended.output),
        db_json(ended.ports),
        db_json_or_null(ended.failure.to_json() if ended.failure else None),
        db_json(ended.usage),
        "",
        None,
        db_time(now),
    )
    expected = (node_run_id, lease_owner, Status.RUNNING)
    return update_row(NodeRun, _CLOSING, values, ("id", "lease_owner", "status"), expected)
