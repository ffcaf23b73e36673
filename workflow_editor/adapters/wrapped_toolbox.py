"""A toolbox around another one: what wraps the tools of a node overrides one method."""

from collections.abc import Sequence

from agents.core.ports import OfferedTool, Toolbox
from tools.core.definitions import SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.ports import InTransaction, immediately
from tools.core.prepared_call import CallOptions, PreparedCall


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

    def note_asked(self, prepared: PreparedCall, store: InTransaction = immediately) -> None:
        self._toolbox.note_asked(prepared, store)

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        return self._toolbox.run(prepared, options)
