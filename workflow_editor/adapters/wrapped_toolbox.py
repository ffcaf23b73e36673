"""A toolbox around another one: what wraps the tools of a node overrides one method."""

from collections.abc import Sequence

from agents.core.ports import OfferedTool, Toolbox
from tools.core.definitions import Approval, CancelToken, SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.ports import Together, alone
from tools.core.prepared_call import PreparedCall


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

    def prepare(self, call: ToolCall) -> PreparedCall:
        return self._toolbox.prepare(call)

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        self._toolbox.reserve(calls)

    def note_asked(self, prepared: PreparedCall, *, together: Together = alone) -> None:
        self._toolbox.note_asked(prepared, together=together)

    def run(
        self,
        prepared: PreparedCall,
        *,
        timeout_s: float,
        cancel: CancelToken,
        approval: Approval | None = None,
        together: Together = alone,
    ) -> ToolResult:
        return self._toolbox.run(prepared, timeout_s=timeout_s, cancel=cancel, approval=approval, together=together)
