"""Knowledge bases with documents that need not be read from a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from agents.knowledge.models import DocumentContent, KnowledgeBase, KnowledgeDocument
from agents.knowledge.services import bases
from agents.knowledge.services.indexing import index_next

CORPUS = Path(__file__).parents[1] / "fixtures" / "knowledge"


def base_create(owner: User, *, name: str = "Handbook", **fields: Any) -> KnowledgeBase:
    return bases.base_create(user=owner, name=name, **fields)


def document_create(base: KnowledgeBase, text: str, *, name: str = "notes.txt") -> KnowledgeDocument:
    """Add a document with a text that has been read already."""
    document = KnowledgeDocument.objects.create(
        base=base, name=name, kind="text", size=len(text.encode()), queued_at=timezone.now()
    )
    DocumentContent.objects.create(document=document, text=text)
    return document


def index_all() -> None:
    """Give documents their turns until none waits."""
    while index_next():
        pass


def indexed_base(owner: User, texts: Mapping[str, str], **fields: Any) -> KnowledgeBase:
    """Make a knowledge base of these documents, by name, with everything in it indexed."""
    base = base_create(owner, **fields)
    for name, text in texts.items():
        document_create(base, text, name=name)
    index_all()
    base.refresh_from_db()
    return base


def corpus(name: str) -> list[tuple[str, str]]:
    """Return the (id, text) rows of a file of the retrieval corpus."""
    lines = (CORPUS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(row[0], row[2]) for row in (line.partition("\t") for line in lines)]
