"""Writes of knowledge bases; callers make sure that only owners and administrators get here."""

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from agents.core.errors import AgentError, KnowledgeInputError
from agents.knowledge.models import MAX_SLUG, KnowledgeBase, KnowledgeDocument
from agents.knowledge.services.documents import documents_queue
from agents.knowledge.services.embedders import embedder_for
from agents.knowledge.text.chunking import CHUNK_OVERLAP, CHUNK_SIZE, MAX_CHUNK_SIZE, MIN_CHUNK_SIZE
from agents.providers.presets import OFFLINE
from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.services.slugs import create_with_slug
from tools.services.validation import validation_errors

_CUTTING = frozenset({"chunk_size", "chunk_overlap", "embedding_provider", "embedding_model"})
_SOME_WRONG = Text("Some fields are invalid.")
_SIZE = Text(
    "Enter a number from {min_chunk_size} to {max_chunk_size}.",
    min_chunk_size=MIN_CHUNK_SIZE,
    max_chunk_size=MAX_CHUNK_SIZE,
)
_OVERLAP = Text("The overlap must be less than half the chunk size.")


@transaction.atomic
def base_create(
    *,
    user: User,
    name: str,
    description: str = "",
    shared: bool = False,
    embedding_provider: str = OFFLINE.id,
    embedding_model: str = "",
    chunk_size: int = CHUNK_SIZE,
    chunk_overlap: int = CHUNK_OVERLAP,
) -> KnowledgeBase:
    """Make an empty knowledge base of the user's.

    Args:
        embedding_provider: `offline`, or the id of a provider that speaks OpenAI's format.
        embedding_model: the provider's name for it; the built-in embedder has only one.
        chunk_size: in characters.
        chunk_overlap: in characters, less than half of the size.
    Raises:
        KnowledgeInputError: a field is not right.
    """
    base = KnowledgeBase(
        owner=user,
        name=name.strip(),
        slug=_slug(name),
        description=description.strip(),
        shared=shared,
        embedding_provider=embedding_provider,
        embedding_model=embedding_model.strip(),
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
    )
    _clean(base)

    def save(slug: str) -> KnowledgeBase:
        base.slug = slug
        base.save(force_insert=True)
        return base

    return create_with_slug(base.slug, save)


@transaction.atomic
def base_update(*, base: KnowledgeBase, **changes: Any) -> KnowledgeBase:
    """Change the given fields of `base_create`; another embedder or chunking reindexes all documents.

    Raises KnowledgeInputError if a field is not right.
    """
    changed = {field for field, value in changes.items() if getattr(base, field) != value}
    for field in changed:
        setattr(base, field, changes[field])
    _clean(base)
    base.save(update_fields=[*changed, "updated_at"])
    if changed & _CUTTING:
        base_reindex(base=base)
    return base


def base_reindex(*, base: KnowledgeBase) -> int:
    """Queue all documents for reindexing and return their number; the old index stays searchable until then."""
    return documents_queue(KnowledgeDocument.objects.filter(base=base))


def base_delete(*, base: KnowledgeBase) -> None:
    """Delete the knowledge base with its documents; nodes that name it continue without it."""
    base.delete()


def _slug(name: str) -> str:
    slug = slugify(name, allow_unicode=True)[: MAX_SLUG - 9] or "knowledge"
    # Tools know the search of all bases by this name.
    return f"{slug}-{secrets.token_hex(4)}" if slug == "query" else slug


def _clean(base: KnowledgeBase) -> None:
    errors: list[JsonObject] = []
    try:
        # A short name that another base has gets a suffix as the row is stored.
        base.full_clean(exclude=["slug"])
    except ValidationError as error:
        errors += validation_errors(error)
    if not MIN_CHUNK_SIZE <= base.chunk_size <= MAX_CHUNK_SIZE:
        errors.append(_error("/chunk_size", "out_of_range", _SIZE))
    if not 0 <= base.chunk_overlap < base.chunk_size / 2:
        errors.append(_error("/chunk_overlap", "out_of_range", _OVERLAP))
    try:
        embedder_for(base)
    except (AgentError, ToolError) as error:
        field = "/embedding_model" if error.details.get("reason") == "no_model" else "/embedding_provider"
        errors.append(_error(field, error.code, error.text))
    if errors:
        raise KnowledgeInputError(_SOME_WRONG, details={"errors": errors})


def _error(pointer: str, code: str, text: Text) -> JsonObject:
    return {"pointer": pointer, "code": code, "message": local_text(text)}
