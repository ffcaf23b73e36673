"""Toolboxes around another one: what wraps the tools of a node overrides one method."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.core.messages import Usage
from agents.core.ports import OfferedTool, Toolbox
from tools.core.definitions import JsonObject, SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions, PreparedCall
from workflow_editor.adapters.events.recorder import recorder
from workflow_editor.adapters.node.metering import Meter
from workflow_editor.nodes.tool_call import was_rehearsed


class WrappedToolbox:
    """Delegates to another `agents.core.ports.Toolbox`."""

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

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        return self._toolbox.run(prepared, options)


class BudgetToolbox(WrappedToolbox):
    """Reserves the cost of calls before they run, which for knowledge bases is embedding the query.

    The search reports its usage, journaled with the call's result. `check_right` raises what ends the run.
    """

    def __init__(self, toolbox: Toolbox, meter: Meter, check_right: Callable[[], None]) -> None:
        super().__init__(toolbox)
        self._meter = meter
        self._check_right = check_right

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """See `Meter.reserve` for what it raises, beside what `check_right` does."""
        self._check_right()
        if not self._meter.has_budget:
            return
        costs = [cost for call in calls if (cost := call.cost()) is not None]
        if costs:
            # The reply that asked for the searches is paid for: it must not be lost once more is set aside.
            recorder.flush()
            self._meter.reserve(costs[0].model, sum((Usage.from_json(cost.usage) for cost in costs), Usage()))


class EarlierOutputToolbox(WrappedToolbox):
    """Adds a node's `earlier_output` (None if unknown or hidden) to a rehearsed call's result, for the journal."""

    def __init__(self, toolbox: Toolbox, earlier_output: Callable[[], JsonObject | None]) -> None:
        super().__init__(toolbox)
        self._earlier_output = earlier_output

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        result = super().run(prepared, options)
        if not was_rehearsed(result):
            return result
        return result.with_facts(replace(result.facts, earlier_output=self._earlier_output()))
