"""One step of a run in memory: evaluate everything pure that is ready, and stop where effects begin."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from tools.definitions import JsonObject
from workflow_editor.engine.events import (
    Event,
    NodeFailed,
    NodeQueued,
    NodeSkipped,
    NodeStarted,
    NodeSucceeded,
    NodeWaiting,
)
from workflow_editor.engine.plan import Plan, PlannedNode
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import BegunWait, Decision, FinishedNode, NodeFailure, World, failure_of
from workflow_editor.nodes.base import NodeOutcome, PureNode, WaitingNode
from workflow_editor.nodes.variables import RunVariables


@dataclass(frozen=True, slots=True)
class StepResult:
    """Everything that one step decided, to be stored in one transaction."""

    events: list[Event] = field(default_factory=list)
    """In the order in which they happened; `node_queued` for each node of the frontier comes last."""
    finished: list[FinishedNode] = field(default_factory=list)
    frontier: list[str] = field(default_factory=list)
    """Keys of the effect nodes that are ready now; empty after a failure."""
    waiting: list[BegunWait] = field(default_factory=list)
    """The nodes that began to wait, each told by `node_started` and `node_waiting`; empty after a failure."""
    failure: NodeFailure | None = None


def advance(
    plan: Plan, scheduler: Scheduler, decision: Decision, world: World, *, use_pins: bool = False
) -> StepResult:
    """Carry a run on from a decision of the scheduler as far as it goes without effects.

    Args:
        plan: the compiled graph.
        scheduler: the one that made the decision; its `touched` arrivals are complete afterwards.
        decision: from `scheduler.start()` or `scheduler.finish(...)`.
        world: what earlier steps stored, the node that has just finished included.
        use_pins: whether pinned outputs stand in for running (test mode).
    """
    step = _Step(plan, world, use_pins=use_pins, scheduler=scheduler)
    step.take(decision)
    return step.run()


def advance_one(plan: Plan, key: str, world: World) -> StepResult:
    """Run one node alone (a debug run): evaluate it when it is pure, else put it on the frontier; nothing follows."""
    step = _Step(plan, world, use_pins=False, scheduler=None)
    step.take(Decision(ready=(key,)))
    return step.run()


def variables_for(plan: Plan, key: str, world: World, *, fired_by: str | None = None) -> RunVariables:
    """Return the values that a node can refer to.

    Args:
        plan: the compiled graph.
        key: the node.
        world: what earlier steps stored.
        fired_by: the source that let an `any` or `first` join begin.
    """
    return RunVariables(world.inputs, plan.names, world.output, _upstream(plan.nodes[key], world, fired_by))


def run_output(plan: Plan, world: World) -> JsonObject | None:
    """Return the run's output: that of the end node that was reached, several merged in key order, else None."""
    reached = [output for output in (world.output(key) for key in plan.ends) if output is not None]
    if not reached:
        return None
    merged: JsonObject = {}
    for output in reached:
        merged.update(output)
    return merged


def _upstream(node: PlannedNode, world: World, fired_by: str | None) -> Sequence[str]:
    if fired_by is not None:
        return (fired_by,)
    if len(node.incoming) == 1:
        return (node.incoming[0].key,)
    live = (edge.key for edge in node.incoming if edge.port in world.ports(edge.key))
    return tuple(dict.fromkeys(live))


class _Step:
    """A world of its own on top of the stored one: what this step finishes is visible to what follows."""

    def __init__(self, plan: Plan, world: World, *, use_pins: bool, scheduler: Scheduler | None) -> None:
        self._plan = plan
        self._world = world
        self._use_pins = use_pins
        self._scheduler = scheduler
        self._ready: deque[str] = deque()
        self._done: dict[str, FinishedNode] = {}
        self._events: list[Event] = []
        self._frontier: list[str] = []
        self._waiting: list[BegunWait] = []

    @property
    def inputs(self) -> JsonObject:
        return self._world.inputs

    def output(self, key: str) -> JsonObject | None:
        done = self._done.get(key)
        return self._world.output(key) if done is None else done.output

    def ports(self, key: str) -> Sequence[str]:
        done = self._done.get(key)
        return self._world.ports(key) if done is None else done.ports

    def take(self, decision: Decision) -> None:
        for key in decision.skipped:
            self._events.append(NodeSkipped(key))
            self._done[key] = FinishedNode(key, "skipped")
        self._ready.extend(decision.ready)

    def run(self) -> StepResult:
        while self._ready:
            finished = self._decide(self._plan.nodes[self._ready.popleft()])
            if finished is None:
                continue
            self._done[finished.key] = finished
            if finished.failure is not None:
                return StepResult(self._events, list(self._done.values()), failure=finished.failure)
            if self._scheduler is not None:
                self.take(self._scheduler.finish(finished.key, finished.ports))
        self._events.extend(NodeQueued(key) for key in self._frontier)
        return StepResult(self._events, list(self._done.values()), self._frontier, self._waiting)

    def _decide(self, node: PlannedNode) -> FinishedNode | None:
        """Finish a node, or let it wait for an answer or on the frontier and return None."""
        if self._use_pins and node.pinned_output is not None:
            return self._pinned(node, node.pinned_output)
        if node.bypass:
            return self._bypassed(node)
        if isinstance(node.node_type, PureNode):
            return self._evaluated(node, node.node_type)
        if isinstance(node.node_type, WaitingNode):
            return self._begun(node, node.node_type)
        self._frontier.append(node.key)
        return None

    def _begun(self, node: PlannedNode, node_type: WaitingNode[Any]) -> FinishedNode | None:
        self._events.append(_started(node))
        now = datetime.now(UTC)
        try:
            wait = node_type.begin(node.config, self._variables(node), now)
        except Exception as error:  # a node's bug must fail its run, not the worker
            return self._failed(node, error, 0)
        due_at = wait.due_at.isoformat() if wait.due_at else None
        self._events.append(NodeWaiting(node.key, wait.kind, due_at, wait.payload))
        self._waiting.append(BegunWait(node.key, wait))
        return None

    def _failed(self, node: PlannedNode, error: Exception, spent_ms: int) -> FinishedNode:
        failure = failure_of(node.key, error)
        self._events.append(NodeFailed(node.key, failure.to_json(), 1, spent_ms))
        return FinishedNode(node.key, "failed", failure=failure, duration_ms=spent_ms)

    def _pinned(self, node: PlannedNode, output: JsonObject) -> FinishedNode:
        ports = node.node_type.ports_of(output)
        self._events.append(_started(node))
        self._events.append(NodeSucceeded(node.key, output, ports, 0, pinned=True))
        return FinishedNode(node.key, "succeeded", output, ports, pinned=True)

    def _bypassed(self, node: PlannedNode) -> FinishedNode:
        """Go on through the first output port: a bypassed condition counts as true, it does not open both ways."""
        upstream = self._variables(node).upstream()
        ports = node.output_ports[:1]
        self._events.append(NodeSkipped(node.key, bypass=True))
        return FinishedNode(node.key, "skipped", upstream[0][1] if upstream else {}, ports)

    def _evaluated(self, node: PlannedNode, node_type: PureNode[Any]) -> FinishedNode:
        self._events.append(_started(node))
        began = perf_counter()
        try:
            outcome: NodeOutcome = node_type.evaluate(node.config, self._variables(node))
        except Exception as error:  # a node's bug must fail its run, not the worker
            return self._failed(node, error, _milliseconds_since(began))
        spent = _milliseconds_since(began)
        self._events.append(NodeSucceeded(node.key, outcome.output, outcome.ports, spent))
        return FinishedNode(
            node.key, "succeeded", outcome.output, outcome.ports, outcome.inputs, outcome.usage, duration_ms=spent
        )

    def _variables(self, node: PlannedNode) -> RunVariables:
        fired_by = None if self._scheduler is None else self._scheduler.fired_by(node.key)
        return variables_for(self._plan, node.key, self, fired_by=fired_by)


def _started(node: PlannedNode) -> NodeStarted:
    return NodeStarted(node.key, 1, node.node_type.id, node.name)


def _milliseconds_since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
