"""Writes of documents; callers make sure that only owners and administrators get here."""

import hashlib
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from agents.core.errors import DocumentTooLargeError
from agents.core.messages import Usage
from agents.knowledge.indexing_queue import indexing_queue
from agents.knowledge.models import MAX_NAME, DocumentContent, KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.parsers.file_types import document_kind
from tools.core.errors import CapReachedError
from tools.core.naming.visible_name import shown_name
from tools.core.registered.knowledge import MAX_DOCUMENT_BYTES
from tools.core.text import Text
from tools.services.uploads import upload_count

OPEN = (KnowledgeDocument.Status.QUEUED, KnowledgeDocument.Status.RUNNING)
_RETRY_S = 60
_TOO_MANY = Text("Too many documents wait to be indexed. Wait for some of them, or delete them.")
_TOO_LARGE = Text("“{name}” is larger than {max_mb} MB. Split it, or save only its text.", name="", max_mb=0)


@transaction.atomic
def document_upload(*, base: KnowledgeBase, user: User, upload: "File[bytes]") -> KnowledgeDocument:
    """Store a file that the user uploads.

    Raises:
        DocumentTooLargeError: it is larger than 50 MB.
        DocumentUnreadableError: as `document_add`.
        CapReachedError: as `document_add`, or see `upload_count`.
    """
    if upload.size > MAX_DOCUMENT_BYTES:
        text = _TOO_LARGE.filled(name=shown_name(upload.name or "", "file"), max_mb=MAX_DOCUMENT_BYTES // 1024**2)
        raise DocumentTooLargeError(text, details={"max_bytes": MAX_DOCUMENT_BYTES})
    upload_count(user, upload.size)
    return document_add(base=base, name=upload.name or "", content=upload.read())


@transaction.atomic
def document_add(*, base: KnowledgeBase, name: str, content: bytes) -> KnowledgeDocument:
    """Store a file, named with its type's ending, and queue it for indexing.

    Raises:
        DocumentUnreadableError: it is of an unknown kind, empty, or has a password.
        CapReachedError: the owner of the base has `MAX_OPEN_DOCUMENTS` that are not indexed yet.
    """
    kind = document_kind(name, content)
    _check_cap(base)
    document = KnowledgeDocument.objects.create(
        base=base,
        name=_document_name(name, kind),
        kind=kind,
        size=len(content),
        content_hash=hashlib.sha256(content).hexdigest(),
        queued_at=timezone.now(),
    )
    DocumentContent.objects.create(document=document, file=content)
    indexing_queue.notify_on_commit()
    return document


def _check_cap(base: KnowledgeBase) -> None:
    most = settings.MAX_OPEN_DOCUMENTS
    if not most:
        return
    # Nobody else adds a document of this person meanwhile. SQLite has one writer anyway.
    User.objects.select_for_update(no_key=True).get(pk=base.owner_id)
    if KnowledgeDocument.objects.filter(base__owner=base.owner_id, status__in=OPEN).count() >= most:
        raise CapReachedError(_TOO_MANY, details={"cap": "open_documents", "retry_after": _RETRY_S})


def _document_name(name: str, kind: str) -> str:
    return shown_name(name, kind)[-MAX_NAME:]


@dataclass(frozen=True, slots=True)
class PutDocument:
    """Outcome for a document; no id if it was not stored."""

    document_id: UUID | None
    change: Literal["added", "replaced", "unchanged"]


@transaction.atomic
def document_put(*, base: KnowledgeBase, name: str, content: bytes, dry: bool = False) -> PutDocument:
    """Add a document, or replace the oldest of this name; the old index stays searchable until it is reindexed.

    `dry` only reports the change. Raises DocumentUnreadableError and CapReachedError, as `document_add`.
    """
    kind, digest = document_kind(name, content), hashlib.sha256(content).hexdigest()
    # Two writers of one name wait for each other.
    KnowledgeBase.objects.select_for_update().get(pk=base.pk)
    name = _document_name(name, kind)
    same = KnowledgeDocument.objects.filter(base=base, name=name).order_by("created_at", "id")
    document = same.first()
    if document is None:
        added = None if dry else document_add(base=base, name=name, content=content).pk
        return PutDocument(added, "added")
    is_sound = document.status != KnowledgeDocument.Status.FAILED
    if is_sound and document.content_hash == digest and same.count() == 1:
        return PutDocument(document.pk, "unchanged")
    if not dry:
        same.exclude(pk=document.pk).delete()
        DocumentContent.objects.filter(document=document).update(file=content, text=None, marks=[])
        KnowledgeDocument.objects.filter(pk=document.pk).update(kind=kind, size=len(content), content_hash=digest)
        documents_queue(KnowledgeDocument.objects.filter(pk=document.pk))
        base_changed(base.pk)
    return PutDocument(document.pk, "replaced")


@transaction.atomic
def document_delete(*, document: KnowledgeDocument) -> None:
    base_id = document.base_id
    document.delete()
    base_changed(base_id)


def document_reindex(*, document: KnowledgeDocument) -> None:
    """Reindex a document; the old index stays searchable until then."""
    documents_queue(KnowledgeDocument.objects.filter(pk=document.pk))


@transaction.atomic
def documents_queue(documents: QuerySet[KnowledgeDocument]) -> int:
    """Queue documents for indexing from their text and return their number; work in progress is dropped."""
    KnowledgeChunk.objects.filter(document__in=documents, live=False).delete()
    queued = documents.update(
        status=KnowledgeDocument.Status.QUEUED,
        is_cut=False,
        chunk_count=0,
        chunks_done=0,
        error=None,
        lease_owner="",
        lease_until=None,
        queued_at=timezone.now(),
        finished_at=None,
    )
    indexing_queue.notify_on_commit()
    return queued


def base_changed(base_id: UUID) -> None:
    """Notify all processes of changed search results."""
    KnowledgeBase.objects.filter(pk=base_id).update(revision=F("revision") + 1)


def base_embedded(base_id: UUID, used: Usage) -> None:
    """Add up the embedding usage outside runs, which have their own."""
    if used != Usage():
        KnowledgeBase.objects.filter(pk=base_id).update(
            embedding_tokens=F("embedding_tokens") + used.input_tokens, embedding_cost=F("embedding_cost") + used.cost
        )
