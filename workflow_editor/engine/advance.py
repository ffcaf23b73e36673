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
    """Outcome of one attempt outside the engine's steps, or of a wait."""

    at: Address
    outcome: NodeOutcome | NodeFailure
    number: int = 1
    """Counts from 1."""
    duration_ms: int = 0


def advance(
    plan: Plan, scheduler: Scheduler, decision: Decision, run_state: RunState, options: StepOptions = PLAIN_STEP
) -> StepResult:
    """Advance a run from a scheduler decision as far as possible without effects.

    `scheduler` made the decision, from `scheduler.start()` or `scheduler.finish(...)` outside of containers; its
    `touched` arrivals are complete afterwards. `run_state` includes the node that has just finished.
    """
    step = Stepping(plan, scheduler, run_state, options)
    step.take(decision)
    return step.run()


def advance_one(plan: Plan, key: str, run_state: RunState, options: StepOptions = PLAIN_STEP) -> StepResult:
    """Run one node alone (a debug run): evaluate it if pure, else put it on the frontier. A container runs with its
    body.
    """
    step = Stepping(plan, Scheduler(plan), run_state, replace(options, target=key))
    step.take(Decision(ready=(key,)))
    return step.run()


def settle(plan: Plan, attempt: Attempt, *, is_last: bool = False) -> FinishedNode | Retry:
    """Decide after an attempt: the node run ends, or is retried unless it `is_last`."""
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
    """Apply a node's outcome and advance the run; the node itself is not in `StepResult.finished`.

    `settled` is from `settle`; `run_state` lacks this outcome; the scheduler's `touched` arrivals are complete
    afterwards.
    """
    step = Stepping(plan, scheduler, run_state, options)
    step.settle(attempt.at, settled, attempt.number)
    return step.run()


def open_more(
    plan: Plan, scheduler: Scheduler, container: Address, run_state: RunState, options: StepOptions = PLAIN_STEP
) -> StepResult:
    """Continue a container that an earlier step left in `StepResult.more`; arguments as in `complete`."""
    step = Stepping(plan, scheduler, run_state, options)
    step.go_on(container)
    return step.run()
