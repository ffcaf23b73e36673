"""Reads of knowledge bases, always within the rights of a user."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from agents.core.errors import KnowledgeForbiddenError, KnowledgeNotFoundError
from agents.knowledge.models import KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from tools.core.ids import uuid_of
from tools.core.text import Text
from tools.selectors.emergency_access import readable_owners
from tools.selectors.sharing import is_in_list_of, may_be_read_by, may_be_used_by

_NO_BASE = Text("This knowledge base does not exist, or you may not see it. Choose another one.")
_NO_DOCUMENT = Text("This document does not exist.")
_NOT_YOURS = Text("You can search this knowledge base but not change it. Ask its owner.")


def base_list(*, user: User) -> QuerySet[KnowledgeBase]:
    """Return the user's knowledge bases by name, with counts: own, adopted shared, and those of emergency access."""
    opened = Q(owner__in=readable_owners(user))
    rows = KnowledgeBase.objects.filter(is_in_list_of(user, KnowledgeBase) | opened)
    return _with_counts(rows.order_by("name", "id"))


def base_get(*, user: User, base_id: UUID) -> KnowledgeBase:
    """Return one knowledge base with its counts. Raises KnowledgeNotFoundError if there is none for this user."""
    found = _with_counts(KnowledgeBase.objects.filter(may_be_read_by(user), id=base_id)).first()
    if found is None:
        raise KnowledgeNotFoundError(_NO_BASE)
    return found


def base_get_to_change(*, user: User, base_id: UUID) -> KnowledgeBase:
    """Return one knowledge base for changing it or its documents.

    Raises:
        KnowledgeNotFoundError: as `base_get`.
        KnowledgeForbiddenError: it is somebody else's, who shares it.
    """
    found = base_get(user=user, base_id=base_id)
    if not may_change(user, found):
        raise KnowledgeForbiddenError(_NOT_YOURS)
    return found


def base_find(*, user: User | None, reference: str) -> KnowledgeBase:
    """Return a knowledge base by id or short name; a None user sees none.

    Raises KnowledgeNotFoundError if there is none for this user.
    """
    found = _named(user, reference).first() if user else None
    if found is None:
        raise KnowledgeNotFoundError(_NO_BASE)
    return found


def base_names(*, user: User | None, named: str = "") -> list[tuple[str, str, str, UUID]]:
    """Return (short name, name, description, id) of `base_list`, or of the `named` one; none for a None user."""
    if user is None:
        return []
    rows = _named(user, named) if named else _listed(user)
    return list(rows.values_list("slug", "name", "description", "id"))


def may_change(user: User, base: KnowledgeBase) -> bool:
    return base.owner_id == user.pk


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


def _listed(user: User) -> QuerySet[KnowledgeBase]:
    return KnowledgeBase.objects.filter(is_in_list_of(user, KnowledgeBase)).order_by("name", "id")


def _named(user: User, reference: str) -> QuerySet[KnowledgeBase]:
    base_id = uuid_of(reference)
    return _usable(user).filter(Q(id=base_id) if base_id else Q(slug=reference))


def _usable(user: User) -> QuerySet[KnowledgeBase]:
    return KnowledgeBase.objects.filter(may_be_used_by(user))


def _with_counts(bases: QuerySet[KnowledgeBase]) -> QuerySet[KnowledgeBase]:
    documents = KnowledgeDocument.objects.filter(base=OuterRef("pk")).order_by().values("base")
    unfinished = documents.exclude(status=KnowledgeDocument.Status.SUCCEEDED)
    chunks = KnowledgeChunk.objects.filter(base=OuterRef("pk"), live=True).order_by().values("base")
    return bases.select_related("owner").annotate(
        document_count=_number(documents, Count("pk")),
        open_count=_number(unfinished.exclude(status=KnowledgeDocument.Status.FAILED), Count("pk")),
        failed_count=_number(unfinished.filter(status=KnowledgeDocument.Status.FAILED), Count("pk")),
        chunk_count=_number(chunks, Count("pk")),
        total_size=_number(documents, Sum("size")),
    )


def _number(rows: QuerySet[Any, Any], what: Count | Sum) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(number=what).values("number")), 0)
