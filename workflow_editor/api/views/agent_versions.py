"""Versions of agents: list, store, read."""

from datetime import datetime
from typing import Annotated, Any, Self

from django.contrib.auth.models import User
from pydantic import Field

from agents.models import AgentVersion
from agents.profiles.document import AgentDocument
from agents.selectors import agent_version_get as version_get
from agents.selectors import agent_version_list as version_list
from agents.services import agent_versions
from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from workflow_editor.api.rows import EditedAgent, ReadAgent


class AgentVersionShape(Shape):
    """A version as a list shows it; `created_by` is null once that person is removed."""

    number: int
    note: str
    created_by: str | None = None
    created_at: datetime

    @classmethod
    def of_version(cls, version: AgentVersion, **others: Any) -> Self:
        author = version.created_by
        return cls.of(version, created_by=author.username if author else None, **others)


class WholeAgentVersion(AgentVersionShape):
    """A version with the profile."""

    document: AgentDocument


class AgentVersionKeep(Shape):
    note: Annotated[str, Field(max_length=200)] = ""


@endpoint("GET", "agents/<str:agent_id>/versions/")
def agent_version_list(agent: ReadAgent) -> list[AgentVersionShape]:
    """List the versions of an agent, newest first; 200 are kept."""
    return [AgentVersionShape.of_version(one) for one in version_list(agent)]


@endpoint("POST", "agents/<str:agent_id>/versions/", status=201)
def agent_version_keep(user: User, agent: EditedAgent, body: AgentVersionKeep) -> AgentVersionShape:
    """Keep the agent as it is now; the newest version, when nothing has changed since it, gets the note instead."""
    return AgentVersionShape.of_version(agent_versions.agent_version_keep(agent, user, note=body.note))


@endpoint("GET", "agents/<str:agent_id>/versions/<int:number>/")
def agent_version_get(agent: ReadAgent, number: int) -> WholeAgentVersion:
    """Return a version with its profile."""
    return WholeAgentVersion.of_version(version_get(agent, number))
