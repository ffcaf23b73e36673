"""Saved agents."""

from typing import Any

from django.contrib.auth.models import User

from agents import services
from agents.models import AgentProfile


def agent_create(
    owner: User, *, name: str = "Butler", script: list[dict[str, Any]] | None = None, **document: Any
) -> AgentProfile:
    """Make an agent on the offline model, which answers by the script, `At your service` unless given."""
    offline = {"model": {"offline_script": script or [{"text": "At your service"}]}}
    return services.agent_create(owner, document=services.agent_read({"name": name, **offline, **document}))
