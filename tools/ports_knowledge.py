"""Knowledge bases as this layer knows them; the app that keeps them registers itself. No framework."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tools.definitions import Caller, JsonObject


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

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> list[JsonObject]:
        """Return passages, best first: {document, document_id, chunk, start, end, score, text} and page or sheet.

        Raises:
            ToolArgumentsError: no such knowledge base, or the caller may not search it.
            ToolError: the question cannot be embedded.
        """
        ...


class RegisteredKnowledge:
    """Asks whoever registered; without anybody there are no knowledge bases."""

    def __init__(self) -> None:
        self._knowledge: Knowledge | None = None

    def register(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def bases(self, caller: Caller) -> Sequence[KnownBase]:
        return self._knowledge.bases(caller) if self._knowledge else ()

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> list[JsonObject]:
        return self._knowledge.search(slug, query, top_k, caller) if self._knowledge else []


knowledge_bases = RegisteredKnowledge()
