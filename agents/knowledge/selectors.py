"""Reads of knowledge bases, always within the rights of a user."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from agents.core.errors import KnowledgeForbiddenError, KnowledgeNotFoundError
from agents.knowledge.models import KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.selectors.sharing import OwnedRows

_NO_BASE = Text("This knowledge base does not exist, or you may not see it. Choose another one.")
_NO_DOCUMENT = Text("This document does not exist.")
_NOT_YOURS = Text("You can search this knowledge base but not change it. Ask its owner.")


def _with_counts() -> QuerySet[KnowledgeBase]:
    documents = KnowledgeDocument.objects.filter(base=OuterRef("pk")).order_by().values("base")
    unfinished = documents.exclude(status=KnowledgeDocument.Status.SUCCEEDED)
    chunks = KnowledgeChunk.objects.filter(base=OuterRef("pk"), live=True).order_by().values("base")
    return (
        KnowledgeBase.objects.order_by("name", "id")
        .select_related("owner")
        .annotate(
            document_count=_number(documents, Count("pk")),
            open_count=_number(unfinished.exclude(status=KnowledgeDocument.Status.FAILED), Count("pk")),
            failed_count=_number(unfinished.filter(status=KnowledgeDocument.Status.FAILED), Count("pk")),
            chunk_count=_number(chunks, Count("pk")),
            total_size=_number(documents, Sum("size")),
        )
    )


def _number(rows: QuerySet[Any, Any], what: Count | Sum) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(number=what).values("number")), 0)


BASES = OwnedRows(
    _with_counts,
    missing=partial(KnowledgeNotFoundError, _NO_BASE),
    forbidden=partial(KnowledgeForbiddenError, _NOT_YOURS),
    by_emergency=True,
)
"""Knowledge bases by right, by name, each with its counts."""
_FOR_AGENTS = OwnedRows(
    lambda: KnowledgeBase.objects.order_by("name", "id"), missing=partial(KnowledgeNotFoundError, _NO_BASE)
)


def base_find(*, user: User | None, reference: str) -> KnowledgeBase:
    """Return a knowledge base by id or short name; a None user sees none.

    Raises KnowledgeNotFoundError if there is none for this user.
    """
    found = _named(user, reference).first() if user else None
    if found is None:
        raise KnowledgeNotFoundError(_NO_BASE)
    return found


def base_names(*, user: User | None, named: str = "") -> list[tuple[str, str, str, UUID]]:
    """Return (short name, name, description, id) of the user's list, or of the one that is named; for None of nothing.

    Args:
        named: as the reference of `base_find`.
    """
    if user is None:
        return []
    rows = _named(user, named) if named else _FOR_AGENTS.may("list", user)
    return list(rows.values_list("slug", "name", "description", "id"))


def document_list(*, base: KnowledgeBase) -> QuerySet[KnowledgeDocument]:
    """Return the documents, newest first."""
    return KnowledgeDocument.objects.filter(base=base)


def document_get(*, base: KnowledgeBase, document_id: UUID) -> KnowledgeDocument:
    found = document_list(base=base).filter(id=document_id).first()
    if found is None:
        raise KnowledgeNotFoundError(_NO_DOCUMENT)
    return found


def chunk_list(*, document: KnowledgeDocument) -> QuerySet[KnowledgeChunk]:
    """Return the chunks of a document that are searched, in their order."""
    return KnowledgeChunk.objects.filter(document=document, live=True).defer("vector", "terms").order_by("index")


def _named(user: User, reference: str) -> QuerySet[KnowledgeBase]:
    base_id = uuid_of(reference)
    return _FOR_AGENTS.may("use", user).filter(Q(id=base_id) if base_id else Q(slug=reference))
