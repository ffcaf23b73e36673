"""Toolboxes around another one: what wraps the tools of a node overrides one method."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.core.messages import Usage
from agents.core.ports import OfferedTool, Toolbox
from tools.core.definitions import JsonObject, SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.ports import InTransaction, immediately
from tools.core.prepared_call import CallOptions, PreparedCall
from workflow_editor.adapters.metering import Meter
from workflow_editor.adapters.recorder import recorder
from workflow_editor.nodes.tool_call import was_rehearsed


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


class BudgetToolbox(WrappedToolbox):
    """Sets aside what calls cost before they run: questions to knowledge bases cost what embedding them costs.

    The search counts what it took, and the journal keeps that with the call's result.

    Args:
        toolbox: does the work.
        meter: keeps the run's budget.
        check_right: raises what ends the run when it may not go on.
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
            # What asked for the searches is paid for: it must not be lost once more is set aside.
            recorder.flush()
            self._meter.reserve(costs[0].model, sum((Usage.from_json(cost.usage) for cost in costs), Usage()))


class EarlierOutputToolbox(WrappedToolbox):
    """Adds to the result of a rehearsed call what the node gave earlier, so that the journal keeps it, too.

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
