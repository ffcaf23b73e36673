"""Fills `tools.core.knowledge_port`: the knowledge bases of this app as tools."""

from collections.abc import Sequence

from agents.core.errors import AgentError, KnowledgeNotFoundError
from agents.knowledge import selectors
from agents.knowledge.embedding.embedding import Tally
from agents.knowledge.services.search import knowledge_question_cost, knowledge_search
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import Caller
from tools.core.errors import ToolArgumentsError, ToolError, ToolUnavailableError, ToolUpstreamError
from tools.core.knowledge_port import KnowledgeFound, KnownBase
from tools.core.prepared_call import CallCost
from tools.selectors.policies import caller_user


class StoredKnowledge:
    """See `tools.core.knowledge_port.Knowledge`, which this is one of."""

    def bases(self, caller: Caller) -> Sequence[KnownBase]:
        with thread_connection():
            rows = selectors.base_names(user=caller_user(caller))
        return [KnownBase(slug, name, description, str(base_id)) for slug, name, description, base_id in rows]

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> KnowledgeFound:
        # Without a threshold: the model sees the scores and may ask again in other words.
        tally = Tally()
        with thread_connection():
            try:
                base = selectors.base_find(user=caller_user(caller), reference=slug)
                found = knowledge_search(base=base, query=query, top_k=top_k, threshold=0.0, meter=tally)
            except AgentError as error:
                raise _tool_error(error) from error
        usage = tally.usage.to_json() if tally.usage.tokens else {}
        return KnowledgeFound([passage.to_json() for passage in found], usage)

    def cost(self, slug: str, query: str, caller: Caller) -> CallCost | None:
        with thread_connection():
            try:
                base = selectors.base_find(user=caller_user(caller), reference=slug)
                usage = knowledge_question_cost(base=base, query=query)
            except AgentError:
                return None
        return CallCost(base.embedding_model, usage.to_json()) if usage.tokens else None


def _tool_error(error: AgentError) -> ToolError:
    if isinstance(error, KnowledgeNotFoundError):
        return ToolArgumentsError(error.text)
    return ToolUnavailableError(error.text) if error.retryable else ToolUpstreamError(error.text)
