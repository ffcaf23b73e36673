"""A run without a database: steps of the engine in a row, with given outcomes for the effect nodes."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workflow_editor.engine.advance import StepResult, advance, run_output
from workflow_editor.engine.events import NodeFailed, NodeStarted, NodeSucceeded
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import Arrival, Decision

JsonObject = dict[str, Any]


@dataclass
class MemoryRun:
    """Plays a plan to its end; implements `engine.state.World`.

    `outcomes` tells what each effect node does: `{"output": {}, "ports": ["out"]}` or `{"error": "text"}`. Effect nodes
    run one after the other in `order` where given, else in the order in which they were queued.
    """

    plan: Plan
    inputs: JsonObject = field(default_factory=dict)
    outcomes: Mapping[str, JsonObject] = field(default_factory=dict)
    order: Sequence[str] = ()
    use_pins: bool = False
    events: list[str] = field(default_factory=list)
    """`<type> <node key>` of everything that was told, in order."""
    failure: str | None = None

    def __post_init__(self) -> None:
        self._outputs: dict[str, JsonObject | None] = {}
        self._ports: dict[str, Sequence[str]] = {}
        self._arrivals: dict[str, Arrival] = {}
        self._queue: deque[str] = deque()

    def output(self, key: str) -> JsonObject | None:
        return self._outputs.get(key)

    def ports(self, key: str) -> Sequence[str]:
        return self._ports.get(key, ())

    def play(self) -> JsonObject | None:
        """Run to the end and return the run's output."""
        scheduler = Scheduler(self.plan, self._arrivals)
        self._step(scheduler, scheduler.start())
        while self._queue and self.failure is None:
            self._work(self._next())
        return None if self.failure else run_output(self.plan, self)

    def _next(self) -> str:
        for key in self.order:
            if key in self._queue:
                self._queue.remove(key)
                return key
        return self._queue.popleft()

    def _work(self, key: str) -> None:
        node = self.plan.nodes[key]
        outcome = self.outcomes.get(key, {})
        self._tell(NodeStarted(key, 1, node.node_type.id, node.name).type, key)
        if "error" in outcome:
            self._tell(NodeFailed.type, key)
            self.failure = str(outcome["error"])
            return
        self._outputs[key] = outcome.get("output", {"from": key})
        self._ports[key] = outcome.get("ports", ["out"])
        self._tell(NodeSucceeded.type, key)
        scheduler = Scheduler(self.plan, self._arrivals)
        self._step(scheduler, scheduler.finish(key, self._ports[key]))

    def _step(self, scheduler: Scheduler, decision: Decision) -> None:
        result = advance(self.plan, scheduler, decision, self, use_pins=self.use_pins)
        self._arrivals.update(scheduler.touched)
        self._store(result)
        self._queue.extend(result.frontier)

    def _store(self, result: StepResult) -> None:
        for event in result.events:
            self._tell(event.type, str(getattr(event, "node_key", "")))
        for finished in result.finished:
            self._outputs[finished.key] = finished.output
            self._ports[finished.key] = finished.ports
        if result.failure is not None:
            self.failure = result.failure.message

    def _tell(self, type_: str, key: str) -> None:
        self.events.append(f"{type_.removeprefix('node_')} {key}")
