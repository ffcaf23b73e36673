"""One step of a run in memory: evaluate everything pure that is ready, and stop where effects begin."""

from dataclasses import dataclass, replace

from workflow_editor.engine.failures import after_failure
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Decision, FinishedNode, NodeFailure, Retry, RunState
from workflow_editor.engine.step_loop import PLAIN_STEP, StepOptions, Stepping, succeeded
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
    plan: Plan, scheduler: Scheduler, decision: Decision, run_state: RunState, options: StepOptions = PLAIN_STEP
) -> StepResult:
    """Carry a run on from a decision of the scheduler as far as it goes without effects.

    Args:
        plan: the compiled graph.
        scheduler: the one that made the decision; its `touched` arrivals are complete afterwards.
        decision: from `scheduler.start()` or `scheduler.finish(...)`, outside of containers.
        world: what earlier steps stored, the node that has just finished included.
        options: how the step is to be taken.
    """
    step = Stepping(plan, scheduler, run_state, options)
    step.take(decision)
    return step.run()


def advance_one(plan: Plan, key: str, run_state: RunState, options: StepOptions = PLAIN_STEP) -> StepResult:
    """Run one node alone (a debug run): evaluate it when it is pure, else put it on the frontier; nothing follows.

    A container runs with everything in it.
    """
    step = Stepping(plan, Scheduler(plan), run_state, replace(options, target=key))
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
    run_state: RunState,
    options: StepOptions = PLAIN_STEP,
) -> StepResult:
    """Take in what came of a node and carry the run on; the node itself is not in `StepResult.finished`.

    Args:
        plan: the compiled graph.
        scheduler: its `touched` arrivals are complete afterwards.
        attempt: what came of the node.
        settled: from `settle`.
        world: what earlier steps stored, without this node's outcome.
        options: how the step is to be taken.
    """
    step = Stepping(plan, scheduler, run_state, options)
    step.settle(attempt.at, settled, attempt.number)
    return step.run()


def open_more(
    plan: Plan, scheduler: Scheduler, container: Address, run_state: RunState, options: StepOptions = PLAIN_STEP
) -> StepResult:
    """Go on with a container that an earlier step left in `StepResult.more`; arguments as in `complete`."""
    step = Stepping(plan, scheduler, run_state, options)
    step.go_on(container)
    return step.run()
