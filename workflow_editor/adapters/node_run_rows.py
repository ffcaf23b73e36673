"""The rows of node runs, written the short way: what a step finished, what it queues, how a node in work ends."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from tools.core.definitions import JsonObject
from tools.rows.reader import read_values_among
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

NODE_FIELDS = (
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


@dataclass(frozen=True, slots=True)
class NodeRowChange:
    """What is to become of the row of a node run in work, while `lease_owner` holds it."""

    node_run_id: int
    lease_owner: str
    fields: tuple[str, ...]
    values: tuple[Any, ...]

    def store(self) -> bool:
        """Write it; False when the lease is lost."""
        expected = (self.node_run_id, self.lease_owner, Status.RUNNING)
        return update_row(NodeRun, self.fields, self.values, ("id", "lease_owner", "status"), expected)


def insert_finished(run_id: UUID, finished: Sequence[FinishedNode], now: datetime) -> None:
    """Store nodes that were decided inside a step."""
    insert_rows(NodeRun, NODE_FIELDS, finished_rows(run_id, finished, now))
    for node in finished:
        if node.is_stored:
            expected = (db_uuid(run_id), node.key, node.scope)
            update_row(NodeRun, _CLOSING, _closing_values(run_id, node, node.usage, now), _ADDRESS, expected)


def finished_rows(run_id: UUID, finished: Sequence[FinishedNode], now: datetime) -> list[tuple[Any, ...]]:
    """Return the new rows of nodes that were decided inside a step."""
    run_key, at = db_uuid(run_id), db_time(now)
    return [
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
    ]


def insert_containers(run_id: UUID, containers: Iterable[Address], now: datetime) -> None:
    """Store containers that have begun: they run without a worker, so nobody holds a lease."""
    run_key, at = db_uuid(run_id), db_time(now)
    insert_rows(
        NodeRun, NODE_FIELDS, [_open_row(run_key, one, at, Status.RUNNING, started_at=at) for one in containers]
    )


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
    rows = ready_rows(run_id, ready, now, claimed_by=claimed_by)
    found = insert_rows_returning(NodeRun, NODE_FIELDS, rows, ("id", "node_key", "scope"))
    return {Address(key, scope): row_id for row_id, key, scope in found}


def ready_rows(
    run_id: UUID, ready: Sequence[Address], now: datetime, *, claimed_by: str | None
) -> list[tuple[Any, ...]]:
    """Return the rows of nodes that are ready; see `insert_ready`."""
    run_key, at = db_uuid(run_id), db_time(now)
    rows = [_open_row(run_key, one, at, Status.QUEUED) for one in ready]
    if rows and claimed_by is not None:
        lease_until = db_time(lease_end(now))
        rows[0] = _open_row(run_key, ready[0], at, Status.RUNNING, claimed_by, lease_until, started_at=at)
    return rows


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
    held = read_values_among(NodeRun, ("id", "lease_owner"), ("status",), (Status.RUNNING,), "id", ids, locked=True)
    return {lease for lease in leases if (lease.node.node_run_id, lease.owner) not in held}


def claim_node_row(node_run_id: int, lease_owner: str, now: datetime, *, started_at: datetime | None) -> bool:
    """Take a node run out of the queue; False when somebody else has it."""
    values = (Status.RUNNING, lease_owner, db_time(lease_end(now)), db_time(started_at), None)
    fields = ("status", "lease_owner", "lease_until", "started_at", "due_at")
    return update_row(NodeRun, fields, values, ("id", "status"), (node_run_id, Status.QUEUED))


def node_row_closing(
    run_id: UUID, node_run_id: int, lease_owner: str, ended: FinishedNode, usage: JsonObject, now: datetime
) -> NodeRowChange:
    """Give a node run in work its last values.

    Args:
        usage: what all its attempts took.
    """
    return NodeRowChange(node_run_id, lease_owner, _CLOSING, _closing_values(run_id, ended, usage, now))


def node_row_retrying(node_run_id: int, lease_owner: str, retry: Retry, attempt: int, now: datetime) -> NodeRowChange:
    """Queue a node run in work for its next attempt."""
    due_at = now + timedelta(seconds=retry.delay_s)
    # Queued as of the moment at which it may be taken, so that the sweeper counts its patience from there.
    values = (Status.QUEUED, attempt, db_json(retry.failure.to_json()), "", None, db_time(due_at), db_time(due_at))
    return NodeRowChange(node_run_id, lease_owner, _RETRYING, values)


def _closing_values(run_id: UUID, ended: FinishedNode, usage: JsonObject, now: datetime) -> tuple[Any, ...]:
    return (
        ended.status,
        db_payload(run_id, ended.inputs),
        db_payload_or_null(run_id, ended.output),
        db_json(ended.ports),
        db_json_or_null(ended.failure.to_json() if ended.failure else None),
        db_json(usage),
        "",
        None,
        db_time(now),
    )
