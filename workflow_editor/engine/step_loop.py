"""The loop inside a step: begins what is ready and follows what has finished. Containers are kept in `passes`."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

from agents.core.events import Event
from tools.core.definitions import JsonObject
from workflow_editor.engine.events import (
    NodeCancelled,
    NodeFailed,
    NodeQueued,
    NodeRetryScheduled,
    NodeSkipped,
    NodeStarted,
    NodeSucceeded,
    NodeWaiting,
)
from workflow_editor.engine.failures import after_failure
from workflow_editor.engine.outcome_reuse import reuse_outcomes
from workflow_editor.engine.passes import Passes
from workflow_editor.engine.plan import Plan, PlannedNode
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import (
    BegunWait,
    Decision,
    FinishedNode,
    NodeFailure,
    Retry,
    RunState,
    SharedNode,
    failure_of,
)
from workflow_editor.engine.step_overlay import StepOverlay
from workflow_editor.engine.variables import variables_for
from workflow_editor.nodes.base import NodeOutcome, PureNode, WaitingNode
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.variables import RunVariables

STEP_LIMIT: Final = 500
"""Maximum nodes evaluated in a step; the others, and further passes, are left to later steps."""


@dataclass(frozen=True, slots=True)
class StepOptions:
    use_pins: bool = False
    """Pinned outputs replace running (test mode)."""
    target: str | None = None
    """The node of a debug run, which nothing follows."""
    follows: bool = True
    """False when the run is ending: the outcome is reported, and nothing follows."""
    now: datetime | None = None
    """The moment of the step; None takes the present one."""
    limit: int = STEP_LIMIT
    """Evaluated nodes after which others go to the frontier and no further passes open. The body of a begun pass may
    take `STEP_LIMIT` more.
    """


PLAIN_STEP: Final = StepOptions()


class Stepping:
    """One step; see `engine.advance` for the arguments. Implements `passes.Flow`."""

    def __init__(self, plan: Plan, scheduler: Scheduler, run_state: RunState, options: StepOptions) -> None:
        self.plan = plan
        self.ledger = StepOverlay(run_state)
        self.now = options.now or datetime.now(UTC)
        self._scheduler = scheduler
        self._use_pins = options.use_pins
        self._target = None if options.target is None else Address(options.target)
        self._follows = options.follows
        self._left = options.limit
        self._passes = Passes(self)
        self._ready: deque[Address] = deque()
        self._events: list[Event] = []
        self._frontier: list[Address] = []
        self._waiting: list[BegunWait] = []
        self._failure: NodeFailure | None = None
        self._settled: FinishedNode | None = None

    def take(self, decision: Decision, scope: str = "") -> None:
        """Follow a decision of the scheduler."""
        for key in decision.skipped:
            self._events.append(NodeSkipped(node_key=key, scope=scope))
            self.ledger.done[Address(key, scope)] = FinishedNode(key, "skipped", scope=scope)
        for key in decision.ready:
            self._ready.append(Address(key, scope))

    def settle(self, at: Address, settled: FinishedNode | Retry, attempt: int) -> None:
        """Take in what became of a node that ran outside of the step."""
        if isinstance(settled, Retry):
            error = settled.failure.to_json()
            event = NodeRetryScheduled(
                attempt, settled.delay_s, error, settled.attempts, node_key=at.key, scope=at.scope
            )
            self._events.append(event)
        else:
            self._settled = settled
            self.finish(settled, attempt)

    def go_on(self, container: Address) -> None:
        """Let a container open the passes that an earlier step left."""
        self._passes.go_on(container)

    def run(self) -> StepResult:
        """Evaluate until nothing is ready."""
        while self._failure is None:
            if self._ready:
                self._begin(self._ready.popleft())
            elif not self._passes.open_next():
                break
        self._events.extend(NodeQueued(node_key=at.key, scope=at.scope) for at in self._frontier)
        return StepResult(
            events=self._events,
            finished=[node for node in self.ledger.done.values() if node is not self._settled],
            frontier=self._frontier,
            waiting=self._waiting,
            failure=self._failure,
            containers=self.ledger.changed_containers,
            passes=self.ledger.changed_passes,
            more=self._passes.pending(),
            dropped_nodes=self.ledger.dropped_nodes,
            dropped_passes=self._passes.dropped_passes,
            dropped_containers=self._passes.dropped_containers,
        )

    @property
    def is_tired(self) -> bool:
        """True once the step has done enough."""
        return self._left <= 0

    def tire(self) -> None:
        self._left -= 1

    def begin_pass(self, scope: str, keys: tuple[str, ...], shared: Sequence[SharedNode]) -> int:
        decision = Decision(ready=keys)
        if shared:
            decision = reuse_outcomes(self._scheduler, decision, shared, scope)
        self.take(decision, scope)
        return len(shared) + len(decision.skipped)

    def finish(self, node: FinishedNode, attempt: int = 1) -> None:
        """End a node and follow its edges."""
        self._events.append(_ending(node, attempt))
        self._follow(node, Address(node.key, node.scope))

    def fail(self, failure: NodeFailure) -> None:
        self._failure = failure
        self.drop(lambda _: True)

    def drop(self, is_dead: Callable[[str], bool]) -> None:
        self._ready = deque(at for at in self._ready if not is_dead(at.scope))
        self._frontier = [at for at in self._frontier if not is_dead(at.scope)]
        for wait in [wait for wait in self._waiting if is_dead(wait.scope)]:
            self._waiting.remove(wait)
            self.cancel(Address(wait.key, wait.scope))
        self._passes.drop(is_dead)

    def cancel(self, at: Address) -> None:
        self._events.append(NodeCancelled(node_key=at.key, scope=at.scope))
        self.ledger.done[at] = FinishedNode(at.key, "cancelled", scope=at.scope)

    def _follow(self, node: FinishedNode, at: Address) -> None:
        self.ledger.done[at] = node
        if not self._follows and at.scope:
            return
        if node.status == "failed" and node.failure is not None:
            self._passes.fail(node.scope, node.failure)
        elif self._follows and at.scope and (how := self.plan.nodes[at.key].exit) is not None:
            self._passes.exit(at.scope, how)
        elif self._follows and at != self._target:
            decision = self._scheduler.finish(node.key, node.ports, node.scope)
            self.take(decision, node.scope)
            if node.scope:
                self._passes.count(node.scope, 1 + len(decision.skipped))

    def _begin(self, at: Address) -> None:
        """Finish a node, or let it wait: for an answer, for its passes, or on the frontier."""
        self._left -= 1
        node = self.plan.nodes[at.key]
        node_type = node.node_type
        if node.cancels_rest and self._scheduler.fired_by(at) is not None:
            self._cancel_rest(at)
        if self._use_pins and node.pinned_output is not None:
            self._pinned(node, at, node.pinned_output)
        elif node.bypass:
            self._bypassed(node, at)
        elif isinstance(node_type, PureNode) and not self._is_left_to_the_next(at):
            self._evaluated(node, at, node_type)
        elif isinstance(node_type, WaitingNode):
            self._waits(node, at, node_type)
        elif isinstance(node_type, ContainerNode):
            self._events.append(_started(node, at))
            self._passes.begin(at, self._variables(at))
        else:
            self._frontier.append(at)

    def _cancel_rest(self, join: Address) -> None:
        """Stop everything that still leads to a join that begins without it; other waiting nodes continue."""
        scope, begun = join.scope, self.ledger.begun_nodes(join.scope)
        rest = self.plan.leads_to(join.key, lambda key: begun.get(key, False))
        stopped = deque(self._stop_open([Address(key, scope) for key in begun if key in rest], rest, scope))
        while stopped:
            decision = self._scheduler.finish(stopped.popleft(), (), scope)
            # A join among the rest would go on with what else has arrived there.
            needless = tuple(key for key in decision.ready if key in rest)
            stopped.extend(needless)
            others = tuple(key for key in decision.ready if key not in rest)
            self.take(Decision(others, (*decision.skipped, *needless)), scope)
            if scope:
                self._passes.count(scope, 1 + len(decision.skipped))

    def _stop_open(self, stored: Sequence[Address], rest: frozenset[str], scope: str) -> list[str]:
        """Cancel nodes of the rest that are ready or have begun: those that are stored, and those of this step."""

        def is_rest(at: Address) -> bool:
            return at.scope == scope and at.key in rest

        self.ledger.dropped_nodes += stored
        waiting = [Address(wait.key, wait.scope) for wait in self._waiting]
        opened = list(filter(is_rest, self._passes.opened()))
        here = [*filter(is_rest, (*self._ready, *self._frontier, *waiting)), *opened]
        self._ready = deque(at for at in self._ready if not is_rest(at))
        self._frontier = [at for at in self._frontier if not is_rest(at)]
        self._waiting = [wait for wait in self._waiting if not is_rest(Address(wait.key, wait.scope))]
        for at in here:
            self.cancel(at)
        for at in (*stored, *opened):
            self._passes.stop(at)
        return [at.key for at in (*stored, *here)]

    def _is_left_to_the_next(self, at: Address) -> bool:
        """Return True for a node left to a later step, since this one has reached its limit.

        A join that did not wait for all edges is never left: only this step knows its cause.
        """
        most = -STEP_LIMIT if at.scope else 0
        return self._left < most and self._scheduler.fired_by(at) is None

    def _pinned(self, node: PlannedNode, at: Address, output: JsonObject) -> None:
        ports = node.node_type.ports_of(output)
        self._events.append(_started(node, at))
        self.finish(FinishedNode(at.key, "succeeded", output, ports, pinned=True, scope=at.scope))

    def _bypassed(self, node: PlannedNode, at: Address) -> None:
        """Continue through the first output port: a bypassed condition counts as true."""
        upstream = self._variables(at).upstream()
        output = upstream[0][1] if upstream else {}
        self._events.append(NodeSkipped(bypass=True, node_key=at.key, scope=at.scope))
        self._follow(FinishedNode(at.key, "skipped", output, node.output_ports[:1], scope=at.scope), at)

    def _evaluated(self, node: PlannedNode, at: Address, node_type: PureNode[Any]) -> None:
        self._events.append(_started(node, at))
        began = perf_counter()
        try:
            outcome: NodeOutcome = node_type.evaluate(node.config, self._variables(at))
        except Exception as error:  # a node's bug must fail its run, not the worker
            self._failed(node, at, error, _milliseconds_since(began))
        else:
            finished = succeeded(at, outcome, _milliseconds_since(began))
            self._events.append(_ending(finished, 1))
            self._follow(finished, at)

    def _waits(self, node: PlannedNode, at: Address, node_type: WaitingNode[Any, Any]) -> None:
        self._events.append(_started(node, at))
        try:
            wait = node_type.begin(node.config, self._variables(at), self.now)
        except Exception as error:  # a node's bug must fail its run, not the worker
            self._failed(node, at, error, 0)
            return
        self._events.append(NodeWaiting.of(wait, at))
        self._waiting.append(BegunWait(at.key, wait, at.scope))

    def _failed(self, node: PlannedNode, at: Address, error: Exception, duration_ms: int) -> None:
        """In-step failures are deterministic, so they are not retried."""
        settled = after_failure(node, failure_of(at.key, error), scope=at.scope, duration_ms=duration_ms)
        if isinstance(settled, FinishedNode):
            self.finish(settled)

    def _variables(self, at: Address) -> RunVariables:
        fired_by = self._scheduler.fired_by(at)
        return variables_for(self.plan, at.key, self.ledger, scope=at.scope, fired_by=fired_by)


def _started(node: PlannedNode, at: Address) -> NodeStarted:
    return NodeStarted(1, node.node_type.id, node.name, node_key=at.key, scope=at.scope)


def succeeded(at: Address, outcome: NodeOutcome, duration_ms: int) -> FinishedNode:
    """Return how a node ends that gave an outcome."""
    return FinishedNode(
        at.key,
        "succeeded",
        outcome.output,
        outcome.ports,
        outcome.inputs,
        outcome.usage,
        duration_ms=duration_ms,
        scope=at.scope,
    )


def _ending(node: FinishedNode, attempt: int) -> Event:
    error = node.failure.to_json() if node.failure is not None else None
    if node.status == "failed":
        return NodeFailed(error or {}, attempt, node.duration_ms, node_key=node.key, scope=node.scope)
    return NodeSucceeded(
        node.output or {},
        node.ports,
        node.duration_ms,
        pinned=node.pinned,
        caught=error,
        node_key=node.key,
        scope=node.scope,
    )


def _milliseconds_since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
