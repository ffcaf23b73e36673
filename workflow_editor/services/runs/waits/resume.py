"""Resumes a node after a wait."""

from typing import Any

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.engine.plan import PlannedNode
from workflow_editor.engine.waits import TIMED_OUT
from workflow_editor.errors import NodeError
from workflow_editor.models import Wait
from workflow_editor.nodes.base import NodeOutcome, WaitingNode
from workflow_editor.nodes.builtin.sub_workflow import SubWorkflowNode
from workflow_editor.nodes.waits import BudgetWait, ChildRunWait, UnknownOutcomeWait
from workflow_editor.services.runs.children import child_result
from workflow_editor.services.runs.waits.unknown_outcome import NODE_CALL, refuse_failed

_OVER_BUDGET = Text("The run's budget is used up. Raise it to continue.")


def resumed(node: PlannedNode, node_run_id: int) -> NodeOutcome | None:
    """Return the node's outcome from the newest answer, or None when it is to run (again).

    Raises NodeError if the answer makes the node fail.
    """
    wait = Wait.objects.select_related("answered_by").filter(node_run=node_run_id).order_by("-id").first()
    if wait is None or wait.answer is None:
        return None
    if isinstance(node.node_type, WaitingNode):
        return _answered(node.node_type, node.config, wait, wait.answer)
    match wait.about:
        case ChildRunWait() as about:
            if not isinstance(node.node_type, SubWorkflowNode):
                return None
            config: Any = node.config
            return node.node_type.finished(config, about, child_result(about))
        case UnknownOutcomeWait() as about:
            return _outcome_known(about, wait.answer)
        case BudgetWait(budget=budget) if wait.answer["decision"] == "fail":
            raise NodeError(_OVER_BUDGET, code="budget_reached", details={"budget": budget.model_dump()})
    return None


def _answered(node_type: WaitingNode[Any, Any], config: Any, wait: Wait, answer: JsonObject) -> NodeOutcome:
    if answer["decision"] == TIMED_OUT:
        return node_type.timed_out(config, wait.about)
    by = wait.answered_by.get_username() if wait.answered_by else None
    return node_type.resume(config, wait.about, {**answer, "by": by})


def _outcome_known(wait: UnknownOutcomeWait, answer: JsonObject) -> NodeOutcome | None:
    if answer["decision"] == "fail":
        refuse_failed(wait)
    if answer["decision"] == "happened" and wait.call_id == NODE_CALL:
        return NodeOutcome(dict(answer["values"]))
    return None
