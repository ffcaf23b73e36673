"""Tools whose calls are reserved before: questions to knowledge bases cost what embedding them costs.

The search counts what it took, and the journal keeps that with the call's result.
"""

from collections.abc import Sequence

from agents.core.messages import Usage
from agents.core.ports import Toolbox
from tools.core.prepared_call import PreparedCall
from workflow_editor.adapters.metering import Meter
from workflow_editor.adapters.recorder import recorder
from workflow_editor.adapters.wrapped_toolbox import WrappedToolbox


class MeteredToolbox(WrappedToolbox):
    """See `agents.core.ports.Toolbox`.

    Args:
        toolbox: does the work.
        meter: keeps the run's budget.
    """

    def __init__(self, toolbox: Toolbox, meter: Meter) -> None:
        super().__init__(toolbox)
        self._meter = meter

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """See `Meter.reserve` for what it raises."""
        if not self._meter.has_budget:
            return
        costs = [cost for call in calls if (cost := call.cost()) is not None]
        if costs:
            # What asked for the searches is paid for: it must not be lost once more is set aside.
            recorder.flush()
            self._meter.reserve(costs[0].model, sum((Usage.from_json(cost.usage) for cost in costs), Usage()))
