"""The rows of node runs, written the short way: what a step finished, what it queues, how a node in work ends."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from tools.rows.reader import lock_values_among
from tools.rows.writer import (
    db_json,
    db_json_or_null,
    db_time,
    db_uuid,
    insert_rows,
    insert_rows_returning,
    update_row,
)
from workflow_editor.adapters.node_address import Lease
from workflow_editor.adapters.payload_rows import db_payload, db_payload_or_null
from workflow_editor.adapters.running_nodes import lease_end
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode, Retry
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
_RETRYING = ("status", "attempt", "error", "lease_owner", "lease_until", "queued_at", "due_at")
_ADDRESS = ("run_id", "node_key", "scope")
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
                node.scope,
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
            if not node.is_stored
        ],
    )
    for node in finished:
        if node.is_stored:
            update_row(
                NodeRun, _CLOSING, _closing_values(run_id, node, node.status, now), _ADDRESS, (run_key, *_at(node))
            )


def insert_containers(run_id: UUID, containers: Iterable[Address], now: datetime) -> None:
    """Store containers that have begun: they run without a worker, so nobody holds a lease."""
    run_key, at = db_uuid(run_id), db_time(now)
    insert_rows(NodeRun, _FIELDS, [_open_row(run_key, one, at, Status.RUNNING, started_at=at) for one in containers])


def queue_containers(
    run_id: UUID, containers: Sequence[Address], now: datetime, *, claimed_by: str | None
) -> dict[Address, int]:
    """Queue containers that are to open further passes, and return their ids.

    Args:
        claimed_by: the lease owner who takes the first of them at once; None leaves all in the queue.
    """
    ids = {}
    for index, at in enumerate(containers):
        is_mine = claimed_by is not None and index == 0
        row = NodeRun.objects.filter(run_id=run_id, node_key=at.key, scope=at.scope)
        row.update(
            status=Status.RUNNING if is_mine else Status.QUEUED,
            lease_owner=claimed_by if is_mine else "",
            lease_until=lease_end(now) if is_mine else None,
            queued_at=now,
        )
        ids[at] = row.values_list("id", flat=True).get()
    return ids


def release_container(node_run_id: int, lease_owner: str) -> bool:
    """Let go of a container whose passes are open; False when `lease_owner` has lost its lease."""
    expected = (node_run_id, lease_owner, Status.RUNNING)
    return update_row(NodeRun, ("lease_owner", "lease_until"), ("", None), ("id", "lease_owner", "status"), expected)


def insert_ready(
    run_id: UUID, ready: Sequence[Address], now: datetime, *, claimed_by: str | None
) -> dict[Address, int]:
    """Store nodes that are ready, and return their ids.

    Args:
        claimed_by: the lease owner who takes the first of them at once; None leaves all in the queue.
    """
    run_key, at = db_uuid(run_id), db_time(now)
    rows = [_open_row(run_key, one, at, Status.QUEUED) for one in ready]
    if rows and claimed_by is not None:
        lease_until = db_time(lease_end(now))
        rows[0] = _open_row(run_key, ready[0], at, Status.RUNNING, claimed_by, lease_until, started_at=at)
    found = insert_rows_returning(NodeRun, _FIELDS, rows, ("id", "node_key", "scope"))
    return {Address(key, scope): row_id for row_id, key, scope in found}


def _open_row(
    run_key: Any,
    node: Address,
    at: Any,
    status: Status,
    lease_owner: str = "",
    lease_until: Any = None,
    started_at: Any = None,
) -> tuple[Any, ...]:
    return (
        run_key,
        node.key,
        node.scope,
        status,
        1,
        _EMPTY,
        None,
        _NO_PORTS,
        None,
        _EMPTY,
        lease_owner,
        lease_until,
        at,
        started_at,
        None,
        False,
    )


def leases_lost(leases: Collection[Lease]) -> set[Lease]:
    """Return those whose node run is somebody else's by now, and keep the others until the transaction ends."""
    ids = list({lease.node.node_run_id for lease in leases})
    held = set(lock_values_among(NodeRun, ("id", "lease_owner"), ("status",), (Status.RUNNING,), "id", ids))
    return {lease for lease in leases if (lease.node.node_run_id, lease.owner) not in held}


def claim_node_row(node_run_id: int, lease_owner: str, now: datetime, *, started_at: datetime | None) -> bool:
    """Take a node run out of the queue; False when somebody else has it."""
    values = (Status.RUNNING, lease_owner, db_time(lease_end(now)), db_time(started_at), None)
    fields = ("status", "lease_owner", "lease_until", "started_at", "due_at")
    return update_row(NodeRun, fields, values, ("id", "status"), (node_run_id, Status.QUEUED))


def close_node_row(
    run_id: UUID, node_run_id: int, lease_owner: str, ended: FinishedNode, status: Status, now: datetime
) -> bool:
    """Give a node run in work its last values; False when `lease_owner` has lost its lease."""
    expected = (node_run_id, lease_owner, Status.RUNNING)
    return update_row(
        NodeRun, _CLOSING, _closing_values(run_id, ended, status, now), ("id", "lease_owner", "status"), expected
    )


def retry_node_row(node_run_id: int, lease_owner: str, retry: Retry, attempt: int, now: datetime) -> bool:
    """Queue a node run in work for its next attempt; False when `lease_owner` has lost its lease."""
    due_at = now + timedelta(seconds=retry.delay_s)
    # Queued as of the moment at which it may be taken, so that the sweeper counts its patience from there.
    values = (Status.QUEUED, attempt, db_json(retry.failure.to_json()), "", None, db_time(due_at), db_time(due_at))
    expected = (node_run_id, lease_owner, Status.RUNNING)
    return update_row(NodeRun, _RETRYING, values, ("id", "lease_owner", "status"), expected)


def _closing_values(run_id: UUID, ended: FinishedNode, status: str, now: datetime) -> tuple[Any, ...]:
    return (
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


def _at(node: FinishedNode) -> tuple[str, str]:
    return node.key, node.scope
