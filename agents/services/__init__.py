"""Writes of the agents layer, and the way from a node's settings to a model client."""

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
from agents.services.agents import agent_create, agent_delete, agent_read, agent_update
from agents.services.models import ResolvedModel, model_capabilities, model_resolve, models_get_ready
from agents.services.provider_test import ProviderReport, provider_test
from agents.services.providers import provider_create, provider_delete, provider_update

__all__ = [
    "ProviderReport",
    "ResolvedModel",
    "agent_create",
    "agent_delete",
    "agent_read",
    "agent_update",
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
    "model_capabilities",
    "model_resolve",
    "models_get_ready",
    "provider_create",
    "provider_delete",
    "provider_test",
    "provider_update",
]
