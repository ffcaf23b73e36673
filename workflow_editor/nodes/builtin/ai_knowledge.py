"""An AI node's knowledge search before the model call; the node continues without it.

Source: seed 002 (`knowledgeBaseId`, `ragConfig`): the filled-in prompt, without pictures and cut, is the query;
passages are quoted with numbers that the answer can cite.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter

from agents.core.events import KnowledgeSearched, KnowledgeSkipped
from agents.core.journal import PassagesFound, SearchSkipped
from agents.core.messages import Usage
from agents.knowledge.text.context import MAX_QUERY_CHARS, Passage, citations, fitting
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.ai_config import AIConfig
from workflow_editor.nodes.ports import NodeContext

QUESTION_EMPTY = "question_empty"
"""Why a knowledge base was not even asked."""

_MEDIA = re.compile(r"!\[[^\[\]]*\]\([^()]*\)|data:[\w/+.-]+;base64,[A-Za-z0-9+/=]+")
_NO_QUESTION = Text("The prompt has no words to search for, so the knowledge base was not searched.")


def passages_for(config: AIConfig, context: NodeContext, user_prompt: str) -> Sequence[Passage]:
    """Return the knowledge base's passages for the prompt, within the token limit.

    They are journaled, so a resumed node cites the same passages. Emits `knowledge_searched`, or `knowledge_skipped`
    with the reason if there is nothing to search or the search fails.
    """
    base = config.knowledge_base_id
    if not base:
        return ()
    for entry in context.journal.entries():
        if isinstance(entry, PassagesFound):
            return [Passage(**stored) for stored in entry.passages]
    found = _searched(config, context, base, _question(user_prompt))
    entry = PassagesFound(
        0,
        knowledge_base=base,
        passages=[asdict(passage) for passage in found.passages],
        usage=found.usage,
        skipped=found.skipped,
    )
    context.journal.append(entry)
    return found.passages


@dataclass(frozen=True, slots=True)
class _Found:
    """Search result, or the reason there is none."""

    passages: Sequence[Passage] = ()
    usage: Usage = field(default_factory=Usage)
    skipped: SearchSkipped | None = None


def _question(user_prompt: str) -> str:
    return " ".join(_MEDIA.sub(" ", user_prompt).split())[:MAX_QUERY_CHARS]


def _searched(config: AIConfig, context: NodeContext, base: str, question: str) -> _Found:
    if not question:
        return _skipped(context, base, QUESTION_EMPTY, _NO_QUESTION)
    rag = config.rag_config
    began = perf_counter()
    try:
        found = context.knowledge.search(base, question, top_k=rag.top_k, threshold=rag.threshold)
    except NodeError as error:
        return _skipped(context, base, error.code, error.text)
    chosen = fitting(found.passages, rag.max_context_tokens)
    event = KnowledgeSearched(
        knowledge_base=base,
        found=len(found.passages),
        passages=[_shown(citation) for citation in citations(chosen)],
        duration_ms=round((perf_counter() - began) * 1000),
    )
    context.sink.emit(event)
    return _Found(chosen, found.usage)


def _shown(citation: JsonObject) -> JsonObject:
    """Return a citation without its text, which the prompt holds."""
    return {name: value for name, value in citation.items() if name != "text"}


def _skipped(context: NodeContext, base: str, code: str, text: Text) -> _Found:
    context.sink.emit(KnowledgeSkipped(base, code, text.to_json()))
    return _Found(skipped=SearchSkipped(code, text))
