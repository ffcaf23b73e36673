"""The step: takes a fact in and carries the run on to where the next effects begin, stored in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tools.definitions import JsonObject
from workflow_editor.adapters.doorbell import ring_node
from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.recorder import NodeAddress
from workflow_editor.adapters.row_writer import db_json, db_json_or_null, db_time, db_uuid, insert_rows
from workflow_editor.adapters.running_nodes import lease_end, new_lease_owner
from workflow_editor.adapters.stored_world import StoredArrivals, StoredWorld
from workflow_editor.engine.advance import StepResult, advance, advance_one, run_output
from workflow_editor.engine.events import Event, NodeStarted, RunStarted
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import Arrival, Decision, FinishedNode
from workflow_editor.models import NodeRun, Run, RunJoin, Status
from workflow_editor.services.runs.finish import fail_run, finish_if_done
from workflow_editor.services.runs.save import run_save

_NODE_RUN_FIELDS = (
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
    "queued_at",
    "started_at",
    "finished_at",
    "mocked",
)
_JOIN_FIELDS = ("run_id", "node_key", "scope", "live", "dead", "fired")


@dataclass(frozen=True, slots=True)
class ClaimedNode:
    """A node run that this thread holds the lease of."""

    run: Run
    node_run_id: int
    node_key: str
    attempt: int
    lease_owner: str
    started_at: datetime

    @property
    def address(self) -> NodeAddress:
        return NodeAddress(self.run.id, self.node_run_id, self.node_key)


class Step:
    """Decides in memory, then stores everything in the caller's transaction.

    Args:
        run: as its row is now; it is changed.
        is_first: nothing of the run is stored yet but the run itself and what was given for a debug run.
    """

    def __init__(self, run: Run, plan: Plan, *, is_first: bool = False) -> None:
        self._run = run
        self._plan = plan
        self._now = timezone.now()
        is_fresh = is_first and run.kind == Run.Kind.RUN
        self._world = StoredWorld(run.id, run.inputs, plan, is_fresh=is_fresh)
        self._arrivals = StoredArrivals(run.id, is_fresh=is_fresh)
        self._scheduler = Scheduler(plan, self._arrivals)
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
            self._take(advance_one(self._plan, self._run.target_node or "", self._world))
        else:
            self._go_on(self._scheduler.start())

    def finish_node(self, node: FinishedNode) -> None:
        """Decide what follows a node that has done its work; its row is already up to date."""
        self._world.add([node])
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

    def store(self, *, if_still: Status | None = None) -> ClaimedNode | None:
        """Store the step; workers are called for the nodes that are ready, but for one.

        Args:
            if_still: for a run whose row is not locked: store nothing unless it still has this status.
        Returns:
            The node that is claimed for the caller, if any is ready.
        """
        if self._result.frontier:
            node = self._plan.nodes[self._result.frontier[0]]
            self.tell_now(NodeStarted(node.key, 1, node.node_type.id, node.name))
        if not run_save(self._run, self._events, if_still=if_still):
            return None
        self._insert_finished(self._result.finished)
        self._save_arrivals(self._scheduler.touched)
        return self._queue(self._result.frontier)

    def _go_on(self, decision: Decision) -> None:
        use_pins = self._run.mode == Run.Mode.TEST
        self._take(advance(self._plan, self._scheduler, decision, self._world, use_pins=use_pins))

    def _take(self, result: StepResult) -> None:
        run = self._run
        self._result = result
        self._world.add(result.finished)
        self.tell_now(*result.events)
        run.open_nodes += len(result.frontier)
        if result.failure is not None:
            self.tell_now(*fail_run(run, self._now, result.failure.run_error()))
        self.tell_now(*finish_if_done(run, self._now, partial(output_of, run, self._plan, self._world)))

    def _insert_finished(self, finished: Sequence[FinishedNode]) -> None:
        run_key, now = db_uuid(self._run.id), db_time(self._now)
        insert_rows(
            NodeRun,
            _NODE_RUN_FIELDS,
            [
                (
                    run_key,
                    node.key,
                    "",
                    node.status,
                    1,
                    db_json(node.inputs),
                    db_json_or_null(node.output),
                    db_json(node.ports),
                    db_json_or_null(node.failure.to_json() if node.failure else None),
                    db_json(node.usage),
                    "",
                    now,
                    db_time(self._now - timedelta(milliseconds=node.duration_ms)) if node.duration_ms else now,
                    now,
                    False,
                )
                for node in finished
            ],
        )

    def _save_arrivals(self, touched: Mapping[str, Arrival]) -> None:
        run_key = db_uuid(self._run.id)
        new = []
        for key, arrival in touched.items():
            if key in self._arrivals:
                RunJoin.objects.filter(run=self._run, scope="", node_key=key).update(
                    live=arrival.live, dead=arrival.dead, fired=arrival.fired
                )
            elif arrival.live + arrival.dead < len(self._plan.nodes[key].incoming):
                # A join that this step decided wholly is asked for never again.
                new.append((run_key, key, "", arrival.live, arrival.dead, arrival.fired))
        insert_rows(RunJoin, _JOIN_FIELDS, new)

    def _queue(self, keys: Sequence[str]) -> ClaimedNode | None:
        if not keys:
            return None
        rows = [NodeRun(run=self._run, node_key=key, queued_at=self._now) for key in keys]
        mine = rows[0]
        mine.status = Status.RUNNING
        mine.lease_owner = new_lease_owner()
        mine.lease_until = lease_end(self._now)
        mine.started_at = self._now
        NodeRun.objects.bulk_create(rows)
        for row in rows[1:]:
            transaction.on_commit(partial(ring_node, row.pk))
        return ClaimedNode(self._run, mine.pk, mine.node_key, mine.attempt, mine.lease_owner, self._now)


def output_of(run: Run, plan: Plan, world: StoredWorld) -> JsonObject | None:
    """Return what a run gives back that has succeeded: the outputs of its ends, or that of the node under test."""
    if run.kind == Run.Kind.DEBUG:
        return world.output(run.target_node or "")
    world.load(plan.ends)
    return run_output(plan, world)


def run_lock(run_id: UUID) -> Run | None:
    """Return the run with its row locked until the transaction ends, or None when there is none."""
    try:
        return Run.objects.select_for_update().get(pk=run_id)
    except Run.DoesNotExist:
        return None
