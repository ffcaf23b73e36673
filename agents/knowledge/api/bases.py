"""Knowledge bases: one's own and those that others share; only owners and administrators change them."""

from datetime import datetime
from time import perf_counter
from typing import Annotated, Any
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from agents.knowledge import selectors
from agents.knowledge.models import MAX_NAME, KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.parsers.file_types import Kind
from agents.knowledge.selectors import BASES
from agents.knowledge.services.bases import base_create, base_delete, base_reindex, base_update
from agents.knowledge.services.documents import document_delete, document_reindex, document_upload
from agents.knowledge.services.search import knowledge_try
from agents.knowledge.text.context import Passage
from agents.knowledge.text.ranking import MAX_TOP_K, THRESHOLD, TOP_K
from tools.api.contract.endpoints import FoundBy, FoundIn, Paged, endpoint
from tools.api.contract.fields import AnyUpload
from tools.api.contract.shapes import Shape
from tools.api.pagination import CursorPages
from tools.core.naming.visible_name import READABLE
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.selectors.sharing import Right

MAX_QUERY = 4000
TAG = "knowledge"
BASE = "knowledge-bases/<uuid:base_id>/"
DOCUMENT = f"{BASE}documents/<uuid:document_id>/"


def _document(*, user: User, base_id: UUID, document_id: UUID, right: Right) -> KnowledgeDocument:
    return selectors.document_get(base=BASES.get(right, user, base_id), document_id=document_id)


ReadBase = Annotated[KnowledgeBase, FoundIn(BASES, "read")]
OwnBase = Annotated[KnowledgeBase, FoundIn(BASES, "change")]
ReadDocument = Annotated[KnowledgeDocument, FoundBy(_document, right="read")]
OwnDocument = Annotated[KnowledgeDocument, FoundBy(_document, right="change")]
BaseName = Annotated[str, Field(min_length=1, max_length=MAX_NAME), READABLE]


class InOrder(CursorPages):
    ordering = "index"


class NewestDocumentsFirst(CursorPages):
    """By the time of creation."""

    ordering = "-created_at"


class KnowledgeBaseShape(Shape):
    """A knowledge base with its counts."""

    id: UUID
    slug: str
    name: str
    description: str
    owner: str
    shared: bool
    may_change: bool
    embedding_provider: str
    embedding_model: str
    chunk_size: int
    chunk_overlap: int
    document_count: int
    open_count: int
    """Documents that are being indexed or wait for it."""
    failed_count: int
    chunk_count: int
    """Chunks that are searched."""
    total_size: int
    """Size of the files in bytes."""
    embedding_tokens: int
    embedding_cost: float
    created_at: datetime
    updated_at: datetime


class KnowledgeBaseChange(Shape, partial=True):
    """Fields that the owner may change; another embedder or cut indexes all documents again."""

    name: BaseName
    description: Annotated[str, Field(max_length=1000)]
    shared: bool
    """Everybody who is signed in may search it."""
    embedding_provider: Annotated[str, Field(min_length=1, max_length=64)]
    """`offline`, or the id of a provider of OpenAI's format."""
    embedding_model: Annotated[str, Field(max_length=200)]
    chunk_size: int
    """In characters."""
    chunk_overlap: int
    """In characters, less than half of the size."""


class KnowledgeBaseCreate(KnowledgeBaseChange):
    """A new knowledge base."""

    name: BaseName


class KnowledgeDocumentError(Shape):
    """Why indexing failed, in the language of the request; the message says what to do."""

    code: str
    message: str


class KnowledgeDocumentShape(Shape):
    """A document with the progress of its indexing."""

    id: UUID
    name: str
    kind: Kind
    size: int
    status: KnowledgeDocument.Status
    chunk_count: int
    chunks_done: int
    error: KnowledgeDocumentError | None
    created_at: datetime
    finished_at: datetime | None


class KnowledgeUpload(Shape):
    """A PDF, Word, Excel, HTML, Markdown, CSV or text file of at most 50 MB."""

    file: AnyUpload


class KnowledgeChunkShape(Shape):
    """A piece of a document."""

    id: int
    index: int
    start: int
    end: int
    text: str
    page: int | None
    sheet: str


class KnowledgeQuestion(Shape):
    """A question to a knowledge base."""

    query: str = Field(min_length=1, max_length=MAX_QUERY)
    top_k: int = Field(TOP_K, ge=1, le=MAX_TOP_K)
    threshold: float = Field(THRESHOLD, ge=0, le=1)
    """Held against the better of similarity and coverage."""


class KnowledgePassage(Shape):
    """A passage with its scores, each from 0 to 1."""

    chunk_id: int
    document_id: UUID
    document: str
    """Name of the document."""
    index: int
    start: int
    end: int
    page: int | None = None
    sheet: str = ""
    text: str
    score: float
    """The better of the two others: what the threshold is held against."""
    similarity: float | None
    """Similarity of the vectors; null when there is none."""
    coverage: float
    """Share of the question's words that are in the passage."""


class KnowledgeFindings(Shape):
    """Results of each search mode, best first."""

    hybrid: list[KnowledgePassage]
    vector: list[KnowledgePassage]
    lexical: list[KnowledgePassage]
    duration_ms: float


class KnowledgeQueued(Shape):
    """Number of documents queued."""

    documents: int


@endpoint("GET", "knowledge-bases/", tag=TAG)
def knowledge_bases_list(user: User) -> list[KnowledgeBaseShape]:
    """List one's own knowledge bases and the shared ones that one took up, by name."""
    return [_shown(base, user) for base in BASES.may("list", user)]


@endpoint("POST", "knowledge-bases/", status=201, tag=TAG)
def knowledge_bases_create(user: User, body: KnowledgeBaseCreate) -> KnowledgeBaseShape:
    """Make an empty knowledge base."""
    return _counted(base_create(user=user, **body.sent()), user)


@endpoint("GET", BASE, tag=TAG)
def knowledge_bases_retrieve(user: User, base: ReadBase) -> KnowledgeBaseShape:
    """Return the knowledge base with its counts."""
    return _shown(base, user)


@endpoint("PATCH", BASE, tag=TAG)
def knowledge_bases_partial_update(user: User, base: OwnBase, body: KnowledgeBaseChange) -> KnowledgeBaseShape:
    """Change what is given."""
    return _counted(base_update(base=base, **body.sent()), user)


@endpoint("DELETE", BASE, tag=TAG)
def knowledge_bases_destroy(base: OwnBase) -> None:
    """Delete the knowledge base with all its documents."""
    base_delete(base=base)


@endpoint("POST", f"{BASE}reindex/", status=202, tag=TAG)
def knowledge_bases_reindex(base: OwnBase) -> KnowledgeQueued:
    """Index all documents again in the background; until then the search finds what it found before."""
    return KnowledgeQueued(documents=base_reindex(base=base))


@endpoint("POST", f"{BASE}search/", tag=TAG)
def knowledge_bases_search(base: ReadBase, body: KnowledgeQuestion) -> KnowledgeFindings:
    """Search by words, by vectors and by both, to see which finds what."""
    began = perf_counter()
    found = knowledge_try(base=base, **body.model_dump())
    answers: dict[str, Any] = {mode: [_passage(one) for one in passages] for mode, passages in found.items()}
    return KnowledgeFindings.model_construct(duration_ms=round((perf_counter() - began) * 1000, 1), **answers)


@endpoint("GET", f"{BASE}documents/", tag=TAG, pages=NewestDocumentsFirst)
def knowledge_documents_list(base: ReadBase) -> Paged[KnowledgeDocumentShape]:
    """List the documents with the progress of their indexing, newest first."""
    return Paged(selectors.document_list(base=base), _document_shown)


@endpoint("POST", f"{BASE}documents/", status=201, tag=TAG)
def knowledge_documents_create(user: User, base: OwnBase, body: KnowledgeUpload) -> KnowledgeDocumentShape:
    """Upload a file, which is then indexed in the background."""
    return _document_shown(document_upload(base=base, user=user, upload=body.file))


@endpoint("GET", DOCUMENT, tag=TAG)
def knowledge_documents_retrieve(document: ReadDocument) -> KnowledgeDocumentShape:
    """Return the document with the progress of its indexing."""
    return _document_shown(document)


@endpoint("DELETE", DOCUMENT, tag=TAG)
def knowledge_documents_destroy(document: OwnDocument) -> None:
    """Delete the document; it is found no more."""
    document_delete(document=document)


@endpoint("POST", f"{DOCUMENT}reindex/", status=202, tag=TAG)
def knowledge_documents_reindex(document: OwnDocument) -> KnowledgeDocumentShape:
    """Index the document again, or try again after a failure."""
    document_reindex(document=document)
    document.refresh_from_db()
    return _document_shown(document)


@endpoint("GET", f"{DOCUMENT}chunks/", tag=TAG, pages=InOrder)
def knowledge_chunks_list(document: ReadDocument) -> Paged[KnowledgeChunkShape]:
    """List the pieces that are searched, in their order."""
    return Paged(selectors.chunk_list(document=document), _chunk)


def _counted(base: KnowledgeBase, user: User) -> KnowledgeBaseShape:
    """Return the answer for a base that was written: its counts are read again."""
    return _shown(BASES.get("read", user, base.pk), user)


def _shown(base: KnowledgeBase, user: User) -> KnowledgeBaseShape:
    return KnowledgeBaseShape.of(base, owner=base.owner.username, may_change=BASES.may_change(user, base))


def _document_shown(document: KnowledgeDocument) -> KnowledgeDocumentShape:
    error = document.error
    text = error and local_text(Text.of(en=error["message"], **error["translations"]))
    return KnowledgeDocumentShape.of(document, error=error and {"code": error["code"], "message": text})


def _chunk(chunk: KnowledgeChunk) -> KnowledgeChunkShape:
    return KnowledgeChunkShape.of(chunk, **_place(chunk))


def _passage(passage: Passage) -> KnowledgePassage:
    return KnowledgePassage.of(passage, **_place(passage))


def _place(found: KnowledgeChunk | Passage) -> dict[str, Any]:
    return {"page": found.metadata.get("page"), "sheet": found.metadata.get("sheet", "")}
