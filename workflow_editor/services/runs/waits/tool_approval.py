"""Approval of tool calls: the wait, changes by the person, and the answer for the node.

The journal's `tool_asked` has the raw arguments; the wait shows them without secrets. An answer is journaled as
`tool_answered` in its transaction, with the final arguments, so the node does exactly what was decided, also after a
crash.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from agents.core.journal import ApprovalAnswered, ApprovalAsked
from tools.core.definitions import Approval, JsonObject
from tools.core.text import Text
from tools.secrets.redaction import redact
from workflow_editor.engine.state import NodeFailure
from workflow_editor.engine.tool_arguments import argument_errors, unmasked
from workflow_editor.engine.waits import CANCELLED, TIMED_OUT
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import JournalRow, Run, Wait
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.waits import CallWait, CredentialOriginWait, ToolApprovalWait
from workflow_editor.services.runs.waits.credential_origin import CONFIRM, wait_for_owner
from workflow_editor.services.runs.waits.journal_note import append_note
from workflow_editor.services.runs.waits.resolve import ResolvedWait

CODE = "tool_approval"

_WRONG_ARGUMENTS = Text("Some arguments do not match the tool.")


def wait_of_request(failure: NodeFailure, run: Run) -> NodeWait | None:
    """Return the wait for a call's approval, or for its credential's owner; None for other failures."""
    if failure.code != CODE or "call_id" not in failure.details:
        return None
    details = failure.details
    about = (
        wait_for_owner(run, failure.node_key, details)
        if "credential" in details
        else ToolApprovalWait.model_validate(details)
    )
    lasts_s = details["timeout_s"]
    return NodeWait(about, timezone.now() + timedelta(seconds=lasts_s), lasts_s)


def approval_check(wait: Wait, about: ToolApprovalWait, answer: JsonObject) -> None:
    """Check changed arguments. Raises InvalidInputError with pointers `/values/arguments/<…>`."""
    edited = answer["values"].get("arguments")
    if edited is None:
        return
    found = argument_errors(_merged(wait, about, edited), about.arguments_schema)
    if found:
        errors = [{**error, "pointer": f"/values/arguments{error['pointer']}"} for error in found]
        raise InvalidInputError(_WRONG_ARGUMENTS, details={"errors": errors})


def approval_note(settled: ResolvedWait) -> None:
    """Journal the decision about a call; not about a credential's destination, after which the rules still apply."""
    decision, about = settled.answer["decision"], settled.wait.about
    if not isinstance(about, CallWait) or decision in {CANCELLED, CONFIRM}:
        return
    edited = settled.answer["values"].get("arguments")
    approval = Approval(
        decision="timed_out" if decision == TIMED_OUT else ("approve" if decision == "approve" else "reject"),
        by=settled.wait.answered_name,
        comment=settled.answer["comment"],
        changed=edited is not None,
        origin=about.origin if isinstance(about, CredentialOriginWait) else "",
    )
    wait = settled.wait
    arguments = _asked_arguments(wait, about) if edited is None else _merged(wait, about, edited)
    append_note(settled, ApprovalAnswered(about.round, about.call_id, arguments=arguments, approval=approval))
    if edited is not None:
        wait.answer = {**settled.answer, "values": {"arguments": redact(edited)}}
        wait.save(update_fields=["answer"])


def _merged(wait: Wait, about: CallWait, edited: Any) -> Any:
    return unmasked(edited, about.arguments, _asked_arguments(wait, about))


def _asked_arguments(wait: Wait, about: CallWait) -> JsonObject:
    round_, call_id = about.round, about.call_id
    rows = JournalRow.objects.filter(node_run=wait.node_run, kind=ApprovalAsked.kind, round=round_, call_id=call_id)
    payload = rows.order_by("-seq").values_list("payload", flat=True)[0]
    return ApprovalAsked.of_payload(round_, call_id, payload).arguments
