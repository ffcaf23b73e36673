"""Tables of the agents layer."""

from agents.models.model_profile import ModelProfile
from agents.models.model_provider import ModelProvider

__all__ = ["ModelProfile", "ModelProvider"]
