"""Fills `tools.core.registered.knowledge`: the knowledge bases of this app as tools."""

from collections.abc import Sequence
from pathlib import PurePath

from agents.core.errors import AgentError, KnowledgeNotFoundError
from agents.knowledge import selectors
from agents.knowledge.embedding.embedding import Tally
from agents.knowledge.parsers.file_types import EXTENSIONS
from agents.knowledge.services.documents import document_put
from agents.knowledge.services.search import knowledge_question_cost, knowledge_search
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import Caller, JsonObject
from tools.core.errors import ToolArgumentsError, ToolError, ToolUnavailableError, ToolUpstreamError
from tools.core.prepared_call import CallCost
from tools.core.registered.knowledge import KnowledgeFound, KnownBase, NewDocument
from tools.selectors.policies import caller_user


class StoredKnowledge:
    """See `tools.core.registered.knowledge.Knowledge`, which this is one of."""

    def bases(self, caller: Caller, named: str = "") -> Sequence[KnownBase]:
        with thread_connection():
            rows = selectors.base_names(user=caller_user(caller), named=named)
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

    def write(self, slug: str, document: NewDocument, caller: Caller, *, dry: bool = False) -> JsonObject:
        with thread_connection():
            try:
                user = caller_user(caller)
                base = selectors.base_find(user=user, reference=slug)
                if user is not None:
                    base = selectors.BASES.get("change", user, base.pk)
                name = _with_ending(document)
                put = document_put(base=base, name=name, content=document.content, dry=dry)
            except AgentError as error:
                raise ToolArgumentsError(error.text) from error
        document_id = str(put.document_id) if put.document_id else None
        size = len(document.content)
        return {"document_id": document_id, "document": name, "change": put.change, "size": size}

    def cost(self, slug: str, query: str, caller: Caller) -> CallCost | None:
        with thread_connection():
            try:
                base = selectors.base_find(user=caller_user(caller), reference=slug)
                usage = knowledge_question_cost(base=base, query=query)
            except AgentError:
                return None
        return CallCost(base.embedding_model, usage.to_json()) if usage.tokens else None


def _with_ending(document: NewDocument) -> str:
    """Return the document's name with its type's ending."""
    ending = "md" if document.is_text else document.ending
    is_known = PurePath(document.name).suffix.lower() in EXTENSIONS
    return document.name if is_known or not ending else f"{document.name}.{ending}"


def _tool_error(error: AgentError) -> ToolError:
    if isinstance(error, KnowledgeNotFoundError):
        return ToolArgumentsError(error.text)
    return ToolUnavailableError(error.text) if error.retryable else ToolUpstreamError(error.text)
