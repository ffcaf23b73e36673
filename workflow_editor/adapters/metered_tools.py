"""Tools whose calls are reserved before: questions to knowledge bases cost what embedding them costs.

The search counts what it took, and the journal keeps that with the call's result.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.core.errors import AgentError
from agents.core.messages import Usage
from agents.core.ports import Toolbox
from agents.knowledge.selectors import base_find
from agents.knowledge.services import knowledge_question_cost
from tools.calls.arguments import typed_parameters
from tools.core.argument_text import parse_arguments
from tools.core.definitions import Caller, ToolCall
from tools.core.errors import ToolError
from tools.core.knowledge_port import knowledge_bases
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.knowledge import knowledge_executor, knowledge_tool
from tools.selectors import caller_user
from workflow_editor.adapters.metering import Meter
from workflow_editor.adapters.recorder import recorder
from workflow_editor.adapters.wrapped_toolbox import WrappedToolbox


@dataclass(frozen=True, slots=True)
class _Cost:
    model: str
    usage: Usage


class MeteredToolbox(WrappedToolbox):
    """See `agents.core.ports.Toolbox`.

    Args:
        toolbox: does the work.
        meter: keeps the run's budget.
        caller: whose knowledge bases are searched.
    """

    def __init__(self, toolbox: Toolbox, meter: Meter, caller: Caller) -> None:
        super().__init__(toolbox)
        self._meter = meter
        self._caller = caller
        self._searches = {
            tool.function.name: tool.tool_id
            for tool in toolbox.tools()
            if ToolId.parse(tool.tool_id).kind is ToolKind.KB
        }

    def reserve(self, calls: Sequence[ToolCall]) -> None:
        """See `Meter.reserve` for what it raises."""
        searches = [call for call in calls if call.name in self._searches]
        if not (searches and self._meter.has_budget):
            return
        costs = [cost for cost in map(self._cost, searches) if cost is not None]
        if costs:
            # What asked for the searches is paid for: it must not be lost once more is set aside.
            recorder.flush()
            self._meter.reserve(costs[0].model, sum((cost.usage for cost in costs), Usage()))

    def _cost(self, call: ToolCall) -> _Cost | None:
        """A call that will be refused costs nothing: no such knowledge base, no question, no provider."""
        searched = knowledge_tool(self._searches[call.name], knowledge_bases, self._caller)
        if searched is None:
            return None
        _, config = searched
        try:
            asked = typed_parameters(knowledge_executor, config, parse_arguments(call.arguments))
            base = base_find(user=caller_user(self._caller), reference=asked.knowledge_base)
            usage = knowledge_question_cost(base=base, query=asked.query)
        except (AgentError, ToolError):
            return None
        return _Cost(base.embedding_model, usage) if usage.tokens else None
