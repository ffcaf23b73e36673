"""Saved agents."""

from typing import Any

from django.contrib.auth.models import User

from agents.models import AgentProfile
from agents.services import agents


def agent_create(
    owner: User, *, name: str = "Butler", script: list[dict[str, Any]] | None = None, **document: Any
) -> AgentProfile:
    """Make an agent on the offline model, which answers by the script, `At your service` unless given."""
    offline = {"model": {"offline_script": script or [{"text": "At your service"}]}}
    return agents.agent_create(owner, document=agents.agent_read({"name": name, **offline, **document}))
