"""The apps above the tools when there is nothing in them."""

from collections.abc import Sequence

from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.prepared_call import CallCost
from tools.core.registered.knowledge import KnowledgeFound, KnownBase, NewDocument
from tools.core.tool_id import ToolId
from tools.core.workflow_tool import WorkflowFunction, WorkflowRun


class NoWorkflows:
    """Finds no workflow."""

    def find(self, tool_id: ToolId, context: CallContext) -> WorkflowFunction | None:
        return None

    def run(self, tool_id: ToolId, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        raise AssertionError("it is found before it is run")


class NoKnowledge:
    """Finds no knowledge base."""

    def bases(self, caller: Caller, named: str = "") -> Sequence[KnownBase]:
        return ()

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> KnowledgeFound:
        return KnowledgeFound([])

    def write(self, slug: str, document: NewDocument, caller: Caller, *, dry: bool = False) -> JsonObject:
        raise AssertionError("it is found before it is written")

    def cost(self, slug: str, query: str, caller: Caller) -> CallCost | None:
        return None
