"""One step of a run in memory: evaluate everything pure that is ready, and stop where effects begin."""

from dataclasses import dataclass
from datetime import datetime

from workflow_editor.engine.failures import after_failure
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Decision, FinishedNode, NodeFailure, Retry, World
from workflow_editor.engine.stepping import STEP_LIMIT, Stepping, succeeded
from workflow_editor.nodes.base import NodeOutcome


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one attempt of a node that ran outside of the engine's steps, or of a wait."""

    at: Address
    outcome: NodeOutcome | NodeFailure
    number: int = 1
    """Counts from 1."""
    duration_ms: int = 0


def advance(
    plan: Plan,
    scheduler: Scheduler,
    decision: Decision,
    world: World,
    *,
    use_pins: bool = False,
    now: datetime | None = None,
    limit: int = STEP_LIMIT,
) -> StepResult:
    """Carry a run on from a decision of the scheduler as far as it goes without effects.

    Args:
        plan: the compiled graph.
        scheduler: the one that made the decision; its `touched` arrivals are complete afterwards.
        decision: from `scheduler.start()` or `scheduler.finish(...)`, outside of containers.
        world: what earlier steps stored, the node that has just finished included.
        use_pins: whether pinned outputs stand in for running (test mode).
        now: the moment of the step; None takes the present one.
        limit: containers open no further passes once about this many nodes were evaluated.
    """
    step = Stepping(plan, scheduler, world, use_pins=use_pins, now=now, limit=limit)
    step.take(decision)
    return step.run()


def advance_one(
    plan: Plan, key: str, world: World, *, now: datetime | None = None, limit: int = STEP_LIMIT
) -> StepResult:
    """Run one node alone (a debug run): evaluate it when it is pure, else put it on the frontier; nothing follows.

    A container runs with everything in it.
    """
    step = Stepping(plan, Scheduler(plan), world, target=key, now=now, limit=limit)
    step.take(Decision(ready=(key,)))
    return step.run()


def settle(plan: Plan, attempt: Attempt, *, is_last: bool = False) -> FinishedNode | Retry:
    """Say what becomes of a node run after an attempt: it ends, or it is to be tried again.

    Args:
        plan: the compiled graph.
        attempt: what came of the node.
        is_last: no other attempt is made, whatever the node's policy says.
    """
    at, outcome = attempt.at, attempt.outcome
    if isinstance(outcome, NodeOutcome):
        return succeeded(at, outcome, attempt.duration_ms)
    number = None if is_last else attempt.number
    node = plan.nodes[at.key]
    return after_failure(node, outcome, scope=at.scope, attempt=number, duration_ms=attempt.duration_ms)


def complete(
    plan: Plan,
    scheduler: Scheduler,
    attempt: Attempt,
    settled: FinishedNode | Retry,
    world: World,
    *,
    use_pins: bool = False,
    target: str | None = None,
    follows: bool = True,
    now: datetime | None = None,
    limit: int = STEP_LIMIT,
) -> StepResult:
    """Take in what came of a node and carry the run on; the node itself is not in `StepResult.finished`.

    Args:
        plan: the compiled graph.
        scheduler: its `touched` arrivals are complete afterwards.
        attempt: what came of the node.
        settled: from `settle`.
        world: what earlier steps stored, without this node's outcome.
        use_pins: as in `advance`.
        target: the node of a debug run, which nothing follows.
        follows: False when the run is to end: the node's outcome is told, and nothing more happens.
        now: as in `advance`.
        limit: as in `advance`.
    """
    step = Stepping(plan, scheduler, world, use_pins=use_pins, target=target, follows=follows, now=now, limit=limit)
    step.settle(attempt.at, settled, attempt.number)
    return step.run()


def open_more(
    plan: Plan,
    scheduler: Scheduler,
    container: Address,
    world: World,
    *,
    use_pins: bool = False,
    target: str | None = None,
    now: datetime | None = None,
    limit: int = STEP_LIMIT,
) -> StepResult:
    """Go on with a container that an earlier step left in `StepResult.more`; arguments as in `complete`."""
    step = Stepping(plan, scheduler, world, use_pins=use_pins, target=target, now=now, limit=limit)
    step.go_on(container)
    return step.run()
