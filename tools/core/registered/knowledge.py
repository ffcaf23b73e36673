"""Knowledge bases as this layer knows them; the app that keeps them registers itself. No framework."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tools.core.definitions import Caller, JsonObject
from tools.core.prepared_call import CallCost
from tools.core.registered.port import RegisteredPort


@dataclass(frozen=True, slots=True)
class KnowledgeFound:
    """Search result."""

    passages: list[JsonObject]
    """Best first: {document, document_id, chunk, start, end, score, text} and page or sheet."""
    usage: JsonObject = field(default_factory=dict)
    """{input_tokens, output_tokens, cost} of embedding the question; empty when that was free."""


MAX_DOCUMENT_BYTES: Final = 50 * 1024**2


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document to be stored; its name is its key in the knowledge base."""

    name: str
    content: bytes = field(repr=False)
    ending: str = ""
    """Ending of the source file, for names without one."""
    is_text: bool = False
    """It is Markdown where the name does not say otherwise."""


@dataclass(frozen=True, slots=True)
class KnownBase:
    """A knowledge base that a caller may search."""

    slug: str
    name: str
    description: str = ""
    id: str = ""


class Knowledge(Protocol):
    """Searches knowledge bases within the rights of a caller. Safe to share by threads."""

    def bases(self, caller: Caller, named: str = "") -> Sequence[KnownBase]:
        """Return the caller's listed knowledge bases by name; `named` finds one by id or short name, if searchable."""
        ...

    def search(self, slug: str, query: str, top_k: int, caller: Caller) -> KnowledgeFound:
        """Return the best matching passages.

        Raises:
            ToolArgumentsError: no such knowledge base, or the caller may not search it.
            ToolError: the query cannot be embedded.
        """
        ...

    def write(self, slug: str, document: NewDocument, caller: Caller, *, dry: bool = False) -> JsonObject:
        """Add or replace a document by name and return {document_id, document, change, size}.

        `change` is `added`, `replaced` or `unchanged` (not indexed again). `dry` changes nothing; `document_id` is null
        for a new one. Raises ToolArgumentsError if there is no such knowledge base, the caller may not change it, or
        the document cannot be read.
        """
        ...

    def cost(self, slug: str, query: str, caller: Caller) -> CallCost | None:
        """Return what embedding the question takes at most; None when it is free, or would be refused."""
        ...


knowledge_bases = RegisteredPort[Knowledge]()
