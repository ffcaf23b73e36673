"""Passes that a run takes over from another one: rows of it, copied before the run begins.

A copy with the status `succeeded` stands for a pass that need not run. One that is `queued` stands for a pass that had
begun there and begins again here, behind the copied node runs of its scope.
"""

from collections.abc import Mapping
from uuid import UUID

from django.db import connection

from tools.rows.writer import columns_of, db_uuid, table_of
from workflow_editor.adapters.container_rows import PIECE
from workflow_editor.engine.scopes import Address, pass_scope
from workflow_editor.engine.state import SharedNode, SharedPass
from workflow_editor.models import ContainerPass, NodeRun, Status
from workflow_editor.nodes.containers import PassEnd

_COPIED = ("node_key", "scope", "index", "value", "remaining", "output", "error")


class SharedPasses:
    """Reads the copies of one run a piece at a time, and keeps the newest piece."""

    def __init__(self, run_id: UUID) -> None:
        self._run_id = run_id
        self._piece: tuple[Address, int] | None = None
        self._found: Mapping[int, SharedPass] = {}

    def get(self, container: Address, index: int) -> SharedPass | None:
        """Return what is shared of a pass that has not begun in this run."""
        piece = (container, index - index % PIECE)
        if piece != self._piece:
            self._found = self._read(*piece)
            self._piece = piece
        return self._found.get(index)

    def _read(self, at: Address, start: int) -> Mapping[int, SharedPass]:
        rows = ContainerPass.objects.filter(
            run_id=self._run_id,
            node_key=at.key,
            scope=at.scope,
            index__range=(start, start + PIECE - 1),
            status__in=(Status.SUCCEEDED, Status.QUEUED),
        )
        return {
            index: SharedPass(PassEnd(index, output))
            if status == Status.SUCCEEDED
            else SharedPass(nodes=read_shared_nodes(self._run_id, pass_scope(at, index)))
            for index, status, output in rows.values_list("index", "status", "output")
        }


def read_shared_nodes(run_id: UUID, scope: str = "") -> list[SharedNode]:
    """Return what a run has taken over in a scope, in the order in which it happened."""
    rows = NodeRun.objects.filter(run_id=run_id, scope=scope, shared=True).order_by("finished_at", "id")
    return [SharedNode(*row) for row in rows.values_list("node_key", "ports")]


def copy_passes(source_id: UUID, run_id: UUID, at: Address, *, all_again: bool) -> None:
    """Copy all passes of a container to a run that has not begun, in one statement: there may be 100,000 of them.

    Args:
        all_again: the ones that succeeded begin again, too.
    """
    copied = ", ".join(columns_of(ContainerPass, _COPIED))
    run, status = columns_of(ContainerPass, ("run_id", "status"))
    key, scope = columns_of(ContainerPass, ("node_key", "scope"))
    table = table_of(ContainerPass)
    statement = (
        f"INSERT INTO {table} ({copied}, {run}, {status}) "  # noqa: S608  names, no values
        f"SELECT {copied}, %s, CASE WHEN {status} = %s THEN {status} ELSE %s END "
        f"FROM {table} WHERE {run} = %s AND {key} = %s AND {scope} = %s"
    )
    kept = "" if all_again else Status.SUCCEEDED
    values = (db_uuid(run_id), kept, Status.QUEUED, db_uuid(source_id), at.key, at.scope)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
