"""The audit log."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import Paged, endpoint
from tools.api.contract.fields import Filled, JsonObject
from tools.api.contract.shapes import Query, Shape
from tools.api.pagination import NewestInvocationsFirst
from tools.core.definitions import CallMode
from tools.models import ToolInvocation
from tools.selectors.invocations import InvocationFilter, invocation_list


class InvocationSelection(Query, partial=True):
    """Filters of the log."""

    tool: Filled
    """Tool id or executor."""
    user: Filled
    """User name."""
    result: Literal["success", "failure"]
    decision: ToolInvocation.Decision
    run: UUID
    workflow: UUID


class ToolInvocationShape(Shape):
    """One audit row; arguments and result are redacted."""

    id: str
    at: datetime
    username: str
    run_id: UUID | None
    workflow_id: UUID | None
    node_key: str | None
    origin: ToolInvocation.Origin
    mode: CallMode
    stage: ToolInvocation.Stage
    tool_id: str
    function: str
    call_id: str
    executor: str
    title: str
    arguments: JsonObject
    decision: ToolInvocation.Decision
    rule_id: str
    rule_revision: int | None
    approval: JsonObject | None
    untrusted: bool
    reason: str
    success: bool | None
    code: int | None
    message: str
    result: JsonObject | None
    duration_ms: int | None
    attempts: int
    finished_at: datetime | None


@endpoint("GET", "tools/invocations/", pages=NewestInvocationsFirst)
def tool_invocations_list(user: User, query: InvocationSelection) -> Paged[ToolInvocationShape]:
    """List tool calls: one's own, everybody's for staff."""
    asked = query.sent()
    narrow = InvocationFilter(
        tool=asked.get("tool"),
        username=asked.get("user"),
        success={"success": True, "failure": False}.get(asked.get("result", "")),
        decision=asked.get("decision"),
        run_id=asked.get("run"),
        workflow_id=asked.get("workflow"),
    )
    return Paged(invocation_list(user=user, narrow=narrow), _shown)


def _shown(row: ToolInvocation) -> ToolInvocationShape:
    return ToolInvocationShape.of(
        row,
        id=str(row.pk),
        node_key=row.node_key or None,
        reason=row.reason_text,
        message=row.message_text,
        code=row.result_code,
        arguments=row.arguments,
        approval=row.approval,
        result=row.result,
    )
