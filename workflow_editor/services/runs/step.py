"""Step: applies a fact and advances the run to the next effects, stored in one transaction.

Steps decide in memory without a lock, and are stored only if no other came between. A thread that runs node after node
keeps its knowledge of the run, so a chain of effects reads nothing back.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone

from agents.core.events import Event
from tools.core.definitions import JsonObject
from workflow_editor.adapters.node.stored_run_state import StoredArrivals, StoredRunState
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.adapters.state.running_nodes import new_lease_owner
from workflow_editor.adapters.state.shared_passes import SharedPasses, read_shared_nodes
from workflow_editor.engine.advance import Attempt, advance, advance_one, complete, open_more, settle
from workflow_editor.engine.events import NodeStarted, RunStarted
from workflow_editor.engine.outcome_reuse import reuse_outcomes
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, FinishedNode, Retry
from workflow_editor.engine.step_loop import STEP_LIMIT, StepOptions
from workflow_editor.engine.variables import run_output
from workflow_editor.models import Run, Status
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, NodeAddress
from workflow_editor.run_store.rows import finished_node, open_node
from workflow_editor.run_store.shares import share_of
from workflow_editor.run_store.writes import NewEvent, NodeEnding, RunChangedError, Values
from workflow_editor.services.runs.finish import cancel_dropped, fail_run, finish_if_done, wait_if_all_wait
from workflow_editor.services.runs.places import send_node
from workflow_editor.services.runs.save import run_save, run_save_new
from workflow_editor.services.runs.waits.begin import waits_begin


@dataclass(slots=True)
class RunMemory:
    """A thread's knowledge of a run: its row and state, as of the last stored or read step."""

    run: Run
    plan: Plan
    run_state: StoredRunState
    arrivals: StoredArrivals

    @classmethod
    def of(cls, run: Run, *, is_fresh: bool = False) -> "RunMemory":
        """Begin with a row just read; `is_fresh`: nothing but the row may be stored, so nothing is read."""
        plan = plan_of_version(run.version_id)
        shared = SharedPasses(run.id) if run.shares_work else None
        run_state = StoredRunState(run, plan, is_fresh=is_fresh, shared=shared)
        return cls(run, plan, run_state, StoredArrivals(run.id, is_fresh=is_fresh))


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
    """True when it resumes after a wait."""

    @property
    def run(self) -> Run:
        return self.memory.run

    @cached_property
    def lease(self) -> Lease:
        return Lease(NodeAddress(self.run.id, self.node_run_id, self.at.key, self.at.scope), self.lease_owner)


class Step:
    """Decides in memory, changing `memory`, then stores everything in the caller's transaction.

    After a failed store the memory is stale. `is_locked`: the run's row is locked since `memory` was read. Otherwise
    every deciding or storing method raises RunChangedError.
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
        return self._now

    def add_events(self, events: Iterable[NewEvent]) -> None:
        """Add events that happened before this moment."""
        self._events.extend(events)

    def emit(self, *events: Event) -> None:
        """Add events that happen in this moment."""
        self._events += [NewEvent.of(event, self._now) for event in events]

    def begin(self, *, limit: int | None = None) -> None:
        """Decide the first step of a run, which evaluates about `limit` nodes at the most, None as many as any step."""
        options = self._options(limit)
        memory = self._memory
        self._run.status = Status.RUNNING
        self._run.started_at = self._now
        self.emit(RunStarted())
        if self._run.kind == Run.Kind.DEBUG:
            self._take(advance_one(memory.plan, self._run.target_node or "", memory.run_state, options))
        else:
            decision = self._scheduler.start()
            if self._run.shares_work:
                decision = reuse_outcomes(self._scheduler, decision, read_shared_nodes(self._run.id))
            result = advance(memory.plan, self._scheduler, decision, memory.run_state, options)
            is_whole = self._run.target_node is None and not self._run.shares_work
            if is_whole and result.ends_idle(memory.plan):
                self._run.nothing_ran = True
            self._take(result)

    def settle(self, attempt: Attempt) -> FinishedNode | Retry:
        """Say what becomes of a node that was tried; the caller brings its row up to date."""
        return settle(self._memory.plan, attempt, is_last=self._run.cancel_requested)

    def complete(self, attempt: Attempt, settled: FinishedNode | Retry) -> None:
        """Decide the consequences of `settle`'s result."""
        memory, run = self._memory, self._run
        if isinstance(settled, FinishedNode):
            run.open_nodes -= 1
        decide = partial(complete, memory.plan, self._scheduler, attempt, settled, memory.run_state, self._options())
        result = self._with_all_there(decide)
        if isinstance(settled, FinishedNode):
            memory.run_state.add([settled])
        self._take(result)

    def open_more(self, container: Address) -> None:
        """Let a container that this thread has claimed open its further passes."""
        memory = self._memory
        self._run.open_nodes -= 1
        if self._run.cancel_requested:
            self._take(StepResult())
            return
        decide = partial(open_more, memory.plan, self._scheduler, container, memory.run_state, self._options())
        self._take(self._with_all_there(decide))

    def _with_all_there(self, decide: Callable[[], StepResult]) -> StepResult:
        """Unless the run is locked, known containers may be stale, and their rows gone."""
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
        """Store a run's first step with the run, in one transaction, and notify workers of its nodes.

        With `claims`, the first ready node is claimed and returned, and the caller sends its task.
        """
        owner = self._claim_first() if claims else None
        with self._transaction():
            ids = run_save_new(self._run, self._events, self._nodes(owner))
            self._store_rest(ids)
            return self._queue(ids, owner)

    def store(self, ending: NodeEnding | None = None) -> ClaimedNode | None:
        """Store the step in one transaction, and notify workers of all ready nodes but the returned one, claimed for
        the caller.

        `ending` is the node's outcome, unless stored already.
        """
        owner = self._claim_first()
        with self._transaction():
            ids = run_save(self._run, self._events, nodes=self._nodes(owner), ending=ending)
            self._store_rest(ids)
            return self._queue(ids, owner)

    def _transaction(self) -> AbstractContextManager[Any]:
        """Return one where a step is more than what the store writes at once; most are not."""
        result = self._result
        is_more = result.waiting or result.containers or result.passes or result.more or self._open_arrivals()
        return transaction.atomic(savepoint=False) if is_more else nullcontext()

    def _claim_first(self) -> str:
        """Emit that the first node that is ready begins, and return the name of who holds its lease."""
        if self._result.frontier:
            first = self._result.frontier[0]
            node = self._memory.plan.nodes[first.key]
            self.emit(NodeStarted(1, node.node_type.id, node.name, node_key=node.key, scope=first.scope))
        return new_lease_owner()

    def _nodes(self, claimed_by: str | None) -> list[Values]:
        """Return the new node runs: what was decided, waits, begins, or is ready, the first of that claimed."""
        result, now = self._result, self._now
        return [
            *(finished_node(node, now) for node in result.finished if not node.is_stored),
            *(open_node(Address(one.key, one.scope), Status.WAITING, now, started=True) for one in result.waiting),
            # They run without a worker, so nobody holds a lease.
            *(
                open_node(at, Status.RUNNING, now, started=True)
                for at, state in result.containers.items()
                if not (state.is_stored or state.is_over)
            ),
            *(
                open_node(at, Status.QUEUED, now, claimed_by=None if index else claimed_by)
                for index, at in enumerate(result.frontier)
            ),
        ]

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
        memory.run_state.add_step(result)
        self.emit(*result.events)
        run.open_nodes += len(result.frontier) + len(result.waiting) + len(result.more) - _unqueued(result)
        run.waiting_nodes += len(result.waiting)
        drops = result.dropped_nodes or result.dropped_passes or result.dropped_containers
        if (drops or (result.failure is not None and run.open_nodes)) and not self._is_locked:
            # The other cancelled nodes are only known while nobody else changes them.
            raise RunChangedError
        if drops:
            self.emit(*cancel_dropped(run, self._now, result))
        if result.failure is not None:
            self.emit(*fail_run(run, self._now, result.failure.run_error()))
        self.emit(*finish_if_done(run, self._now, partial(output_of, run, memory.plan, memory.run_state)))
        wait_if_all_wait(run)

    def _store_rest(self, ids: Mapping[Address, int]) -> None:
        run_id, result = self._run.id, self._result
        run_store.close_nodes(run_id, [node for node in result.finished if node.is_stored], self._now)
        if result.waiting:
            waits_begin({ids[Address(one.key, one.scope)]: one.wait for one in result.waiting}, self._now)
        run_store.save_containers(run_id, result.containers)
        run_store.save_passes(run_id, result.passes)
        self._memory.arrivals.are_stored(self._save_arrivals())
        self._memory.run_state.is_stored()

    def _open_arrivals(self) -> Mapping[Address, Arrival]:
        """Return what must be stored of the joins; one that this step decided wholly is asked for never again."""
        nodes, known = self._memory.plan.nodes, self._memory.arrivals
        return {
            at: arrival
            for at, arrival in self._scheduler.touched.items()
            if at in known or arrival.live + arrival.dead < len(nodes[at.key].incoming)
        }

    def _save_arrivals(self) -> Mapping[Address, Arrival]:
        arrivals, known = self._open_arrivals(), self._memory.arrivals
        for are_new in (False, True):
            some = {at: arrival for at, arrival in arrivals.items() if (at not in known) == are_new}
            run_store.save_joins(self._run.id, some, are_new=are_new)
        return arrivals

    def _queue(self, ids: Mapping[Address, int], claimed_by: str | None) -> ClaimedNode | None:
        """Call workers for what is ready, but for the first when that is claimed, which is returned."""
        frontier, more = self._result.frontier, self._result.more
        owner = None if frontier else claimed_by
        ids = {**ids, **run_store.queue_containers(self._run.id, more, self._now, claimed_by=owner)}
        ready = [*frontier, *more]
        for at in ready[0 if claimed_by is None else 1 :]:
            transaction.on_commit(partial(send_node, ids[at], share_of(self._run)))
        if claimed_by is None or not ready:
            return None
        return ClaimedNode(self._memory, ids[ready[0]], ready[0], 1, claimed_by, self._now, is_new=bool(frontier))


def _unqueued(result: StepResult) -> int:
    """Count the queued containers that failed before anybody went on with them."""
    ended = (Address(node.key, node.scope) for node in result.finished if node.is_stored)
    return sum(1 for at in ended if result.containers[at].is_pending)


def output_of(run: Run, plan: Plan, run_state: StoredRunState) -> JsonObject | None:
    """Return what a run gives back that has succeeded: the outputs of its ends, or that of the node it was made for."""
    if run.target_node is not None:
        return run_state.output(run.target_node)
    run_state.load(plan.ends)
    return run_output(plan, run_state)
