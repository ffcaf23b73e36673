"""Writes of knowledge bases, and what works on them: indexing, leases, search.

Import the functions from the package.
"""

from agents.knowledge.services.bases import base_create, base_delete, base_reindex, base_update
from agents.knowledge.services.documents import (
    document_add,
    document_delete,
    document_reindex,
    document_upload,
)
from agents.knowledge.services.indexing import index_next, indexing_sweep
from agents.knowledge.services.leases import leases_void
from agents.knowledge.services.search import knowledge_compare, knowledge_question_cost, knowledge_search, knowledge_try

__all__ = [
    "base_create",
    "base_delete",
    "base_reindex",
    "base_update",
    "document_add",
    "document_delete",
    "document_reindex",
    "document_upload",
    "index_next",
    "indexing_sweep",
    "knowledge_compare",
    "knowledge_question_cost",
    "knowledge_search",
    "knowledge_try",
    "leases_void",
]
