"""Knowledge bases as this layer knows them; the app that keeps them registers itself. No framework."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tools.core.definitions import Caller, JsonObject
from tools.core.prepared_call import CallCost
from tools.core.registered_port import RegisteredPort


@dataclass(frozen=True, slots=True)
class KnowledgeFound:
    """What a search gave."""

    passages: list[JsonObject]
    """Best first: {document, document_id, chunk, start, end, score, text} and page or sheet."""
    usage: JsonObject = field(default_factory=dict)
    """{input_tokens, output_tokens, cost} of embedding the question; empty when that was free."""


@dataclass(frozen=True, slots=True)
class KnownBase:
    """A knowledge base that a caller may search."""

    slug: str
    name: str
    description: str = ""
    id: str = ""


class Knowledge(Protocol):
    """Searches knowledge bases within the rights of a caller. Safe to share by threads."""

    def bases(self, caller: Caller) -> Sequence[KnownBase]:
        """Return what the caller may search, by name."""
        ...

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> KnowledgeFound:
        """Return the passages that fit best.

        Raises:
            ToolArgumentsError: no such knowledge base, or the caller may not search it.
            ToolError: the question cannot be embedded.
        """
        ...

    def cost(self, slug: str, query: str, caller: Caller) -> CallCost | None:
        """Return what embedding the question takes at most; None when it is free, or would be refused."""
        ...


knowledge_bases = RegisteredPort[Knowledge]()
