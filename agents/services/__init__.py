"""Writes of the agents layer, and the way from a node's settings to a model client.

Import the functions from the package.
"""

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
    "model_capabilities",
    "model_resolve",
    "models_get_ready",
    "provider_create",
    "provider_delete",
    "provider_test",
    "provider_update",
]
