"""The log of tool calls."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from pydantic import MISSING, Field

from tools.api.contract.endpoints import Media, Paged, endpoint
from tools.api.contract.fields import Filled, JsonObject, RowId
from tools.api.contract.shapes import Shape
from tools.api.csv_download import rows_csv
from tools.api.pagination import NewestEntriesFirst
from tools.api.times import MAX_SEARCH, TimesQuery
from tools.core.definitions import CallMode
from tools.core.registered.workflow_names import workflow_names
from tools.models import ToolInvocation
from tools.selectors.invocations import MOST_SEARCHED, InvocationFilter, invocation_list, invocation_names
from tools.selectors.run_access import run_access

_COLUMNS = (
    "id",
    "at",
    "username",
    "workflow_id",
    "run_id",
    "node_key",
    "origin",
    "mode",
    "stage",
    "tool_id",
    "title",
    "executor",
    "arguments",
    "decision",
    "rule_id",
    "rule_revision",
    "approval",
    "untrusted",
    "reason",
    "success",
    "result_code",
    "message",
    "duration_ms",
    "attempts",
    "finished_at",
)
_SEARCHED = (
    "Text in the names of user, tool and node, the function, the call id or the message. "
    f"The newest {MOST_SEARCHED:,} calls that match the other filters are searched."
)


class InvocationSelection(TimesQuery):
    """Filters of the log."""

    row: RowId | MISSING = MISSING
    """Id of one call."""
    tool: Filled | MISSING = MISSING
    """Tool id or executor."""
    user: Filled | MISSING = MISSING
    """User name."""
    result: Literal["success", "failure", "open"] | MISSING = MISSING
    """`open`: not finished."""
    decision: ToolInvocation.Decision | MISSING = MISSING
    origin: ToolInvocation.Origin | MISSING = MISSING
    run: UUID | MISSING = MISSING
    workflow: UUID | MISSING = MISSING
    search: Annotated[str, Field(max_length=MAX_SEARCH, description=_SEARCHED)] | MISSING = MISSING


class ToolInvocationShape(Shape):
    """One audit row; arguments and result are redacted."""

    id: str
    at: datetime
    username: str
    run_id: UUID | None
    can_open_run: bool
    """The run exists, and the reader may see it."""
    workflow_id: UUID | None
    workflow_name: str | None
    """Name and owner of the workflow; null for people who are not administrators, and if it was deleted."""
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


class CalledTool(Shape):
    id: str
    title: str


class InvocationNamesShape(Shape):
    """Tools and people of the newest calls, to choose a filter from."""

    tools: list[CalledTool]
    people: list[str]


@endpoint("GET", "tools/invocations/", pages=NewestEntriesFirst)
def tool_invocations_list(user: User, query: InvocationSelection) -> Paged[ToolInvocationShape]:
    """List tool calls: one's own, everybody's for staff."""
    page = _Page(user)
    return Paged(_selected(user, query), page.shown, page.look_up)


@endpoint("GET", "tools/invocations.csv")
def tool_invocations_csv(
    user: User, query: InvocationSelection
) -> Annotated[StreamingHttpResponse, Media("text/csv", "CSV in UTF-8.")]:
    """Download the calls that the list would show."""
    return rows_csv(_selected(user, query), _COLUMNS, "flowloom-tool-calls")


@endpoint("GET", "tools/invocations/names/")
def tool_invocations_names(user: User) -> InvocationNamesShape:
    """List the tools and people of the newest calls that one may see."""
    names = invocation_names(user)
    tools = [CalledTool.model_construct(id=tool_id, title=title) for tool_id, title in names.tools]
    return InvocationNamesShape.of(names, tools=tools)


def _selected(user: User, query: InvocationSelection) -> "QuerySet[ToolInvocation]":
    return invocation_list(user=user, narrow=InvocationFilter(**query.sent()))


class _Page:
    """Renders the rows of one page."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._names: dict[UUID, str] = {}
        self._runs: set[UUID] = set()

    def look_up(self, rows: Sequence[ToolInvocation]) -> None:
        self._runs = run_access.get().readable(self._user, {row.run_id for row in rows if row.run_id})
        if self._user.is_staff:
            self._names = workflow_names.get()({row.workflow_id for row in rows if row.workflow_id})

    def shown(self, row: ToolInvocation) -> ToolInvocationShape:
        return ToolInvocationShape.of(
            row,
            id=str(row.pk),
            can_open_run=row.run_id in self._runs,
            workflow_name=row.workflow_id and self._names.get(row.workflow_id),
            node_key=row.node_key or None,
            reason=row.reason_text,
            message=row.message_text,
            code=row.result_code,
            arguments=row.arguments,
            approval=row.approval,
            result=row.result,
        )
