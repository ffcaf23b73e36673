"""The test button: one call of a tool, through the same gateway as every other call."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from time import perf_counter

from django.contrib.auth.models import User

from tools.adapters.gateway_factory import gateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import (
    DEFAULT_TOOL_TIMEOUT_S,
    CallContext,
    CallMode,
    JsonObject,
    SkippedTool,
    ToolCall,
    ToolRef,
)
from tools.core.envelope import ResultForm, ToolResult, is_success, message_text, rendered
from tools.core.errors import ToolConfigurationError, ToolDeniedError, ToolError, ToolUnavailableError
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.selectors.policies import caller_of
from tools.services.tool_sessions import tool_session_used

_NOT_NAMED = Text("This tool has several functions. Choose one of them.")


@dataclass(frozen=True, slots=True)
class ToolTestReport:
    """Result in the requested form, and the wall time."""

    success: bool
    result: JsonObject
    duration_ms: float


def tool_test(
    *,
    tool: ToolRef,
    user: User,
    arguments: JsonObject,
    mode: CallMode,
    session_id: str = "",
    result_form: ResultForm = ResultForm.ENVELOPE,
) -> ToolTestReport:
    """Call the tool once on behalf of the user. A failing call is a report, not an error.

    Args:
        tool: a stored one, one of its functions (optional if there is one), or a draft.
        mode: `test` checks everything and sends nothing.
        session_id: of a stateful tool; by default temporary.
    Raises:
        SessionNotFoundError: there is no such session.
        ToolDeniedError: a rule forbids it.
        ToolConfigurationError: disabled, not implemented, or incomplete; `details["reason"]` is a code of
            `SkippedTool`.
    """
    with tools_offered([tool], user, mode, session_id) as toolbox:
        return _tested(toolbox, arguments, result_form)


@contextmanager
def tools_offered(refs: Sequence[ToolRef], user: User, mode: CallMode, session_id: str) -> Iterator[GatewayToolbox]:
    """Offer tools for a trial, in the named session. Raises SessionNotFoundError if there is no such session."""
    context = CallContext(caller=caller_of(user), mode=mode, origin="test_button", session_id=session_id or None)
    with tool_session_used(session_id=session_id, user=user) if session_id else nullcontext() as session:
        with closing(gateway().offer(refs, context, session)) as toolbox:
            yield toolbox


def shown_result(result: ToolResult, form: ResultForm) -> JsonObject:
    """Return a result in the form that was asked for, its message in the user's language."""
    return rendered(result.model_copy(update={"message": local_text(message_text(result))}), form)


def _tested(toolbox: GatewayToolbox, arguments: JsonObject, result_form: ResultForm) -> ToolTestReport:
    if skipped := toolbox.skipped():
        raise refusal(skipped[0])
    if len(toolbox.tools()) != 1:
        raise ToolConfigurationError(_NOT_NAMED, details={"reason": "function_missing"})
    call = ToolCall(id=f"test_{uuid.uuid4().hex[:12]}", name=toolbox.tools()[0].function.name, arguments=arguments)
    started = perf_counter()
    result = toolbox.call(call, timeout_s=DEFAULT_TOOL_TIMEOUT_S, cancel=CancelScope())
    return ToolTestReport(
        success=is_success(result),
        result=shown_result(result, result_form),
        duration_ms=round((perf_counter() - started) * 1000, 1),
    )


def refusal(skipped: SkippedTool) -> ToolError:
    """Return why a tool cannot be called now, as an error; `details["reason"]` is the code of the skipped tool."""
    details = {"reason": skipped.code}
    if skipped.code == "unavailable":
        return ToolUnavailableError(skipped.text, details=details)
    if skipped.code == "denied":
        return ToolDeniedError(skipped.text, details=details)
    return ToolConfigurationError(skipped.text, details=details)
