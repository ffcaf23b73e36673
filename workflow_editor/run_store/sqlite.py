"""Runs in SQLite: one writer at a time, who needs no locks of rows. A statement costs little, so each table has one."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.db import models, transaction

from tools.rows.reader import row_names
from tools.rows.writer import insert_rows, update_rows, update_rows_returning
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.encoder import Row
from workflow_editor.run_store.store import NODE, ClaimRows, RunStore, StepRows, held
from workflow_editor.run_store.writes import RunChangedError


class _NotClaimedError(Exception):
    """Undoes a claim; never leaves this module."""


class SqliteRunStore(RunStore):
    def _transaction(self, *, statements: bool) -> AbstractContextManager[Any]:
        return transaction.atomic(savepoint=False)

    def _insert(
        self, model: type[models.Model], rows: Sequence[Row], returning: tuple[str, ...] = ()
    ) -> list[tuple[Any, ...]]:
        return insert_rows(model, rows, returning)

    def _write_run(self, run: Row, events: Sequence[Row], nodes: Sequence[Row]) -> list[tuple[Any, ...]]:
        self._insert(Run, [run])
        self._insert(RunEvent, events)
        return self._insert(NodeRun, nodes, NODE)

    def _write_step(self, step: StepRows) -> tuple[int, list[tuple[Any, ...]]]:
        run, ending = step.run, step.ending
        as_read = {"id": run.id, "steps": run.steps}
        add = {"steps": 1, "last_seq": len(step.events)}
        found = update_rows_returning(Run, step.changes, as_read, ("last_seq",), add=add)
        if not found:
            raise RunChangedError
        if ending is not None:
            if not update_rows(NodeRun, step.node_changes, held(ending.node.node_run_id, ending.lease_owner)):
                raise RunChangedError
            self._insert(JournalRow, step.entries)
        last_seq: int = found[0][0]
        self._insert(RunEvent, step.event_rows(last_seq - len(step.events)))
        return last_seq, self._insert(NodeRun, step.nodes, NODE)

    def _write_claim(self, claim: ClaimRows) -> Row | None:
        count = len(claim.events)
        open_run = {"id": claim.node.run_id, "status": OPEN_STATUSES, "cancel_requested": False}
        try:
            with transaction.atomic():
                if not update_rows(NodeRun, claim.changes, claim.unchanged):
                    return None
                found = update_rows_returning(Run, {}, open_run, row_names(Run), add={"last_seq": count})
                if not found:
                    raise _NotClaimedError
                row = found[0]
                last_seq = row[row_names(Run).index("last_seq")]
                self._insert(RunEvent, claim.event_rows(last_seq - count))
        except _NotClaimedError:
            return None
        return row

    def lock_admission(self) -> None:
        """Lock nothing: the caller's transaction is the only one that writes."""

    def lock_runs(self, run_ids: Sequence[UUID]) -> None:
        """Lock nothing: the caller's transaction is the only one that writes."""
