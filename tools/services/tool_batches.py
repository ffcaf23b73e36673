"""Several calls at once, serial or parallel, in one conversation. Source: seed 001."""

import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from tools.calls.toolbox import GatewayToolbox
from tools.core.call.nothing_found import has_failed
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, CallMode, JsonObject, SkippedTool, ToolCall, ToolRef
from tools.core.envelope import ResultCode, ResultForm, ToolResult, failure
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.forms.local_text import local_text
from tools.services.tool_tests import shown_result, tools_offered

MAX_CALLS = 50
MAX_PARALLEL = 8
_ALL_FAILED = Text("All calls failed.")
_SOME_FAILED = Text("Some calls failed.")
_DONE = Text("All calls succeeded.")
_NOT_OFFERED = Text("Choose one of the tool's functions.")
_CODES = {
    "denied": ResultCode.DENIED,
    "misconfigured": ResultCode.CONFIGURATION,
    "invalid": ResultCode.CONFIGURATION,
    "unavailable": ResultCode.UNAVAILABLE,
}


@dataclass(frozen=True, slots=True)
class BatchCall:
    tool: UUID
    arguments: JsonObject = field(default_factory=dict)
    function: str = ""
    """Function name, for tools with several."""
    timeout_s: float = DEFAULT_TOOL_TIMEOUT_S

    @property
    def tool_id(self) -> ToolId:
        return ToolId.of(ToolKind.TOOL, self.tool).of_function(self.function)


@dataclass(frozen=True, slots=True)
class BatchReport:
    """Outcome of a batch, in call order."""

    code: int
    """0 when all succeeded, else 2001."""
    message: str
    results: Sequence[JsonObject]
    total: int
    executed: int
    success_count: int
    """Calls that found nothing count."""


def tool_batch_run(
    *,
    user: User,
    calls: Sequence[BatchCall],
    mode: CallMode,
    parallel: bool = False,
    stop_on_error: bool = True,
    session_id: str = "",
    result_form: ResultForm = ResultForm.ENVELOPE,
) -> BatchReport:
    """Make the calls on behalf of the user; a failing call is a result, not an error.

    Args:
        parallel: run concurrently instead of serially.
        stop_on_error: skip serial calls after a failure.
        session_id: state shared by stateful tools; by default temporary.
    Raises:
        SessionNotFoundError: there is no such session.
    """
    with tools_offered([ToolRef(call.tool_id) for call in calls], user, mode, session_id) as toolbox:
        make = partial(_made, toolbox)
        results = _side_by_side(make, calls) if parallel else _in_order(make, calls, stop_on_error)
    return _report(results, len(calls), result_form)


def _side_by_side(make: "partial[ToolResult]", calls: Sequence[BatchCall]) -> list[ToolResult]:
    with ThreadPoolExecutor(min(len(calls), MAX_PARALLEL), thread_name_prefix="tool-batch") as pool:
        return list(pool.map(make, calls))


def _in_order(make: "partial[ToolResult]", calls: Sequence[BatchCall], stop_on_error: bool) -> list[ToolResult]:
    results: list[ToolResult] = []
    for call in calls:
        results.append(make(call))
        if stop_on_error and has_failed(results[-1]):
            break
    return results


def _made(toolbox: GatewayToolbox, call: BatchCall) -> ToolResult:
    names = [tool.function.name for tool in toolbox.tools() if tool.tool_id == call.tool_id]
    if not names:
        return _not_made(next((one for one in toolbox.skipped() if one.tool_id == call.tool_id), None))
    made = ToolCall(f"batch_{uuid.uuid4().hex[:12]}", names[0], call.arguments)
    return toolbox.call(made, timeout_s=call.timeout_s, cancel=CancelScope())


def _not_made(skipped: SkippedTool | None) -> ToolResult:
    if skipped is None:
        return failure("error", _NOT_OFFERED, code=ResultCode.BAD_ARGUMENTS)
    return failure("error", skipped.text, code=_CODES.get(skipped.code, ResultCode.TOOL_NOT_FOUND))


def _report(results: Sequence[ToolResult], total: int, form: ResultForm) -> BatchReport:
    succeeded = sum(not has_failed(result) for result in results)
    text = _DONE if succeeded == total else _SOME_FAILED if succeeded else _ALL_FAILED
    return BatchReport(
        code=0 if succeeded == total else int(ResultCode.BACKEND),
        message=local_text(text),
        results=[shown_result(result, form) for result in results],
        total=total,
        executed=len(results),
        success_count=succeeded,
    )
