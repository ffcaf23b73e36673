"""Passes that a run adopts from another: rows copied before the run begins.

A `succeeded` copy need not run. A `queued` one had begun and restarts after the copied node runs of its scope.
"""

from collections.abc import Mapping
from typing import cast
from uuid import UUID

from workflow_editor.engine.scopes import Address, pass_scope
from workflow_editor.engine.state import SharedNode, SharedPass
from workflow_editor.models import ContainerPass, NodeRun, Status
from workflow_editor.nodes.containers import PassEnd, PassExit
from workflow_editor.run_store.containers import PIECE


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
            index: SharedPass(PassEnd(index, output, exit=cast("PassExit | None", how)))
            if status == Status.SUCCEEDED
            else SharedPass(nodes=read_shared_nodes(self._run_id, pass_scope(at, index)))
            for index, status, output, how in rows.values_list("index", "status", "output", "exit")
        }


def read_shared_nodes(run_id: UUID, scope: str = "") -> list[SharedNode]:
    """Return the adopted node runs of a scope, in order of completion."""
    rows = NodeRun.objects.filter(run_id=run_id, scope=scope, shared=True).order_by("finished_at", "id")
    return [SharedNode(*row) for row in rows.values_list("node_key", "ports")]
