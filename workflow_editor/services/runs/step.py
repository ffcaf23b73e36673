"""The step: takes a fact in and carries the run on to where the next effects begin, stored in one transaction.

Steps decide in memory, without a lock: a step is only stored when no other one came between. A thread that runs node
after node keeps what it knows of the run, so that a chain of effects reads nothing back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tools.definitions import JsonObject
from workflow_editor.adapters.doorbell import ring_node
from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.node_run_rows import insert_finished, insert_ready
from workflow_editor.adapters.plans import plan_of_version
from workflow_editor.adapters.recorder import NodeAddress
from workflow_editor.adapters.row_reader import read_row
from workflow_editor.adapters.row_writer import db_uuid, insert_rows
from workflow_editor.adapters.running_nodes import new_lease_owner
from workflow_editor.adapters.stored_world import StoredArrivals, StoredWorld
from workflow_editor.engine.advance import StepResult, advance, advance_one, run_output
from workflow_editor.engine.events import Event, NodeStarted, RunStarted
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import Arrival, Decision, FinishedNode
from workflow_editor.models import Run, RunJoin, Status
from workflow_editor.services.runs.finish import fail_run, finish_if_done, wait_if_all_wait
from workflow_editor.services.runs.save import run_save, run_save_new
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
        world = StoredWorld(run.id, run.inputs, plan, is_fresh=is_fresh)
        return cls(run, plan, world, StoredArrivals(run.id, is_fresh=is_fresh))


@dataclass(frozen=True, slots=True)
class ClaimedNode:
    """A node run that this thread holds the lease of."""

    memory: RunMemory
    node_run_id: int
    node_key: str
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

    @property
    def address(self) -> NodeAddress:
        return NodeAddress(self.run.id, self.node_run_id, self.node_key)


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

    def begin(self) -> None:
        """Decide the first step of a run."""
        self._run.status = Status.RUNNING
        self._run.started_at = self._now
        self.tell_now(RunStarted())
        if self._run.kind == Run.Kind.DEBUG:
            self._take(advance_one(self._memory.plan, self._run.target_node or "", self._memory.world))
        else:
            self._go_on(self._scheduler.start())

    def finish_node(self, node: FinishedNode) -> None:
        """Decide what follows a node that has done its work; the caller brings its row up to date."""
        self._memory.world.add([node])
        self._run.open_nodes -= 1
        if node.failure is not None:
            self._take(StepResult(failure=node.failure))
        elif self._run.kind == Run.Kind.DEBUG or self._run.cancel_requested:
            self._take(StepResult())
        else:
            self._go_on(self._scheduler.finish(node.key, node.ports))

    def stop_node(self) -> None:
        """Decide what follows a node that stopped because the run is to end."""
        self._run.open_nodes -= 1
        self._take(StepResult())

    def store_new(self) -> None:
        """Store the first step of a run together with the run; workers are called for all nodes that are ready."""
        run_save_new(self._run, self._events)
        self._store_nodes()
        self._queue(claimed_by=None)

    def store(self) -> ClaimedNode | None:
        """Store the step; workers are called for the nodes that are ready, but for one.

        Returns:
            The node that is claimed for the caller, if any is ready.
        """
        frontier = self._result.frontier
        if frontier:
            node = self._memory.plan.nodes[frontier[0]]
            self.tell_now(NodeStarted(node.key, 1, node.node_type.id, node.name))
        if not run_save(self._run, self._events):
            raise RunChangedError
        self._store_nodes()
        owner = new_lease_owner()
        ids = self._queue(claimed_by=owner)
        if not frontier:
            return None
        key = frontier[0]
        return ClaimedNode(self._memory, ids[key], key, 1, owner, self._now, is_new=True)

    def _go_on(self, decision: Decision) -> None:
        memory, use_pins = self._memory, self._run.mode == Run.Mode.TEST
        self._take(advance(memory.plan, self._scheduler, decision, memory.world, use_pins=use_pins))

    def _take(self, result: StepResult) -> None:
        run, memory = self._run, self._memory
        self._result = result
        memory.world.add(result.finished)
        self.tell_now(*result.events)
        run.open_nodes += len(result.frontier) + len(result.waiting)
        run.waiting_nodes += len(result.waiting)
        if result.failure is not None:
            if run.open_nodes and not self._is_locked:
                # Which other nodes are cancelled can only be told while nobody else changes them.
                raise RunChangedError
            self.tell_now(*fail_run(run, self._now, result.failure.run_error()))
        self.tell_now(*finish_if_done(run, self._now, partial(output_of, run, memory.plan, memory.world)))
        wait_if_all_wait(run)

    def _store_nodes(self) -> None:
        insert_finished(self._run.id, self._result.finished, self._now)
        if self._result.waiting:
            waits_store(self._run.id, self._result.waiting, self._now)
        self._memory.arrivals.are_stored(self._save_arrivals(self._scheduler.touched))
        self._memory.world.is_stored()

    def _save_arrivals(self, touched: Mapping[str, Arrival]) -> Mapping[str, Arrival]:
        run_key, arrivals = db_uuid(self._run.id), self._memory.arrivals
        known = {key: arrival for key, arrival in touched.items() if key in arrivals}
        for key, arrival in known.items():
            RunJoin.objects.filter(run=self._run, scope="", node_key=key).update(
                live=arrival.live, dead=arrival.dead, fired=arrival.fired
            )
        new = {
            key: arrival
            for key, arrival in touched.items()
            # A join that this step decided wholly is asked for never again.
            if key not in known and arrival.live + arrival.dead < len(self._memory.plan.nodes[key].incoming)
        }
        rows = [(run_key, key, "", arrival.live, arrival.dead, arrival.fired) for key, arrival in new.items()]
        insert_rows(RunJoin, _JOIN_FIELDS, rows)
        return known | new

    def _queue(self, *, claimed_by: str | None) -> Mapping[str, int]:
        frontier: Sequence[str] = self._result.frontier
        ids = insert_ready(self._run.id, frontier, self._now, claimed_by=claimed_by)
        for key in frontier if claimed_by is None else frontier[1:]:
            transaction.on_commit(partial(ring_node, ids[key]))
        return ids


def output_of(run: Run, plan: Plan, world: StoredWorld) -> JsonObject | None:
    """Return what a run gives back that has succeeded: the outputs of its ends, or that of the node under test."""
    if run.kind == Run.Kind.DEBUG:
        return world.output(run.target_node or "")
    world.load(plan.ends)
    return run_output(plan, world)


def run_read(run_id: UUID) -> Run | None:
    """Return the run as it is now, or None when there is none."""
    return read_row(Run, id=run_id)


def run_lock(run_id: UUID) -> Run | None:
    """Return the run with its row locked until the transaction ends, or None when there is none."""
    try:
        return Run.objects.select_for_update().get(pk=run_id)
    except Run.DoesNotExist:
        return None
