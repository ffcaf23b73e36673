"""Tables of the agents layer."""

from agents.models.agent_profile import AgentProfile
from agents.models.knowledge import DocumentContent, KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.models.model_profile import ModelProfile
from agents.models.model_provider import ModelProvider

__all__ = [
    "AgentProfile",
    "DocumentContent",
    "KnowledgeBase",
    "KnowledgeChunk",
    "KnowledgeDocument",
    "ModelProfile",
    "ModelProvider",
]
