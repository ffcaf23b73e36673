"""Indexes documents in small committed steps: read, chunk, embed a batch, go live.

Any worker may take the next step of any document, so a killed worker costs one step. Documents take turns, so a book
does not delay a page.
"""

import logging
from datetime import timedelta
from time import monotonic
from typing import cast

from django.db import transaction
from django.utils import timezone

from agents.core.errors import AgentError
from agents.knowledge.embedding.embedding import Tally
from agents.knowledge.indexing_queue import indexing_queue
from agents.knowledge.models import DocumentContent, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.parsers.content import DocumentText, Mark
from agents.knowledge.parsers.file_types import Kind
from agents.knowledge.parsers.subprocess_parser import read_document
from agents.knowledge.services.document_leases import (
    DocumentLostError,
    claim_document,
    hand_on,
    held,
    hold,
    renewed,
    waiting_documents,
    waiting_owners,
)
from agents.knowledge.services.documents import base_changed, base_embedded
from agents.knowledge.services.embedders import embedder_for
from agents.knowledge.text.chunking import Chunk, chunks_of
from agents.knowledge.text.terms import stored_terms
from tools.core.concurrency.places import Places, Share
from tools.core.errors import ToolError
from tools.core.text import Text

logger = logging.getLogger(__name__)

TURN_S = 2.0
"""After so long the next document has its turn."""
AT_ONCE = 2
"""Documents of one person in work in one process, and one more of somebody else; its other threads are for runs."""
ENQUEUE_AGAIN_AFTER = timedelta(seconds=10)
"""A document that has waited so long may have lost its ring."""
_ROWS_PER_INSERT = 500
_INTERNAL = Text(
    "Indexing failed because of an internal error. Try again. If it keeps failing, ask your "
    "administrator to check the log."
)
_places = Places(AT_ONCE)


def index_next() -> bool:
    """Take a step of the longest-waiting document of the person with the fewest in work here, and wake the next.

    Returns False if none waits, or this process has no place for it.
    """
    for owner_id in sorted(waiting_owners(), key=_places.held_by):
        share = Share(owner_id)
        if not _places.take(share):
            continue
        try:
            document = claim_document(owner_id)
            if document is not None:
                _turn(document)
                break
        finally:
            _places.release(share)
    else:
        return False
    if waiting_documents(timezone.now()).exists():
        indexing_queue.notify()
    return True


def indexing_sweep() -> None:
    """Wake workers for documents left by a dead worker or a lost notification."""
    now = timezone.now()
    if waiting_documents(now).filter(queued_at__lt=now - ENQUEUE_AGAIN_AFTER).exists():
        indexing_queue.notify()


def _turn(document: KnowledgeDocument) -> None:
    try:
        with renewed(document):
            _take_steps(document)
    except DocumentLostError:
        logger.info("Document %s was taken over or deleted", document.pk)


def _take_steps(document: KnowledgeDocument) -> None:
    """Take steps until the document is done or its turn is over."""
    ends_at = monotonic() + TURN_S
    try:
        while _step(document):
            if monotonic() >= ends_at:
                hand_on(document)
                return
    except (AgentError, ToolError) as error:
        _fail(document, error.code, error.text)
    except DocumentLostError:
        raise
    except Exception:  # whatever a file brings about, its owner must be told that it was not indexed
        logger.warning("Indexing document %s failed", document.pk, exc_info=True)
        _fail(document, "internal_error", _INTERNAL)


def _step(document: KnowledgeDocument) -> bool:
    """Take one step; False when it was the last one."""
    if not document.is_cut:
        content = DocumentContent.objects.get(document=document)
        if content.text is None:
            _read(document, content)
        else:
            _cut(document, content)
        return True
    if _embed_batch(document):
        return True
    _go_live(document)
    return False


def _read(document: KnowledgeDocument, content: DocumentContent) -> None:
    found = read_document(bytes(content.file or b""), cast(Kind, document.kind), document.name)
    content.text, content.file = found.text, None
    content.marks = [{"offset": mark.offset, "page": mark.page, "sheet": mark.sheet} for mark in found.marks]
    with transaction.atomic():
        hold(document)
        content.save()


def _cut(document: KnowledgeDocument, content: DocumentContent) -> None:
    base = document.base
    text = DocumentText(content.text or "", tuple(Mark(**mark) for mark in content.marks))
    chunks = list(chunks_of(text, size=base.chunk_size, overlap=base.chunk_overlap))
    rows = [_row(document, chunk) for chunk in chunks]
    with transaction.atomic():
        hold(document)
        KnowledgeChunk.objects.filter(document=document, live=False).delete()
        KnowledgeChunk.objects.bulk_create(rows, batch_size=_ROWS_PER_INSERT)
        held(document).update(is_cut=True, chunk_count=len(rows), chunks_done=0)
    document.is_cut = True


def _row(document: KnowledgeDocument, chunk: Chunk) -> KnowledgeChunk:
    return KnowledgeChunk(
        base_id=document.base_id,
        document=document,
        index=chunk.index,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        terms=stored_terms(chunk.text),
        metadata=chunk.metadata,
    )


def _embed_batch(document: KnowledgeDocument) -> bool:
    """Give the next chunks their vectors; False when all have one."""
    tally = Tally()
    embedder = embedder_for(document.base, tally)
    lacking = KnowledgeChunk.objects.filter(document=document, live=False, vector=None).order_by("index")
    chunks = list(lacking.only("id", "text")[: embedder.batch])
    if not chunks:
        return False
    vectors = embedder.embed([chunk.text for chunk in chunks])
    from agents.knowledge.text.vectors import stored_vector

    for chunk, vector in zip(chunks, vectors, strict=True):
        chunk.vector = stored_vector(vector)
    with transaction.atomic():
        hold(document)
        KnowledgeChunk.objects.bulk_update(chunks, ["vector"], batch_size=_ROWS_PER_INSERT)
        done = KnowledgeChunk.objects.filter(document=document, live=False).exclude(vector=None).count()
        held(document).update(chunks_done=done)
        base_embedded(document.base_id, tally.usage)
    return True


def _go_live(document: KnowledgeDocument) -> None:
    """Let the new chunks take the place of those of the last indexing."""
    with transaction.atomic():
        hold(document)
        chunks = KnowledgeChunk.objects.filter(document=document)
        chunks.filter(live=True).delete()
        chunks.update(live=True)
        held(document).update(
            status=KnowledgeDocument.Status.SUCCEEDED,
            embedder=document.base.embedder,
            error=None,
            finished_at=timezone.now(),
            lease_owner="",
            lease_until=None,
        )
        base_changed(document.base_id)


def _fail(document: KnowledgeDocument, code: str, text: Text) -> None:
    with transaction.atomic():
        hold(document)
        KnowledgeChunk.objects.filter(document=document, live=False).delete()
        held(document).update(
            status=KnowledgeDocument.Status.FAILED,
            is_cut=False,
            error={"code": code, "message": text.en, "translations": text.translations},
            finished_at=timezone.now(),
            lease_owner="",
            lease_until=None,
        )
