"""Calls with an unknown outcome, after their worker died.

An unrepeatable call journals `tool_started` before and `tool_result` after. The first without the second stops the
node, and a person decides.
"""

from typing import Any

from agents.core.journal import CallAllowedAgain, CallBegun, CallEnded
from agents.core.ports import Journal
from tools.core.call.inner_calls import named_calls
from tools.core.definitions import EffectClass, OperationType
from tools.core.envelope import ToolResult
from tools.core.result_facts import ResultFacts
from tools.core.text import Text
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import NodeFailure
from workflow_editor.errors import NodeError, failure_text
from workflow_editor.models import Run
from workflow_editor.nodes.base import EffectNode, NodeType, NodeWait
from workflow_editor.nodes.waits import UnknownOutcomeWait
from workflow_editor.selectors.run.receipts import calls_within
from workflow_editor.services.runs.waits.journal_note import append_note
from workflow_editor.services.runs.waits.resolve import ResolvedWait

CODE = "outcome_unknown"
NODE_CALL = "node"
"""Call id in the journal of a node that is itself the call; its round is 0."""

_NODE_BROKE_OFF = Text("The worker stopped while this node was running. It is unknown whether it took effect.")

_MADE = Text("{reason} Its code had made these calls: {calls}.", reason="", calls="")


def guard_node(node_type: EffectNode[Any], journal: Journal, attempt: int) -> None:
    """Journal the start of an unrepeatable node; others need nothing.

    Only an interrupted attempt is uncertain; one with an error has failed. Raises NodeError (`outcome_unknown`) if this
    attempt had begun before.
    """
    if node_type.effect is not EffectClass.UNREPEATABLE:
        return
    begun = 0
    for entry in journal.entries():
        if entry.call == (0, NODE_CALL):
            begun = entry.attempt if isinstance(entry, CallBegun) else 0
    if begun == attempt:
        raise NodeError(_NODE_BROKE_OFF, code=CODE, details={"round": 0, "call_id": NODE_CALL})
    journal.append(CallBegun(0, NODE_CALL, attempt=attempt))


def wait_of_failure(failure: NodeFailure, node_type: NodeType[Any], at: Address, run: Run) -> NodeWait | None:
    """Return the wait for a node with an unknown outcome; None for other failures.

    It shows redacted `arguments` and `destination` (origins), and the calls that code had made. `fields` are the
    expected names of an output given by a person; none for a tool with free answers.
    """
    if failure.code != CODE or "call_id" not in failure.details:
        return None
    reason = _with_calls_within(failure_text(failure.to_json()), at, run, failure.details["call_id"])
    as_output = isinstance(node_type, EffectNode) and node_type.confirmed_as_output
    is_output = as_output or failure.details["call_id"] == NODE_CALL
    wait = UnknownOutcomeWait(
        reason=reason.to_json(),
        call_id=failure.details["call_id"],
        round=failure.details["round"],
        tool=failure.details.get("tool"),
        arguments=failure.details.get("arguments") or {},
        destination=failure.details.get("destination") or "",
        fields=[field.name for field in node_type.output_fields] if is_output else [],
    )
    return NodeWait(wait, None)


def _with_calls_within(reason: Text, at: Address, run: Run, call_id: str) -> Text:
    made = calls_within(run.pk, at, call_id)
    return _MADE.filled(reason=reason, calls=named_calls(made)) if made else reason


def outcome_note(settled: ResolvedWait, about: UnknownOutcomeWait) -> None:
    """Journal a person's decision about a call: `happened` is its result, `again` removes its start; nothing for
    `fail`, nor for a node that is itself the call that happened.
    """
    decision, call = settled.answer["decision"], (about.round, about.call_id)
    if decision == "again":
        append_note(settled, CallAllowedAgain(*call))
    elif decision == "happened" and about.call_id != NODE_CALL:
        append_note(settled, CallEnded(*call, result=_result(settled), duration_ms=0))


def _result(settled: ResolvedWait) -> ToolResult:
    person = settled.wait.answered_by
    result = ToolResult(
        success=True,
        operationType=OperationType.OPERATION,
        data=settled.answer["values"],
        facts=ResultFacts(confirmed_by=person.get_username() if person else ""),
    )
    return result.with_message(Text("A person confirmed that this call took effect."))


def refuse_failed(wait: UnknownOutcomeWait) -> None:
    """Fail a node after a person's decision. Raises NodeError (`outcome_unknown`)."""
    details = {"tool": wait.tool, "decided_by_person": True}
    raise NodeError(Text.of(**wait.reason), code=CODE, details=details)
