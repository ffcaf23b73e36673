"""Run store interface: one method per kind of write."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef

from tools.core.definitions import JsonObject
from tools.rows.reader import json_of, read_row, read_values, row_instance, time_of, time_or_none
from tools.rows.writer import columns, db_values, update_rows_returning
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status, TriggerDelivery, Wait
from workflow_editor.models.payload import text_of_row
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.containers import ContainerStore
from workflow_editor.run_store.encoder import Encoder, Row
from workflow_editor.run_store.leases import Lease, LeaseLostError, NodeAddress
from workflow_editor.run_store.rows import RELEASED, claimed, closing, entry_rows, event_rows
from workflow_editor.run_store.shares import SHARE_COLUMNS, share_of_row
from workflow_editor.run_store.writes import NewEntry, NewEvent, NodeEnding, QueuedNode, Reported, StoredStep, Values

NODE = ("id", "node_key", "scope")
"""Returned columns of new node runs."""
_COUNTED = ("id", "steps", "last_seq")
_QUEUED = (
    "run_id",
    "run__version_id",
    "node_key",
    "scope",
    "attempt",
    "queued_at",
    "due_at",
    "started_at",
    *(f"run__{name}" for name in SHARE_COLUMNS),
)
_FINISHED = (Status.SUCCEEDED, Status.SKIPPED)
_ANY = -1
"""Placeholder of an id in a compiled statement."""

R = TypeVar("R", Run, Run | None)


@dataclass(frozen=True, slots=True)
class StepRows:
    """Rows of a step in database form, without event numbers."""

    run: Run
    changes: Mapping[str, Any]
    events: Sequence[NewEvent]
    nodes: Sequence[Row]
    ending: NodeEnding | None
    node_changes: Mapping[str, Any]
    entries: Sequence[Row]
    encoder: Encoder

    def event_rows(self, last_seq: int) -> list[Row]:
        """Return the rows of the events, which come behind `last_seq`."""
        return event_rows(self.encoder, last_seq, self.events)


@dataclass(frozen=True, slots=True)
class ClaimRows:
    """Rows of a claim in the same form."""

    node: QueuedNode
    changes: Mapping[str, Any]
    events: Sequence[NewEvent]
    unchanged: Values
    """Required state of the node run."""

    def event_rows(self, last_seq: int) -> list[Row]:
        """Return the rows of the events, which come behind `last_seq`."""
        return event_rows(Encoder(self.node.run_id), last_seq, self.events)


class RunStore(ContainerStore):
    """Stores runs in one database. Each method is one transaction, or part of the caller's; lock order: runs, oldest
    first, then node runs.
    """

    @abstractmethod
    def _transaction(self, *, statements: bool) -> AbstractContextManager[Any]:
        """Return a transaction, unless one is open, or one statement suffices (`statements`: more than one is
        written).
        """

    @abstractmethod
    def _write_run(self, run: Row, events: Sequence[Row], nodes: Sequence[Row]) -> list[tuple[Any, ...]]:
        """Insert a run, and return `NODE` of its node runs."""

    @abstractmethod
    def _write_step(self, step: StepRows) -> tuple[int, list[tuple[Any, ...]]]:
        """Write a step, and return the run's last event number, and `NODE` of the new node runs.

        Raises RunChangedError if the run or the node run has changed; the write is undone.
        """

    @abstractmethod
    def _write_claim(self, claim: ClaimRows) -> Row | None:
        """Write a claim, and return the run's row; None when nothing was written."""

    @abstractmethod
    def lock_admission(self) -> None:
        """Let one process at a time decide which runs may begin, until the caller's transaction ends."""

    @abstractmethod
    def lock_runs(self, run_ids: Sequence[UUID]) -> None:
        """Lock several runs, the oldest first, until the caller's transaction ends."""

    def create_run(self, run: Run, events: Sequence[NewEvent], nodes: Sequence[Values] = ()) -> Mapping[Address, int]:
        """Store a new run, and return the ids of its node runs; all fields of `run` must be set."""
        encoder = Encoder(run.id)
        run.last_seq = len(events)
        row = encoder.row(Run, vars(run))
        node_rows = [encoder.row(NodeRun, values) for values in nodes]
        with self._transaction(statements=encoder.has_large):
            found = self._write_run(row, event_rows(encoder, 0, events), node_rows)
            encoder.store_large()
        _remember(run)
        return _ids(found)

    def delivered(self, delivery_id: UUID | None) -> JsonObject:
        """Return what arrived at the trigger that started a run; empty without a delivery, or when it is deleted."""
        found = None if delivery_id is None else read_row(TriggerDelivery, id=delivery_id)
        return {} if found is None else found.data

    def save_step(
        self,
        run: Run,
        events: Sequence[NewEvent],
        *,
        nodes: Sequence[Values] = (),
        ending: NodeEnding | None = None,
    ) -> StoredStep:
        """Store a step's changes of a run, its events, and new node runs; events of working nodes are no steps.

        `ending` is the outcome of the node run. Raises RunChangedError if nothing was stored, and `run` is stale; never
        for a locked run, unless the node run's lease is lost.
        """
        encoder = Encoder(run.id)
        step = StepRows(
            run=run,
            changes=encoder.changes(Run, _changed(run)),
            events=events,
            nodes=[encoder.row(NodeRun, values) for values in nodes],
            ending=ending,
            node_changes={} if ending is None else encoder.changes(NodeRun, ending.changes),
            entries=[] if ending is None else entry_rows(encoder, ending.node.node_run_id, ending.entries),
            encoder=encoder,
        )
        with self._transaction(statements=encoder.has_large):
            last_seq, found = self._write_step(step)
            encoder.store_large()
        run.steps += 1
        run.last_seq = last_seq
        _remember(run)
        return StoredStep(last_seq, _ids(found))

    def end_node(self, ending: NodeEnding) -> None:
        """Store a working node run's end, in the caller's transaction. Raises LeaseLostError without its lease."""
        node = ending.node
        if not self._update(NodeRun, node.run_id, ending.changes, held(node.node_run_id, ending.lease_owner)):
            raise LeaseLostError
        self.add_entries(node, ending.entries)

    def close_nodes(self, run_id: UUID, ended: Sequence[FinishedNode], now: datetime) -> None:
        """Give node runs their last values that an earlier step has stored: containers."""
        for node in ended:
            address = {"run_id": run_id, "node_key": node.key, "scope": node.scope}
            self._update(NodeRun, run_id, closing(node, node.usage, now), address)

    def queue_containers(
        self, run_id: UUID, containers: Sequence[Address], now: datetime, *, claimed_by: str | None
    ) -> Mapping[Address, int]:
        """Queue containers to open further passes, and return their ids; `claimed_by` takes the first at once."""
        queued: Values = {"status": Status.QUEUED, **RELEASED}
        ids: dict[Address, int] = {}
        for at in containers:
            changes = queued if claimed_by is None or ids else claimed(claimed_by, now)
            row = NodeRun.objects.filter(run_id=run_id, node_key=at.key, scope=at.scope)
            row.update(**changes, queued_at=now)
            ids[at] = row.values_list("id", flat=True).get()
        return ids

    def release_container(self, node_run_id: int, lease_owner: str) -> bool:
        """Release a container with open passes; False when `lease_owner` has lost its lease."""
        return NodeRun.objects.filter(**held(node_run_id, lease_owner)).update(**RELEASED) > 0

    def outputs(
        self, run_id: UUID, scope: str, node_keys: Collection[str]
    ) -> Mapping[str, tuple[JsonObject | None, Sequence[str]]]:
        """Return output and live ports of finished nodes by key. With the ORM this would be a fifth of an effect node's
        time.
        """
        where = {"run_id": run_id, "scope": scope, "node_key": tuple(sorted(node_keys)), "status": _FINISHED}
        found = read_values(NodeRun, ("node_key", "output", "ports"), where)
        return {
            key: (None if output is None else json_of(text_of_row(output)), json_of(ports))
            for key, output, ports in found
        }

    def begun_nodes(self, run_id: UUID, scope: str) -> Mapping[str, bool]:
        """Return the nodes of a scope that have rows, as they got ready, one after the other; True: it has ended."""
        rows = NodeRun.objects.filter(run_id=run_id, scope=scope).order_by("id")
        return {key: status not in OPEN_STATUSES for key, status in rows.values_list("node_key", "status")}

    def queued_node(self, node_run_id: int) -> QueuedNode | None:
        statement, values = _queued_statement()
        with connection.cursor() as cursor:
            cursor.execute(statement, [node_run_id if value == _ANY else value for value in values])
            found = cursor.fetchone()
        if found is None:
            return None
        run_id, version_id, key, scope, attempt, queued_at, due_at, started_at, *share, has_waited = found
        return QueuedNode(
            node_run_id,
            UUID(str(run_id)),
            UUID(str(version_id)),
            Address(key, scope),
            attempt,
            time_of(queued_at),
            time_or_none(due_at),
            time_or_none(started_at),
            bool(has_waited),
            share_of_row(*share),
        )

    def claim(
        self,
        node: QueuedNode,
        lease_owner: str,
        now: datetime,
        *,
        started_at: datetime | None,
        events: Sequence[NewEvent],
    ) -> Run | None:
        """Claim a queued node run. This is no step, since no decision depends on the worker.

        Returns the current run, or None if the node is taken, or the run is over or ending.
        """
        changes = db_values(NodeRun, {**claimed(lease_owner, now), "started_at": started_at, "due_at": None})
        unchanged: Values = {"id": node.node_run_id, "status": Status.QUEUED, "queued_at": node.queued_at}
        found = self._write_claim(ClaimRows(node, changes, events, unchanged))
        if found is None:
            return None
        return _remember(row_instance(Run, found))

    def append(self, reported: Mapping[Lease, Reported]) -> Mapping[UUID, tuple[int, Sequence[NewEvent]]]:
        """Store reports of working nodes, in the caller's transaction; finished runs take no more events.

        Returns by run the number before its new events, and these. Raises LeaseLostError with the lost `leases`; undo
        the transaction.
        """
        stored = self.append_events(_by_run(reported))
        held_leases = self._held(reported)
        if lost := [lease for lease in reported if (lease.node.node_run_id, lease.owner) not in held_leases]:
            raise LeaseLostError(leases=lost)
        for lease, one in reported.items():
            self.add_entries(lease.node, one.entries)
        return stored

    def append_events(self, events: Mapping[UUID, Sequence[NewEvent]]) -> Mapping[UUID, tuple[int, Sequence[NewEvent]]]:
        """Store numbered events of open runs, in the caller's transaction; see `append`."""
        if len(events) > 1:
            self.lock_runs(list(events))
        by_count: dict[int, list[UUID]] = {}
        for run_id, new in events.items():
            by_count.setdefault(len(new), []).append(run_id)
        stored: dict[UUID, tuple[int, Sequence[NewEvent]]] = {}
        for count, run_ids in by_count.items():
            where = {"status": OPEN_STATUSES, "id": tuple(run_ids)}
            found = update_rows_returning(Run, {}, where, ("id", "last_seq"), add={"last_seq": count})
            for key, last_seq in found:
                run_id = UUID(str(key))
                stored[run_id] = (last_seq - count, events[run_id])
        rows = [row for run_id, (seq, new) in stored.items() for row in event_rows(Encoder(run_id), seq, new)]
        self._insert(RunEvent, rows)
        return stored

    def is_stored(self, node: NodeAddress, reported: Reported) -> bool:
        """Return whether an `append` went through that was cut off: all of it is stored, or nothing."""
        if reported.entries:
            return JournalRow.objects.filter(node_run_id=node.node_run_id, seq=reported.entries[0].seq).exists()
        if not reported.events:
            return False
        event = reported.events[0]
        same = RunEvent.objects.filter(run_id=node.run_id, node_key=node.node_key, type=event.type, at=event.at)
        # Compared here: SQLite compares JSON as text, in which a space makes a difference.
        return event.payload in same.values_list("payload", flat=True)

    def add_entries(self, node: NodeAddress, entries: Sequence[NewEntry]) -> None:
        """Store journal entries, in the caller's transaction, which has made sure of the lease."""
        if entries:
            encoder = Encoder(node.run_id)
            self._insert(JournalRow, entry_rows(encoder, node.node_run_id, entries))
            encoder.store_large()

    def run(self, run_id: UUID) -> Run | None:
        """Return the run as it is now, or None when there is none."""
        return _remember(Run.objects.filter(pk=run_id).first())

    def lock_run(self, run_id: UUID) -> Run | None:
        """Return the run with its row locked until the transaction ends, or None when there is none."""
        return _remember(Run.objects.select_for_update().filter(pk=run_id).first())

    def partitions_make(self, today: date) -> list[date]:
        """Make the parts of the event table for today and the coming days, and return the days that got one."""
        return []

    def partition_days(self) -> list[date]:
        """Return the days with partitions of the event table, oldest first."""
        return []

    def partition_drop(self, day: date) -> bool:
        """Drop all events of the runs that were made on this day; False when the table was too busy."""
        return False

    def _held(self, leases: Mapping[Lease, Any]) -> set[tuple[int, str]]:
        """Lock the node runs of these owners, in one order against deadlocks, and return those still held."""
        ids = {lease.node.node_run_id for lease in leases}
        where = {"id": tuple(ids), "status": Status.RUNNING}
        rows = read_values(NodeRun, ("id", "lease_owner"), where, order_by="id", lock="NO KEY UPDATE")
        return {(id_, owner) for id_, owner in rows}


def held(node_run_id: int, lease_owner: str) -> dict[str, Any]:
    """Return the condition for a node run in work while somebody holds it."""
    return {"id": node_run_id, "lease_owner": lease_owner, "status": Status.RUNNING}


def _by_run(reported: Mapping[Lease, Reported]) -> Mapping[UUID, Sequence[NewEvent]]:
    events: dict[UUID, list[NewEvent]] = {}
    for lease, one in reported.items():
        if one.events:
            events.setdefault(lease.node.run_id, []).extend(one.events)
    return events


def _ids(found: Sequence[tuple[Any, ...]]) -> Mapping[Address, int]:
    return {Address(key, scope): row_id for row_id, key, scope in found}


def _remember(run: R) -> R:
    """Take note of what the run's row holds now."""
    if run is not None:
        values = vars(run)
        run.stored = {name: values[name] for name in columns(Run)}
    return run


def _changed(run: Run) -> Values:
    """Return what the row may not hold yet: SQLite puts what it holds into its indexes again, at the cost of a page."""
    values, stored = vars(run), run.stored
    if stored is None or stored["steps"] != run.steps:
        return {name: values[name] for name in columns(Run) if name not in _COUNTED}
    return {
        name: values[name]
        for name, before in stored.items()
        if values[name] is not before and values[name] != before and name not in _COUNTED
    }


@cache
def _queued_statement() -> tuple[str, tuple[Any, ...]]:
    """Return the ORM's statement, compiled once: that takes 0.4 ms, a tenth of a node with an effect."""
    has_waited = Exists(Wait.objects.filter(node_run=OuterRef("pk")))
    rows = NodeRun.objects.filter(pk=_ANY, status=Status.QUEUED).values_list(*_QUEUED, has_waited)
    statement, values = rows.query.sql_with_params()
    return statement, values
