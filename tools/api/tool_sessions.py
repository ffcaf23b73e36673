"""Sessions of stateful tools, and batches of calls."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import FoundIn, Reply, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from tools.api.tool_results import ResultFormSelection, ToolResult
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, CallMode
from tools.core.naming.visible_name import READABLE_IF_GIVEN
from tools.models import ToolSession
from tools.selectors.tool_configs import TOOLS
from tools.selectors.tool_sessions import SESSIONS
from tools.services.tool_batches import MAX_CALLS, BatchCall, tool_batch_run
from tools.services.tool_sessions import tool_session_create, tool_session_destroy, tool_session_refresh

OwnSession = Annotated[ToolSession, FoundIn(SESSIONS, "use")]


class ToolSessionShape(Shape):
    """A session without what it remembers."""

    id: str
    resource_type: str
    tool: UUID
    owner: Person
    name: str
    created_at: datetime
    last_activity_at: datetime
    expires_at: datetime


class ToolSessionCreate(Shape):
    tool: UUID
    name: Annotated[str, Field(max_length=32), READABLE_IF_GIVEN] = ""


class BatchCallShape(Shape):
    tool: UUID
    """Id of a configured tool."""
    arguments: JsonObject = Field(default_factory=dict)
    function: str = Field("", max_length=128)
    timeout_s: float = Field(DEFAULT_TOOL_TIMEOUT_S, ge=0.1, le=600)


class ToolBatchRequest(Shape):
    calls: list[BatchCallShape] = Field(min_length=1, max_length=MAX_CALLS)
    mode: CallMode = "test"
    parallel: bool = False
    stop_on_error: bool = True
    """Applies to serial calls only."""
    session_id: str = Field("", max_length=120)


class ToolBatchReport(Shape):
    """Outcome of a batch; `results` are in the order of the calls, without those that were not made."""

    code: int
    message: str
    results: list[ToolResult]
    total: int
    executed: int
    success_count: int


@endpoint("GET", "tools/sessions/")
def tool_sessions_list(user: User) -> list[ToolSessionShape]:
    """List the sessions that live, newest first."""
    return [_shown(row) for row in SESSIONS.may("list", user)]


@endpoint("POST", "tools/sessions/", status=(201, 200))
def tool_sessions_create(user: User, body: ToolSessionCreate) -> Reply[ToolSessionShape]:
    """Make a session of a stateful tool; one of the same tool and name that lives is returned (200)."""
    tool = TOOLS.get("use", user, body.tool)
    session, is_new = tool_session_create(tool=tool, user=user, name=body.name)
    return Reply(_shown(session), 201 if is_new else 200)


@endpoint("DELETE", "tools/sessions/<str:session_id>/")
def tool_sessions_destroy(session: OwnSession) -> None:
    """End the session; what it remembers is deleted."""
    tool_session_destroy(session=session)


@endpoint("POST", "tools/sessions/<str:session_id>/refresh/")
def tool_sessions_refresh(session: OwnSession) -> ToolSessionShape:
    """Let the session live for its whole time again; every call does so, too."""
    return _shown(tool_session_refresh(session=session))


@endpoint("POST", "tools/batch/")
def tool_batch(user: User, query: ResultFormSelection, body: ToolBatchRequest) -> ToolBatchReport:
    """Call configured tools one after the other or side by side, in one session; mode `test` sends nothing."""
    calls = [BatchCall(**dict(call)) for call in body.calls]
    report = tool_batch_run(user=user, result_form=query.result_form, **{**dict(body), "calls": calls})
    return ToolBatchReport.of(report, results=report.results)


def _shown(session: ToolSession) -> ToolSessionShape:
    return ToolSessionShape.of(session, tool=session.tool_id, owner=Person.of(session.owner))
