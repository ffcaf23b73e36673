"""Tools of a node whose calls may be rehearsed: the result brings what the node gave earlier.

It is part of the result, so that the journal keeps it and a replay gives the same.
"""

from collections.abc import Callable
from dataclasses import replace

from agents.core.ports import Toolbox
from tools.core.definitions import JsonObject
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions, PreparedCall
from workflow_editor.adapters.wrapped_toolbox import WrappedToolbox
from workflow_editor.nodes.tool_call import was_rehearsed


class RehearsedToolbox(WrappedToolbox):
    """See `agents.core.ports.Toolbox`.

    Args:
        toolbox: does the work.
        earlier_output: returns what the node gave earlier; None where nobody knows or may see it.
    """

    def __init__(self, toolbox: Toolbox, earlier_output: Callable[[], JsonObject | None]) -> None:
        super().__init__(toolbox)
        self._earlier_output = earlier_output

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        result = super().run(prepared, options)
        if not was_rehearsed(result):
            return result
        return result.with_facts(replace(result.facts, earlier_output=self._earlier_output()))
