"""Fills `tools.ports_knowledge`: the knowledge bases of this app as tools."""

from collections.abc import Sequence

from agents import knowledge_selectors as selectors
from agents.errors import AgentError, KnowledgeNotFoundError
from agents.knowledge.embedding import Tally
from agents.services.knowledge_search import knowledge_search
from tools.definitions import Caller
from tools.errors import ToolArgumentsError, ToolError, ToolUnavailableError, ToolUpstreamError
from tools.ports_knowledge import KnowledgeFound, KnownBase
from tools.selectors import user_of
from tools.threads import thread_connection


class StoredKnowledge:
    """See `tools.ports_knowledge.Knowledge`, which this is one of."""

    def bases(self, caller: Caller) -> Sequence[KnownBase]:
        with thread_connection():
            rows = selectors.base_names(user=user_of(caller))
        return [KnownBase(slug, name, description, str(base_id)) for slug, name, description, base_id in rows]

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> KnowledgeFound:
        # Without a threshold: the model sees the scores and may ask again in other words.
        tally = Tally()
        with thread_connection():
            try:
                base = selectors.base_find(user=user_of(caller), reference=slug)
                found = knowledge_search(base=base, query=query, top_k=top_k, threshold=0.0, meter=tally)
            except AgentError as error:
                raise _tool_error(error) from error
        usage = tally.usage.to_json() if tally.usage.tokens else {}
        return KnowledgeFound([passage.to_json() for passage in found], usage)


def _tool_error(error: AgentError) -> ToolError:
    if isinstance(error, KnowledgeNotFoundError):
        return ToolArgumentsError(error.text)
    return ToolUnavailableError(error.text) if error.retryable else ToolUpstreamError(error.text)
