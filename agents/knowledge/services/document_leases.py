"""Worker claims on documents: conditional updates, renewed during the work."""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import Error
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from agents.knowledge.models import KnowledgeDocument
from agents.knowledge.services.documents import OPEN
from tools.adapters.thread_connections import thread_connection

LEASE = timedelta(seconds=30)
_RENEW_EVERY_S = 10.0
_TRIES = 5


class DocumentLostError(Exception):
    """Somebody else works on the document now, or it is gone: what this thread does no longer counts."""


def waiting_documents(now: datetime) -> QuerySet[KnowledgeDocument]:
    """Return the documents that nobody works on, those that have waited longest first."""
    # A lease further ahead than any comes from a clock that was set back.
    is_free = Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)
    return KnowledgeDocument.objects.filter(is_free, status__in=OPEN).order_by("queued_at", "id")


def waiting_owners() -> list[int]:
    """Return the owners of documents that nobody works on, by the wait of their oldest document."""
    owners = waiting_documents(timezone.now()).order_by().values_list("base__owner")
    return [owner for owner, _ in owners.annotate(oldest=Min("queued_at")).order_by("oldest")]


def claim_document(owner_id: int) -> KnowledgeDocument | None:
    """Claim a person's next document for this thread; None if there is none."""
    now = timezone.now()
    for document in waiting_documents(now).filter(base__owner=owner_id).select_related("base")[:_TRIES]:
        owner = secrets.token_hex(12)
        taken = waiting_documents(now).filter(pk=document.pk)
        if taken.order_by().update(lease_owner=owner, lease_until=now + LEASE, status=KnowledgeDocument.Status.RUNNING):
            document.lease_owner = owner
            return document
    return None


def held(document: KnowledgeDocument) -> QuerySet[KnowledgeDocument]:
    """Return the row as long as this thread's claim holds."""
    return KnowledgeDocument.objects.filter(pk=document.pk, lease_owner=document.lease_owner)


def hold(document: KnowledgeDocument) -> None:
    """Verify the claim and lock the row until the transaction ends. Raises DocumentLostError if it was lost."""
    if not held(document).select_for_update().values_list("pk").first():
        raise DocumentLostError


@contextmanager
def renewed(document: KnowledgeDocument) -> Iterator[None]:
    """Renew the claim during the block; reading a file or waiting for a service may take minutes."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(_RENEW_EVERY_S):
            try:
                with thread_connection():
                    held(document).update(lease_until=timezone.now() + LEASE)
            except Error:
                # The next try comes before the lease ends.
                continue

    thread = threading.Thread(target=renew, name="document-lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def hand_on(document: KnowledgeDocument) -> None:
    """Give the claim back: the document waits for its next turn behind the others."""
    held(document).update(lease_owner="", lease_until=None, queued_at=timezone.now())


def leases_void() -> None:
    """Give back all claims; only for the one process that holds the lock of DATA_DIR, at its start."""
    KnowledgeDocument.objects.filter(status=KnowledgeDocument.Status.RUNNING).update(lease_owner="", lease_until=None)
