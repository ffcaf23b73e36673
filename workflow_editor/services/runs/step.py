"""The step: takes a fact in and carries the run on to where the next effects begin, stored in one transaction.

Steps decide in memory, without a lock: a step is only stored when no other one came between. A thread that runs node
after node keeps what it knows of the run, so that a chain of effects reads nothing back.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.utils import timezone

from agents.core.events import Event
from tools.core.definitions import JsonObject
from tools.rows.reader import lock_row, read_row
from tools.rows.writer import db_uuid, insert_rows
from workflow_editor.adapters.container_rows import save_containers, save_passes
from workflow_editor.adapters.event_store import NewEvent, announce_stored
from workflow_editor.adapters.node_address import Lease, NodeAddress
from workflow_editor.adapters.node_run_rows import (
    finished_rows,
    insert_containers,
    insert_finished,
    insert_ready,
    queue_containers,
    ready_rows,
)
from workflow_editor.adapters.payload_rows import stay_in_rows
from workflow_editor.adapters.plans import plan_of_version
from workflow_editor.adapters.running_nodes import new_lease_owner
from workflow_editor.adapters.shared_passes import SharedPasses, read_shared_nodes
from workflow_editor.adapters.step_rows import NodeEnding, StepRows, first_step_store, is_one_statement, step_rows_store
from workflow_editor.adapters.stored_world import StoredArrivals, StoredWorld
from workflow_editor.adapters.task_queue import enqueue_node
from workflow_editor.engine.advance import Attempt, advance, advance_one, complete, open_more, settle
from workflow_editor.engine.events import NodeStarted, RunStarted
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.reuse import reuse_outcomes
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, FinishedNode, Retry
from workflow_editor.engine.stepping import STEP_LIMIT, StepOptions
from workflow_editor.engine.variables import run_output
from workflow_editor.models import Run, RunJoin, Status
from workflow_editor.services.caps import is_capped
from workflow_editor.services.runs.finish import cancel_passes, fail_run, finish_if_done, wait_if_all_wait
from workflow_editor.services.runs.save import keeps_answer, run_save, run_save_new, run_saved
from workflow_editor.services.runs.waits.begin import waits_store

_JOIN_FIELDS = ("run_id", "node_key", "scope", "live", "dead", "fired")


class RunChangedError(Exception):
    """The step cannot be stored like this: another one came between. Lock the run, read it again, and decide anew."""


@dataclass(slots=True)
class RunMemory:
    """What a thread knows of a run: its row and what has happened, as of the last step that it stored or read."""

    run: Run
    plan: Plan
    world: StoredWorld
    arrivals: StoredArrivals

    @classmethod
    def of(cls, run: Run, *, is_fresh: bool = False) -> "RunMemory":
        """Begin with a row that was just read.

        Args:
            is_fresh: nothing of the run is stored yet but perhaps its row, so nothing needs to be looked for.
        """
        plan = plan_of_version(run.version_id)
        shared = SharedPasses(run.id) if run.shares_work else None
        world = StoredWorld(run.id, run.inputs, plan, is_fresh=is_fresh, shared=shared)
        return cls(run, plan, world, StoredArrivals(run.id, is_fresh=is_fresh))


@dataclass(frozen=True)
class ClaimedNode:
    """A node run that this thread holds the lease of."""

    memory: RunMemory
    node_run_id: int
    at: Address
    attempt: int
    lease_owner: str
    started_at: datetime
    is_new: bool = False
    """True when nobody has worked on it before."""
    has_waited: bool = False
    """True when it goes on after a wait."""

    @property
    def run(self) -> Run:
        return self.memory.run

    @cached_property
    def lease(self) -> Lease:
        return Lease(NodeAddress(self.run.id, self.node_run_id, self.at.key, self.at.scope), self.lease_owner)


class Step:
    """Decides in memory, changing what `memory` knows, then stores everything in the caller's transaction.

    A step that could not be stored leaves a memory that is of no more use.

    Args:
        memory: what is known of the run.
        is_locked: the run's row is locked since `memory` was read.
    Raises:
        RunChangedError: from every method that decides or stores, unless the run is locked.
    """

    def __init__(self, memory: RunMemory, *, is_locked: bool = False) -> None:
        self._memory = memory
        self._is_locked = is_locked
        self._run = memory.run
        self._now = timezone.now()
        self._scheduler = Scheduler(memory.plan, memory.arrivals)
        self._events: list[NewEvent] = []
        self._result = StepResult()

    @property
    def now(self) -> datetime:
        """The time of everything that this step does."""
        return self._now

    def tell(self, events: Iterable[NewEvent]) -> None:
        """Add events that happened before this moment."""
        self._events.extend(events)

    def tell_now(self, *events: Event) -> None:
        """Add events that happen in this moment."""
        self._events += [NewEvent.of(event, self._now) for event in events]

    def begin(self, *, limit: int | None = None) -> None:
        """Decide the first step of a run, which evaluates about `limit` nodes at the most, None as many as any step."""
        options = self._options(limit)
        memory = self._memory
        self._run.status = Status.RUNNING
        self._run.started_at = self._now
        self.tell_now(RunStarted())
        if self._run.kind == Run.Kind.DEBUG:
            self._take(advance_one(memory.plan, self._run.target_node or "", memory.world, options))
        else:
            decision = self._scheduler.start()
            if self._run.shares_work:
                decision = reuse_outcomes(self._scheduler, decision, read_shared_nodes(self._run.id))
            self._take(advance(memory.plan, self._scheduler, decision, memory.world, options))

    def settle(self, attempt: Attempt) -> FinishedNode | Retry:
        """Say what becomes of a node that was tried; the caller brings its row up to date."""
        return settle(self._memory.plan, attempt, is_last=self._run.cancel_requested)

    def complete(self, attempt: Attempt, settled: FinishedNode | Retry) -> None:
        """Decide what follows what `settle` said."""
        memory, run = self._memory, self._run
        if isinstance(settled, FinishedNode):
            run.open_nodes -= 1
        decide = partial(complete, memory.plan, self._scheduler, attempt, settled, memory.world, self._options())
        result = self._with_all_there(decide)
        if isinstance(settled, FinishedNode):
            memory.world.add([settled])
        self._take(result)

    def open_more(self, container: Address) -> None:
        """Let a container that this thread has claimed open its further passes."""
        memory = self._memory
        self._run.open_nodes -= 1
        if self._run.cancel_requested:
            self._take(StepResult())
            return
        decide = partial(open_more, memory.plan, self._scheduler, container, memory.world, self._options())
        self._take(self._with_all_there(decide))

    def _with_all_there(self, decide: Callable[[], StepResult]) -> StepResult:
        """What is known of a container may be out of date while the run is not locked, and its rows be gone."""
        try:
            return decide()
        except ObjectDoesNotExist as error:
            if self._is_locked:
                raise
            raise RunChangedError from error

    def stop_node(self) -> None:
        """Decide what follows a node that stopped because the run is to end."""
        self._run.open_nodes -= 1
        self._take(StepResult())

    def store_new(self, *, claims: bool = False) -> ClaimedNode | None:
        """Store the first step of a run together with the run, in one transaction; workers are called for its nodes.

        Args:
            claims: the caller sends the task of the first one; it is claimed and returned, if any is ready.
        """
        run, result = self._run, self._result
        owner = self._claim_first() if claims else None
        values = [run.inputs, run.output, *(value for node in result.finished for value in (node.inputs, node.output))]
        is_alone = not connection.in_atomic_block and not is_capped(run)
        if self._is_plain() and is_alone and stay_in_rows(values):
            run.last_seq = len(self._events)
            ids: Mapping[Address, int] = first_step_store(run, self._events, self._node_rows(owner))
            self._is_stored({})
            self._ring(ids, result.frontier[0 if owner is None else 1 :])
        else:
            with transaction.atomic():
                run_save_new(run, self._events)
                self._store_nodes()
                ids = self._queue(claimed_by=owner)
        return None if owner is None else self._claimed(owner, ids)

    def store(self, ending: NodeEnding | None = None) -> ClaimedNode | None:
        """Store the step, in one transaction; workers are called for the nodes that are ready, but for one.

        Args:
            ending: what becomes of the node whose outcome was taken in, unless that is stored already.
        Returns:
            The node that is claimed for the caller, if any is ready.
        Raises:
            LeaseLostError: the node whose outcome was taken in is not its worker's any more. While the run is not
                locked, `RunChangedError` may be raised instead.
        """
        owner = self._claim_first()
        if self._is_plain():
            ids = self._store_at_once(owner, ending)
        else:
            with transaction.atomic(savepoint=False):
                ids = self._store_by_and_by(owner, ending)
        return self._claimed(owner, ids)

    def _claim_first(self) -> str:
        """Tell that the first node that is ready begins, and return the name of who holds its lease."""
        if self._result.frontier:
            first = self._result.frontier[0]
            node = self._memory.plan.nodes[first.key]
            self.tell_now(NodeStarted(1, node.node_type.id, node.name, node_key=node.key, scope=first.scope))
        return new_lease_owner()

    def _claimed(self, owner: str, ids: Mapping[Address, int]) -> ClaimedNode | None:
        frontier = self._result.frontier
        following = [*frontier, *self._result.more]
        if not following:
            return None
        return ClaimedNode(self._memory, ids[following[0]], following[0], 1, owner, self._now, is_new=bool(frontier))

    def _is_plain(self) -> bool:
        """True when one statement can store the step: what most steps write, and no more."""
        if not is_one_statement() or keeps_answer(self._run):
            return False
        result = self._result
        return not (result.waiting or result.containers or result.passes or result.more or self._open_arrivals())

    def _store_at_once(self, owner: str, ending: NodeEnding | None) -> Mapping[Address, int]:
        run, result = self._run, self._result
        stored = step_rows_store(StepRows(run, self._events, self._node_rows(owner), ending))
        if stored is None:
            raise RunChangedError
        transaction.on_commit(partial(announce_stored, run.id, stored.last_seq - len(self._events), self._events))
        run_saved(run, stored.last_seq)
        self._is_stored({})
        self._ring(stored.ids, result.frontier[1:])
        return stored.ids

    def _node_rows(self, claimed_by: str | None) -> list[tuple[Any, ...]]:
        rows = finished_rows(self._run.id, self._result.finished, self._now)
        return rows + ready_rows(self._run.id, self._result.frontier, self._now, claimed_by=claimed_by)

    def _store_by_and_by(self, owner: str, ending: NodeEnding | None) -> Mapping[Address, int]:
        if not run_save(self._run, self._events):
            raise RunChangedError
        self._store_nodes()
        if ending is not None:
            ending.store()
        return self._queue(claimed_by=owner)

    def _options(self, limit: int | None = None) -> StepOptions:
        run = self._run
        return StepOptions(
            use_pins=run.mode == Run.Mode.TEST and run.kind == Run.Kind.RUN,
            target=run.target_node if run.kind == Run.Kind.DEBUG else None,
            follows=not run.cancel_requested,
            now=self._now,
            limit=STEP_LIMIT if limit is None else limit,
        )

    def _take(self, result: StepResult) -> None:
        run, memory = self._run, self._memory
        self._result = result
        memory.world.add_step(result)
        self.tell_now(*result.events)
        run.open_nodes += len(result.frontier) + len(result.waiting) + len(result.more) - _unqueued(result)
        run.waiting_nodes += len(result.waiting)
        drops = result.dropped_passes or result.dropped_containers
        if (drops or (result.failure is not None and run.open_nodes)) and not self._is_locked:
            # Which other nodes are cancelled can only be told while nobody else changes them.
            raise RunChangedError
        if drops:
            self.tell_now(*cancel_passes(run, self._now, result.dropped_passes, result.dropped_containers))
        if result.failure is not None:
            self.tell_now(*fail_run(run, self._now, result.failure.run_error()))
        self.tell_now(*finish_if_done(run, self._now, partial(output_of, run, memory.plan, memory.world)))
        wait_if_all_wait(run)

    def _store_nodes(self) -> None:
        run_id, result = self._run.id, self._result
        insert_finished(run_id, result.finished, self._now)
        if result.waiting:
            waits_store(run_id, result.waiting, self._now)
        if result.containers or result.passes:
            begun = [at for at, state in result.containers.items() if not (state.is_stored or state.is_over)]
            insert_containers(run_id, begun, self._now)
            save_containers(run_id, result.containers)
            save_passes(run_id, result.passes)
        self._is_stored(self._save_arrivals())

    def _is_stored(self, arrivals: Mapping[Address, Arrival]) -> None:
        self._memory.arrivals.are_stored(arrivals)
        self._memory.world.is_stored()

    def _open_arrivals(self) -> Mapping[Address, Arrival]:
        """Return what must be stored of the joins; one that this step decided wholly is asked for never again."""
        nodes, known = self._memory.plan.nodes, self._memory.arrivals
        return {
            at: arrival
            for at, arrival in self._scheduler.touched.items()
            if at in known or arrival.live + arrival.dead < len(nodes[at.key].incoming)
        }

    def _save_arrivals(self) -> Mapping[Address, Arrival]:
        run_key, arrivals = db_uuid(self._run.id), self._open_arrivals()
        known = self._memory.arrivals
        for at, arrival in arrivals.items():
            if at in known:
                RunJoin.objects.filter(run=self._run, scope=at.scope, node_key=at.key).update(
                    live=arrival.live, dead=arrival.dead, fired=arrival.fired
                )
        new = [(at, arrival) for at, arrival in arrivals.items() if at not in known]
        rows = [(run_key, at.key, at.scope, arrival.live, arrival.dead, arrival.fired) for at, arrival in new]
        insert_rows(RunJoin, _JOIN_FIELDS, rows)
        return arrivals

    def _queue(self, *, claimed_by: str | None) -> Mapping[Address, int]:
        """Queue what is ready, the first of it for the caller, and return the ids of all."""
        frontier, more = self._result.frontier, self._result.more
        ids = insert_ready(self._run.id, frontier, self._now, claimed_by=claimed_by)
        owner = None if frontier else claimed_by
        for at, node_run_id in queue_containers(self._run.id, more, self._now, claimed_by=owner).items():
            ids[at] = node_run_id
        self._ring(ids, [*frontier, *more][0 if claimed_by is None else 1 :])
        return ids

    def _ring(self, ids: Mapping[Address, int], queued: Iterable[Address]) -> None:
        for at in queued:
            transaction.on_commit(partial(enqueue_node, ids[at]))


def _unqueued(result: StepResult) -> int:
    """Count the queued containers that failed before anybody went on with them."""
    ended = (Address(node.key, node.scope) for node in result.finished if node.is_stored)
    return sum(1 for at in ended if result.containers[at].is_pending)


def output_of(run: Run, plan: Plan, world: StoredWorld) -> JsonObject | None:
    """Return what a run gives back that has succeeded: the outputs of its ends, or that of the node it was made for."""
    if run.target_node is not None:
        return world.output(run.target_node)
    world.load(plan.ends)
    return run_output(plan, world)


def run_read(run_id: UUID) -> Run | None:
    """Return the run as it is now, or None when there is none."""
    return read_row(Run, id=run_id)


def run_lock(run_id: UUID) -> Run | None:
    """Return the run with its row locked until the transaction ends, or None when there is none."""
    return lock_row(Run, id=run_id)
