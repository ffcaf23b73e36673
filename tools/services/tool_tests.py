"""The test button: one call of a configured tool, through the same gateway as every other call."""

import uuid
from dataclasses import dataclass
from time import perf_counter

from django.contrib.auth.models import User

from tools.definitions import CallContext, CallMode, JsonObject, ToolCall, ToolRef
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
    """Call the tool once on behalf of the user. A failing tool is a report, not an error.

    Args:
        mode: `test` checks everything and sends nothing.
    Raises:
        ToolError: the tool is not offered: denied, disabled, not implemented or misconfigured.
    """
    from tools.adapters import gateway

    started = perf_counter()
    context = CallContext(caller=caller_of(user), mode=mode, origin="test_button")
    toolbox = gateway().offer([ToolRef(tool.tool_id)], context)
    call = ToolCall(id=f"test_{uuid.uuid4().hex[:12]}", name=toolbox.tools()[0].function.name, arguments=arguments)
    result = toolbox.call(call, timeout_s=TIMEOUT_S, cancel=_NeverCancelled())
    return ToolTestReport(
        success=result.success,
        result=result.model_dump(by_alias=True, mode="json"),
        code_form={},
        duration_ms=(perf_counter() - started) * 1000,
    )
