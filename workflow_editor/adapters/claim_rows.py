"""Taking a node run that nobody has worked on yet, on PostgreSQL: two ways to the server and back in place of nine.

Nothing that another step decides depends on who works on such a node, so this does not count as a step of the run.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from uuid import UUID

from django.db import connection, transaction

from tools.rows.reader import row_instance, row_names
from tools.rows.writer import columns_of, db_time, db_uuid, insert_from_json, json_rows, table_of
from workflow_editor.adapters.event_store import EVENT_FIELDS, NewEvent, announce_stored, event_rows
from workflow_editor.adapters.running_nodes import lease_end
from workflow_editor.engine.scopes import Address
from workflow_editor.models import NodeRun, Run, RunEvent, Status
from workflow_editor.models.status import OPEN_STATUSES


@dataclass(frozen=True, slots=True)
class FreshNode:
    """A node run that waits to be worked on for the first time."""

    node_run_id: int
    run_id: UUID
    version_id: UUID
    at: Address


def fresh_node_read(node_run_id: int) -> FreshNode | None:
    """Return it as it stands in the queue; None for one that is not there, or was in work before."""
    with connection.cursor() as cursor:
        cursor.execute(_read_statement(), (node_run_id, Status.QUEUED))
        found = cursor.fetchone()
    if found is None:
        return None
    run_id, version_id, key, scope = found
    return FreshNode(node_run_id, run_id, version_id, Address(key, scope))


def fresh_node_take(node: FreshNode, lease_owner: str, now: datetime, started: NewEvent) -> Run | None:
    """Take it out of the queue and tell that it has started, in a transaction of its own unless there is one.

    Returns:
        The run as it is now, or None when nothing was written: somebody else has the node, or the run is to end.
    """
    run_key, at = db_uuid(node.run_id), db_time(now)
    events = json_rows(RunEvent, EVENT_FIELDS, event_rows(node.run_id, 0, [started]))
    values = (
        *(run_key, *OPEN_STATUSES),
        *(Status.RUNNING, lease_owner, db_time(lease_end(now)), at, node.node_run_id, Status.QUEUED),
        *(run_key, events),
    )
    with connection.cursor() as cursor:
        cursor.execute(_take_statement(), values)
        found = cursor.fetchone()
    if found is None:
        return None
    run = row_instance(Run, found)
    transaction.on_commit(partial(announce_stored, run.id, run.last_seq - 1, [started]))
    return run


_NEVER_IN_WORK = "node.started_at IS NULL AND node.due_at IS NULL"


@cache
def _read_statement() -> str:
    return (
        "SELECT node.run_id, run.version_id, node.node_key, node.scope "  # noqa: S608  names, no values
        f"FROM {table_of(NodeRun)} AS node JOIN {table_of(Run)} AS run ON run.id = node.run_id "
        f"WHERE node.id = %s AND node.status = %s AND {_NEVER_IN_WORK}"
    )


@cache
def _take_statement() -> str:
    """Return the statement; it locks the run before the node run, as everywhere."""
    run, columns = table_of(Run), columns_of(Run, row_names(Run))
    events = insert_from_json(RunEvent, EVENT_FIELDS, beside="told", seq="told.last_seq")
    return (
        f"WITH found AS (SELECT id FROM {run} WHERE id = %s AND status IN (%s, %s, %s) "  # noqa: S608  names, no values
        "AND NOT cancel_requested FOR NO KEY UPDATE), "
        f"taken AS (UPDATE {table_of(NodeRun)} AS node "
        "SET status = %s, lease_owner = %s, lease_until = %s, started_at = %s "
        f"FROM found WHERE node.id = %s AND node.status = %s AND {_NEVER_IN_WORK} RETURNING node.id), "
        f"told AS (UPDATE {run} AS run SET last_seq = run.last_seq + 1 FROM taken WHERE run.id = %s "
        f"RETURNING {', '.join(f'run.{column}' for column in columns)}), "
        f"events AS ({events}) SELECT {', '.join(columns)} FROM told"
    )
