"""Calls that a person must approve: how the node waits, what the person may change, and how the node learns of it.

The journal's `tool_asked` holds the arguments as they are; the wait shows them without secrets. An answer is written
as `tool_answered` in the transaction that takes it, with the arguments that the call is to have, so the node goes on
with exactly what was decided, also after a crash.
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
from workflow_editor.services.runs.waits.credential_origin import CODE as ORIGIN
from workflow_editor.services.runs.waits.credential_origin import CONFIRM, owner_facts
from workflow_editor.services.runs.waits.journal_note import append_note
from workflow_editor.services.runs.waits.resolve import ResolvedWait

CODE = "tool_approval"
ABOUT_CALLS = frozenset({CODE, ORIGIN})
"""Kinds whose answers the journal keeps for the call."""

_WRONG_ARGUMENTS = Text("Some arguments do not fit the tool.")


def wait_of_request(failure: NodeFailure, run: Run) -> NodeWait | None:
    """Return what a node waits for whose call a person must approve, or whose credential's owner must let it go; None
    for any failure."""
    if failure.code != CODE or "call_id" not in failure.details:
        return None
    payload = {key: value for key, value in failure.details.items() if key != "timeout_s"}
    kind = ORIGIN if "credential" in payload else CODE
    if kind == ORIGIN:
        payload |= owner_facts(run, failure.node_key, payload)
    return NodeWait(kind, timezone.now() + timedelta(seconds=failure.details["timeout_s"]), payload)


def approval_check(wait: Wait, answer: JsonObject) -> JsonObject:
    """Return the answer as it is stored; changed arguments must fit the function.

    Raises:
        InvalidInputError: they do not; pointers `/values/arguments/<…>`.
    """
    edited = answer["values"].get("arguments")
    if edited is None:
        return answer
    found = argument_errors(_merged(wait, edited), wait.payload.get("schema") or {})
    if found:
        errors = [{**error, "pointer": f"/values/arguments{error['pointer']}"} for error in found]
        raise InvalidInputError(_WRONG_ARGUMENTS, details={"errors": errors})
    return answer


def approval_note(settled: ResolvedWait) -> None:
    """Write what was decided about a call into the journal.

    Not where its credential may go: the call is then made as if nobody had been asked, so that the rules still count.
    """
    decision = settled.answer["decision"]
    if decision in {CANCELLED, CONFIRM}:
        return
    edited = settled.answer["values"].get("arguments")
    approval = Approval(
        decision="timed_out" if decision == TIMED_OUT else ("approve" if decision == "approve" else "reject"),
        by=settled.wait.answered_name,
        comment=settled.answer["comment"],
        changed=edited is not None,
        origin=settled.wait.payload.get("origin", ""),
    )
    arguments = _asked_arguments(settled.wait) if edited is None else _merged(settled.wait, edited)
    asked = settled.wait.payload
    append_note(settled, ApprovalAnswered(asked["round"], asked["call_id"], arguments=arguments, approval=approval))
    if edited is not None:
        settled.wait.answer = {**settled.answer, "values": {"arguments": redact(edited)}}
        settled.wait.save(update_fields=["answer"])


def _merged(wait: Wait, edited: Any) -> Any:
    return unmasked(edited, wait.payload.get("arguments"), _asked_arguments(wait))


def _asked_arguments(wait: Wait) -> JsonObject:
    round_, call_id = wait.payload["round"], wait.payload["call_id"]
    rows = JournalRow.objects.filter(node_run=wait.node_run, kind=ApprovalAsked.kind, round=round_, call_id=call_id)
    payload = rows.order_by("-seq").values_list("payload", flat=True)[0]
    return ApprovalAsked.of_payload(round_, call_id, payload).arguments
