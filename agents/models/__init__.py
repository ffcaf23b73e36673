"""Tables of the agents layer, one module each. Import the classes from the package."""

from agents.models.agent_profile import AgentProfile
from agents.models.agent_version import AgentVersion
from agents.models.model_profile import ModelProfile
from agents.models.model_provider import ModelProvider

__all__ = [
    "AgentProfile",
    "AgentVersion",
    "ModelProfile",
    "ModelProvider",
]
