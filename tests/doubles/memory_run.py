"""A run without a database: steps of the engine in a row, with given outcomes for the effect nodes."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tools.core.text import Text
from workflow_editor.engine.advance import Attempt, advance, complete, open_more, settle
from workflow_editor.engine.events import NodeStarted
from workflow_editor.engine.outcome_reuse import reuse_outcomes
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address, container_of, is_pass_of, is_within, pass_scope
from workflow_editor.engine.state import (
    Arrival,
    FinishedNode,
    NodeFailure,
    OpenContainer,
    OpenPass,
    Retry,
    SharedNode,
    SharedPass,
)
from workflow_editor.engine.step_loop import STEP_LIMIT, StepOptions
from workflow_editor.engine.variables import run_output, variables_for
from workflow_editor.graph.catalogue import TRIGGER_WORD
from workflow_editor.nodes.base import NodeOutcome, PureNode
from workflow_editor.nodes.containers import PassEnd

JsonObject = dict[str, Any]


@dataclass
class MemoryRun:
    """Plays a plan to its end; implements `engine.state.RunState`.

    `outcomes` tells what each effect node does, by key or by key and scope (`work/each.1`): `{"output": {}, "ports":
    ["out"]}` or `{"error": "text", "retryable": false}`, or a list of these, one per attempt. Effect nodes run one
    after the other in `order` where given, else in the order in which they were queued.
    `shares_with` is a run that is over; what succeeded there is not done again.
    """

    plan: Plan
    inputs: JsonObject = field(default_factory=dict)
    outcomes: Mapping[str, Any] = field(default_factory=dict)
    order: Sequence[str] = ()
    use_pins: bool = False
    limit: int = STEP_LIMIT
    shares_with: "MemoryRun | None" = None
    arrived: JsonObject = field(default_factory=dict)
    """Data of the trigger."""
    environment: JsonObject = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    """`<type> <node key><scope>` of every event, in order."""
    reported: list[Any] = field(default_factory=list)
    """The events themselves, without those of the effect nodes' beginnings."""
    failure: str | None = None
    error: NodeFailure | None = None
    largest_step: int = 0
    """The most node runs that one step finished."""
    steps: int = 0

    def __post_init__(self) -> None:
        self.nodes: dict[Address, FinishedNode] = {}
        self.passes: dict[str, OpenPass] = {}
        self.containers: dict[Address, OpenContainer] = {}
        self._items: dict[Address, Sequence[Any]] = {}
        self._arrivals: dict[Address, Arrival] = {}
        self._queue: deque[Address] = deque()
        self._working: list[Address] = []
        self._attempts: dict[Address, int] = {}
        self._options = StepOptions(use_pins=self.use_pins, limit=self.limit)
        if self.shares_with is not None:
            self.nodes.update(self.shares_with.done())
            self.passes.update(self.shares_with.succeeded_passes())

    def load_word(self, word: str) -> JsonObject:
        return self.arrived if word == TRIGGER_WORD else self.environment

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        found = self.nodes.get(Address(key, scope))
        return None if found is None else found.output

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        found = self.nodes.get(Address(key, scope))
        return () if found is None else found.ports

    def begun_nodes(self, scope: str) -> Mapping[str, bool]:
        containers = [at for at, state in self.containers.items() if not state.is_over]
        open_ = [at.key for at in (*self._queue, *containers, *self._working) if at.scope == scope]
        over = [at.key for at in self.nodes if at.scope == scope]
        return {**dict.fromkeys(over, True), **dict.fromkeys(open_, False)}

    def open_pass(self, scope: str) -> OpenPass:
        return replace(self.passes[scope])

    def open_container(self, at: Address) -> OpenContainer:
        return replace(self.containers[at])

    def item(self, container: Address, index: int) -> Any:
        return self._items[container][index]

    def pass_ends(self, container: Address) -> Iterable[PassEnd]:
        found = (
            (container_of(scope), one) for scope, one in self.passes.items() if one.status in ("succeeded", "failed")
        )
        ends = [PassEnd(index, one.output, one.error, one.exit) for (at, index), one in found if at == container]
        return sorted(ends, key=lambda end: end.index)

    def open_passes_after(self, container: Address, index: int) -> Sequence[int]:
        running = [container_of(scope) for scope, one in self.passes.items() if one.status == "running"]
        return [position for at, position in running if at == container and position > index]

    def shared_pass(self, container: Address, index: int) -> SharedPass | None:
        scope, source = pass_scope(container, index), self.shares_with
        if source is None or scope not in source.passes:
            return None
        found = source.passes[scope]
        if found.status == "succeeded":
            return SharedPass(PassEnd(index, found.output, exit=found.exit))
        return SharedPass(nodes=source.shared_nodes(scope))

    def shared_nodes(self, scope: str = "") -> Sequence[SharedNode]:
        """Nodes in a scope that a run adopting this one's work shares."""
        return [SharedNode(at.key, one.ports) for at, one in self.done().items() if at.scope == scope]

    def done(self) -> Mapping[Address, FinishedNode]:
        """The nodes that succeeded or were skipped, in the order in which they finished."""
        return {at: one for at, one in self.nodes.items() if one.status in ("succeeded", "skipped")}

    def succeeded_passes(self) -> Mapping[str, OpenPass]:
        return {scope: one for scope, one in self.passes.items() if one.status == "succeeded"}

    def play(self) -> JsonObject | None:
        """Run to the end and return the run's output."""
        scheduler = Scheduler(self.plan, self._arrivals)
        decision = scheduler.start()
        if self.shares_with is not None:
            decision = reuse_outcomes(scheduler, decision, self.shares_with.shared_nodes())
        self._store(
            scheduler,
            advance(self.plan, scheduler, decision, self, self._options),
        )
        while self._queue and self.failure is None:
            self._work(self._next())
        return None if self.failure else run_output(self.plan, self)

    def _next(self) -> Address:
        for name in self.order:
            for at in self._queue:
                if name in (at.key, f"{at.key}{at.scope}"):
                    self._queue.remove(at)
                    return at
        return self._queue.popleft()

    def _work(self, at: Address) -> None:
        scheduler = Scheduler(self.plan, self._arrivals)
        if at in self.containers:
            self._store(scheduler, open_more(self.plan, scheduler, at, self, self._options))
            return
        node = self.plan.nodes[at.key]
        number = self._attempts.get(at, 1)
        self._emit(NodeStarted(number, node.node_type.id, node.name, node_key=at.key, scope=at.scope))
        if isinstance(node.node_type, PureNode):
            variables = variables_for(self.plan, at.key, self, scope=at.scope)
            attempt = Attempt(at, node.node_type.evaluate(node.config, variables), number)
        else:
            attempt = Attempt(at, self._outcome(at, number), number)
        settled = settle(self.plan, attempt)
        # Its row is open until the step is stored.
        self._working = [at]
        result = complete(self.plan, scheduler, attempt, settled, self, self._options)
        if isinstance(settled, Retry):
            self._attempts[at] = number + 1
            self._queue.append(at)
        else:
            self.nodes[at] = settled
        self._working = []
        self._store(scheduler, result)

    def _outcome(self, at: Address, attempt: int) -> NodeOutcome | NodeFailure:
        given = self.outcomes.get(f"{at.key}{at.scope}", self.outcomes.get(at.key, {}))
        outcome = given[attempt - 1] if isinstance(given, list) else given
        if "error" in outcome:
            return NodeFailure(at.key, "broken", Text.verbatim(str(outcome["error"])), outcome.get("retryable", False))
        return NodeOutcome(outcome.get("output", {"from": at.key}), tuple(outcome.get("ports", ["out"])))

    def _store(self, scheduler: Scheduler, result: StepResult) -> None:
        self.steps += 1
        self._arrivals.update(scheduler.touched)
        for event in result.events:
            self._emit(event)
        self.nodes.update({Address(one.key, one.scope): one for one in result.finished})
        self.largest_step = max(self.largest_step, len(result.finished))
        for at, state in result.containers.items():
            if not state.is_stored:
                self._items[at] = state.items
            self.containers[at] = replace(state, is_stored=True, items=())
        self.passes.update({scope: replace(one, is_stored=True) for scope, one in result.passes.items()})
        self._drop(result)
        self._queue.extend([*result.frontier, *result.more])
        if result.failure is not None:
            self.error, self.failure = result.failure, result.failure.text.en

    def _drop(self, result: StepResult) -> None:
        def is_dead(at: Address) -> bool:
            return (
                at in result.dropped_nodes
                or any(is_within(at.scope, one) for one in result.dropped_passes)
                or any(is_pass_of(at.scope, one) for one in result.dropped_containers)
            )

        containers = [at for at in result.dropped_nodes if at in self.containers and at not in self._queue]
        dead = [at for at in self._queue if is_dead(at)] + containers
        self._queue = deque(at for at in self._queue if at not in dead)
        self.events += [f"cancelled {at.key}{at.scope}" for at in dead]

    def _emit(self, event: Any) -> None:
        self.reported.append(event)
        self.events.append(f"{event.type.removeprefix('node_')} {event.node_key}{event.scope}")
