"""A toolbox around another one: what wraps the tools of a node overrides one method."""

from collections.abc import Sequence

from agents.core.ports import OfferedTool, Toolbox
from tools.core.definitions import (
    Approval,
    ApprovalRequest,
    CancelToken,
    EffectClass,
    JsonObject,
    SkippedTool,
    ToolCall,
)
from tools.core.envelope import ToolResult
from tools.core.ports import Together, alone


class WrappedToolbox:
    """See `agents.core.ports.Toolbox`.

    Args:
        toolbox: does the work.
    """

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox

    def tools(self) -> Sequence[OfferedTool]:
        return self._toolbox.tools()

    def skipped(self) -> Sequence[SkippedTool]:
        return self._toolbox.skipped()

    def effect(self, call: ToolCall) -> EffectClass:
        return self._toolbox.effect(call)

    def redacted_arguments(self, call: ToolCall) -> JsonObject:
        return self._toolbox.redacted_arguments(call)

    def asks(self, call: ToolCall, *, together: Together = alone) -> ApprovalRequest | None:
        return self._toolbox.asks(call, together=together)

    def reserve(self, calls: Sequence[ToolCall]) -> None:
        self._toolbox.reserve(calls)

    def call(
        self,
        call: ToolCall,
        *,
        timeout_s: float,
        cancel: CancelToken,
        approval: Approval | None = None,
        together: Together = alone,
    ) -> ToolResult:
        return self._toolbox.call(call, timeout_s=timeout_s, cancel=cancel, approval=approval, together=together)
