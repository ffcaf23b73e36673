"""Runs nodes with effects outside transactions, between the claiming and the following step."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import DataError, transaction

from agents.core.errors import AgentError
from agents.core.messages import Usage
from tools.core.concurrency.places import Share, sharing
from tools.core.definitions import CallOrigin, EffectClass, JsonObject
from tools.core.errors import ToolError
from tools.core.text import Text
from workflow_editor.adapters.database.retry import CUT_OFF, again_if_cut_off
from workflow_editor.adapters.events.recorder import recorder
from workflow_editor.adapters.node.call_context import CallSource
from workflow_editor.adapters.node.journal import OrmJournal, RecordingSink
from workflow_editor.adapters.node.metering import Meter
from workflow_editor.adapters.node.persistent_values import StoredPersistentValues
from workflow_editor.adapters.node.ports import SandboxedCode, node_ports_for
from workflow_editor.adapters.process.task_queue import enqueue_node
from workflow_editor.adapters.state.run_tree import calling_node
from workflow_editor.adapters.state.running_nodes import RunCancelToken, running_nodes
from workflow_editor.engine.advance import Attempt
from workflow_editor.engine.events import NodeCancelled
from workflow_editor.engine.plan import PlannedNode
from workflow_editor.engine.state import FinishedNode, NodeFailure, Retry, failure_of
from workflow_editor.engine.usage import milliseconds, usage_sum
from workflow_editor.engine.variables import variables_for
from workflow_editor.errors import NodeError, WorkflowError
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import EffectNode, NodeOutcome, NodeWait, PureNode
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.suspension import NodeSuspendedError
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import LeaseLostError
from workflow_editor.run_store.rows import closing, retrying
from workflow_editor.run_store.shares import share_of
from workflow_editor.run_store.writes import NodeEnding, Reported, RunChangedError
from workflow_editor.selectors.graphs.earlier_output import earlier_output
from workflow_editor.services.runs.children import ChildRuns
from workflow_editor.services.runs.claim import node_run_claim
from workflow_editor.services.runs.container_passes import container_go_on
from workflow_editor.services.runs.rights import RightLostError, run_check_right, run_lose_right
from workflow_editor.services.runs.step import ClaimedNode, RunMemory, Step
from workflow_editor.services.runs.waits.resume import resumed
from workflow_editor.services.runs.waits.suspend import node_suspend, wait_of_child
from workflow_editor.services.runs.waits.tool_approval import wait_of_request
from workflow_editor.services.runs.waits.unknown_outcome import guard_node, wait_of_failure

logger = logging.getLogger(__name__)

# None: the node stopped because its run is to end.
Outcome = NodeOutcome | NodeFailure | None

_NOT_STORABLE = Text("The node's output is not JSON that can be stored. Check what it returns.")
Halt = Outcome | NodeWait


def node_run_execute(node_run_id: int, take: Callable[[Share], bool] = lambda share: True) -> None:
    """Run a queued node and then its successors, if not taken; if `take` finds no free slot it stays queued."""
    execute_claimed(again_if_cut_off(lambda _: node_run_claim(node_run_id, take)))


def execute_claimed(claimed: ClaimedNode | None) -> None:
    """Run a claimed node; each step that takes an outcome claims one successor for this thread."""
    if claimed is None:
        return
    with sharing(partial(share_of, claimed.run)):
        while claimed is not None:
            claimed = _execute(claimed)


def _execute(claimed: ClaimedNode) -> ClaimedNode | None:
    node = claimed.memory.plan.nodes[claimed.at.key]
    if isinstance(node.node_type, ContainerNode):
        return container_go_on(claimed)
    timeout_s = node.policy.timeout_s
    lease = (claimed.run.id, claimed.node_run_id, claimed.lease_owner, claimed.started_at)
    with running_nodes.working_on(*lease, timeout_s) as cancel:
        journal = OrmJournal(claimed.lease, is_new=claimed.is_new)
        try:
            return _complete(claimed, _work(claimed, journal, cancel), journal.usage())
        except LeaseLostError:
            logger.warning("Node run %s was given to another worker", claimed.node_run_id)
            return None


def _work(claimed: ClaimedNode, journal: OrmJournal, cancel: RunCancelToken) -> Halt:
    try:
        run_check_right(claimed.run)
        return _run_node(claimed, journal, cancel)
    except RightLostError:
        run_lose_right(claimed.run)
        return None
    except (LeaseLostError, *CUT_OFF):
        # No failure of the node: whoever takes it over when the lease ends continues from the journal.
        raise
    except NodeSuspendedError as parked:
        return parked.wait
    except Exception as error:  # whatever happens in a node fails its run, not the worker
        if cancel.is_overdue():
            raise LeaseLostError("The lease ended while this worker stood still.") from error
        if cancel.is_timed_out:
            return _timed_out(claimed)
        if cancel.is_cancelled():
            return None
        failure = failure_of(claimed.at.key, _as_node_error(error))
        node_type = claimed.memory.plan.nodes[claimed.at.key].node_type
        unknown = wait_of_failure(failure, node_type, claimed.at, claimed.run)
        return unknown or wait_of_request(failure, claimed.run) or wait_of_child(failure) or failure


def _timed_out(claimed: ClaimedNode) -> NodeFailure:
    node = claimed.memory.plan.nodes[claimed.at.key]
    text = Text(
        "“{name}” took longer than {seconds:g} s. Raise its time limit.", name=node.name, seconds=node.policy.timeout_s
    )
    may_repeat = node.node_type.effect is not EffectClass.UNREPEATABLE
    return failure_of(node.key, NodeError(text, code="node_timeout", retryable=may_repeat))


def _as_node_error(error: Exception) -> Exception:
    """Give errors of ours their form as errors of a node; anything else stays what it is."""
    if isinstance(error, NodeError) or not isinstance(error, WorkflowError | AgentError | ToolError):
        return error
    return NodeError(error.text, code=error.code, retryable=error.retryable, details=error.details)


def _run_node(claimed: ClaimedNode, journal: OrmJournal, cancel: RunCancelToken) -> NodeOutcome:
    run, plan, run_state = claimed.run, claimed.memory.plan, claimed.memory.run_state
    node, scope = plan.nodes[claimed.at.key], claimed.at.scope
    node_type = node.node_type
    if claimed.has_waited and (answered := resumed(node, claimed.node_run_id)) is not None:
        return answered
    if not scope:
        run_state.load({*node.references, *(edge.key for edge in node.incoming)})
    variables = variables_for(plan, node.key, run_state, scope=scope)
    if isinstance(node_type, PureNode):
        # An earlier step had done enough when this one became ready.
        outcome: NodeOutcome = node_type.evaluate(node.config, variables)
        return outcome
    if not isinstance(node_type, EffectNode):
        raise TypeError(f"{node_type.id} has no effects, so it is not run by itself")
    origin: CallOrigin = "model" if node_type.category == "ai" else "node"
    source = CallSource(run, node.key, origin, claimed.node_run_id, scope)
    meter = Meter(run, claimed.node_run_id, journal.usage)
    check = partial(run_check_right, run)
    outside = node_ports_for(run, claimed.at, source, meter, partial(_earlier_output, run, node), check)
    with outside.tools as tools:
        context = NodeContext(
            node_key=node.key,
            node_name=node.name,
            attempt=claimed.attempt,
            idempotency_key=source.idempotency_key,
            mode=source.mode,
            variables=variables,
            models=outside.models,
            tools=tools,
            credentials=outside.credentials,
            knowledge=outside.knowledge,
            files=outside.files,
            code=SandboxedCode(),
            runs=ChildRuns(run, claimed.node_run_id, claimed.attempt),
            persistent=StoredPersistentValues(run.id, source.idempotency_key),
            journal=journal,
            sink=RecordingSink(claimed.lease, calling_node(run)),
            cancel=cancel,
        )
        guard_node(node_type, journal, claimed.attempt)
        return node_type.run(node.config, context)


def _earlier_output(run: Run, node: PlannedNode) -> JsonObject | None:
    return node.pinned_output or earlier_output(run.created_by, run, node.key)


def _complete(claimed: ClaimedNode, halt: Halt, usage: Usage) -> ClaimedNode | None:
    """Take the outcome in, or let the node wait."""
    reported = recorder.take(claimed.lease)
    if not isinstance(halt, NodeWait):
        return _complete_outcome(claimed, reported, halt, usage)
    return None if node_suspend(claimed, reported, halt) else _complete_outcome(claimed, reported, None, usage)


def _complete_outcome(claimed: ClaimedNode, reported: Reported, outcome: Outcome, usage: Usage) -> ClaimedNode | None:
    """Take the outcome in; one that cannot be stored fails the node instead."""
    tokens = usage.to_json()
    if isinstance(outcome, NodeOutcome) and not usage.tokens:
        # A node without model calls of its own reports what its child run used.
        tokens |= outcome.usage
    try:
        try:
            return _store_outcome(claimed, reported, outcome, tokens)
        except (RunChangedError, *CUT_OFF):
            # When the first try was stored after all, the lease is gone, and so is the right to do it again.
            return again_if_cut_off(lambda _: _store_outcome_locked(claimed, reported, outcome, tokens))
    except (TypeError, ValueError, RecursionError, DataError) as error:
        if not isinstance(outcome, NodeOutcome):
            raise
        logger.warning("The output of node run %s cannot be stored", claimed.node_run_id, exc_info=error)
        failure = NodeFailure(claimed.at.key, "output_invalid", _NOT_STORABLE)
        return _store_outcome_locked(claimed, reported, failure, tokens)


def _store_outcome(
    claimed: ClaimedNode, reported: Reported, outcome: Outcome, tokens: JsonObject
) -> ClaimedNode | None:
    step = Step(claimed.memory)
    ended = _ended(step, claimed, outcome)
    _decide(step, claimed.memory.run, reported, ended, tokens)
    following = step.store(_ending(claimed, reported, ended, tokens, step.now))
    _enqueue_retry(claimed, ended)
    return following


@transaction.atomic
def _store_outcome_locked(
    claimed: ClaimedNode, reported: Reported, outcome: Outcome, tokens: JsonObject
) -> ClaimedNode | None:
    """Do it again with what the run has become meanwhile, which nobody can change now."""
    run = run_store.lock_run(claimed.run.id)
    if run is None or run.status not in OPEN_STATUSES:
        return None
    step = Step(RunMemory.of(run), is_locked=True)
    ended = _ended(step, claimed, outcome)
    # First of all: a run or pass that fails cancels every row that is still open.
    run_store.end_node(_ending(claimed, reported, ended, tokens, step.now))
    _enqueue_retry(claimed, ended)
    _decide(step, run, reported, ended, tokens)
    return step.store()


@dataclass(frozen=True, slots=True)
class _Ended:
    attempt: Attempt | None
    """None: the node stopped because its run is to end."""
    settled: FinishedNode | Retry


def _ended(step: Step, claimed: ClaimedNode, outcome: Outcome) -> _Ended:
    at = claimed.at
    if outcome is None:
        return _Ended(None, FinishedNode(at.key, "cancelled", scope=at.scope))
    attempt = Attempt(at, outcome, claimed.attempt, milliseconds(claimed.started_at, step.now))
    return _Ended(attempt, step.settle(attempt))


def _decide(step: Step, run: Run, reported: Reported, ended: _Ended, tokens: JsonObject) -> None:
    if isinstance(ended.settled, FinishedNode):
        # The journal remembers the tokens of all attempts.
        run.usage = usage_sum(run.usage, tokens)
    step.add_events(reported.events)
    if ended.attempt is not None:
        step.complete(ended.attempt, ended.settled)
    elif isinstance(ended.settled, FinishedNode):
        step.emit(NodeCancelled(node_key=ended.settled.key, scope=ended.settled.scope))
        step.stop_node()


def _ending(claimed: ClaimedNode, reported: Reported, ended: _Ended, tokens: JsonObject, now: datetime) -> NodeEnding:
    """Give the node run its last values, or queue it for its next attempt."""
    settled = ended.settled
    if isinstance(settled, Retry):
        changes = retrying(settled, claimed.attempt + 1, now)
    else:
        changes = closing(settled, tokens, now)
    return NodeEnding(claimed.lease.node, claimed.lease_owner, changes, reported.entries)


def _enqueue_retry(claimed: ClaimedNode, ended: _Ended) -> None:
    """Call a worker for the next attempt, on commit."""
    if isinstance(ended.settled, Retry):
        transaction.on_commit(partial(enqueue_node, claimed.node_run_id, ended.settled.delay_s))
