"""The test button: one call of a configured tool, through the same gateway as every other call."""

import uuid
from dataclasses import dataclass
from time import perf_counter

from django.contrib.auth.models import User

from tools.adapters import gateway
from tools.definitions import CallContext, CallMode, JsonObject, SkippedTool, ToolCall, ToolRef
from tools.envelope import code_form, message_text
from tools.errors import ToolConfigurationError, ToolDeniedError, ToolError
from tools.local_text import local_text
from tools.models import ToolConfig
from tools.selectors import caller_of

TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class ToolTestReport:
    """What came of it: the envelope, the same in the code/message/data/meta form, and the wall time."""

    success: bool
    result: JsonObject
    code_form: JsonObject
    duration_ms: float


class _NeverCancelled:
    def is_cancelled(self) -> bool:
        return False


def tool_config_test(*, tool: ToolConfig, user: User, arguments: JsonObject, mode: CallMode) -> ToolTestReport:
    """Call the tool once on behalf of the user. A failing call is a report, not an error.

    Args:
        mode: `test` checks everything and sends nothing.
    Raises:
        ToolDeniedError: a rule forbids it.
        ToolConfigurationError: the tool is disabled, not implemented, or lacks a setting; `details["reason"]` says
            which, with the codes of `SkippedTool`.
    """
    context = CallContext(caller=caller_of(user), mode=mode, origin="test_button")
    toolbox = gateway().offer([ToolRef(tool.tool_id)], context)
    if skipped := toolbox.skipped():
        raise _refusal(skipped[0])
    call = ToolCall(id=f"test_{uuid.uuid4().hex[:12]}", name=toolbox.tools()[0].function.name, arguments=arguments)
    started = perf_counter()
    result = toolbox.call(call, timeout_s=TIMEOUT_S, cancel=_NeverCancelled())
    result = result.model_copy(update={"message": local_text(message_text(result))})
    return ToolTestReport(
        success=result.success,
        result=result.to_json(),
        code_form=code_form(result),
        duration_ms=round((perf_counter() - started) * 1000, 1),
    )


def _refusal(skipped: SkippedTool) -> ToolError:
    details = {"reason": skipped.code}
    if skipped.code == "denied":
        return ToolDeniedError(skipped.text, details=details)
    return ToolConfigurationError(skipped.text, details=details)
