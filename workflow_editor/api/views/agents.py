"""Agents: list, make, change, carry in and out."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field, model_validator
from rest_framework.request import Request

from agents.models import AgentProfile
from agents.profiles.document import AgentAppearance, AgentDocument, InventoryId
from tools.api.contract.endpoints import Paged, endpoint
from tools.api.contract.fields import JsonObject, LocalText, component
from tools.api.contract.shapes import Query, Shape, read
from tools.api.people import Person
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.forms.local_text import request_language
from workflow_editor.agent_runtime.inventory import Kind, inventory_list
from workflow_editor.agent_runtime.problems import profile_problems
from workflow_editor.agent_runtime.profiles import (
    profile_add_tool,
    profile_create,
    profile_delete,
    profile_export,
    profile_import,
    profile_update,
)
from workflow_editor.api.pagination import SortedAgents
from workflow_editor.api.parsing import CommentedJsonParser
from workflow_editor.api.rows import EditedAgent, OwnAgent, ReadAgent
from workflow_editor.api.texts import localized
from workflow_editor.graph.catalogue import Severity
from workflow_editor.selectors.agent_access import agent_role
from workflow_editor.selectors.lists.agent_cards import agent_card_list
from workflow_editor.services.starters import agent_starter, agent_starter_list

_IMPORTED = Text("Imported agent")
_ONE_SOURCE = Text("Send either a profile or a template.")
ProfileJson = Annotated[JsonObject, component("AgentDocument")]
"""A profile, checked by `agents.profiles`."""


class AgentSummary(Shape):
    """An agent as a card shows it."""

    id: UUID
    slug: str
    name: str
    description: str
    revision: int
    owner: Person
    role: Literal["owner", "editor", "viewer"]
    appearance: AgentAppearance
    tool_count: int
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of_agent(cls, agent: AgentProfile, **others: Any) -> Self:
        profile = agent.profile
        tools = len(profile.tool_ids_inventory) + len(profile.skill_workflow_ids_inventory)
        appearance = profile.appearance.model_dump()
        return cls.of(agent, owner=Person.of(agent.owner), appearance=appearance, tool_count=tools, **others)


class AgentCardModel(Shape):
    """Model of the agent; an empty name is the provider's default."""

    provider: str
    name: str


class AgentCard(AgentSummary):
    """An agent in a list."""

    model: AgentCardModel
    knowledge_count: int
    version: int | None
    """The newest that was kept."""
    open_links: int
    """Links by which visitors may talk to it now."""
    last_conversation_at: datetime | None
    """Conversations of one's own, tests left out."""


class AgentsQuery(Query):
    """Filters and order of a list of agents."""

    search: str = ""
    """Part of the name or description."""
    sort: Literal["updated", "created", "name", "last_conversation"] = "updated"
    """Times with the latest first."""


class AgentProblem(Shape):
    """Something that keeps the agent, or one of its tools, from working."""

    pointer: str
    """JSON pointer into the profile."""
    code: str
    severity: Severity
    message: LocalText


class Agent(AgentSummary):
    """An agent with its profile."""

    taken_up: bool
    """False: shared with the asking person, who has not added it and can only read it."""
    document: AgentDocument
    problems: list[AgentProblem]


class AgentCreate(Shape):
    """A new agent, from a profile or from a template."""

    document: ProfileJson | MISSING = MISSING
    template: Annotated[str, Field(min_length=1, max_length=64)] | MISSING = MISSING

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise refused_value("invalid", _ONE_SOURCE, ["document"])
        return self


class AgentPatch(Shape):
    """A replacement of the whole profile."""

    document: ProfileJson
    revision: Annotated[int, Field(ge=1)]
    """The one that the change started from."""


class AgentTemplate(Shape):
    """A ready-made agent to start from; `suggestions` are questions that it answers."""

    id: str
    name: LocalText
    description: LocalText
    suggestions: list[LocalText]


class AgentTool(Shape):
    """A tool for the inventory."""

    tool_id: InventoryId


class InventoryEntryShape(Shape):
    """A tool that an agent may be given."""

    id: str
    kind: Kind
    title: LocalText
    description: LocalText
    icon: str
    asks: bool
    """A rule has a person asked before each call."""


@endpoint("GET", "agents/", pages=SortedAgents)
def agent_list(user: User, query: AgentsQuery) -> Paged[AgentCard]:
    """List the agents of the person who asks, own and added ones."""
    return Paged(agent_card_list(user, search=query.search), _card)


@endpoint("POST", "agents/", status=201)
def agent_create(user: User, body: AgentCreate) -> Agent:
    """Create an agent; ids of its inventory that nobody knows are refused, and the known ones named."""
    given = body.sent()
    document = given["document"] if "document" in given else agent_starter(given["template"], request_language())
    return _whole(profile_create(user, document=document), user)


@endpoint(
    "POST", "agents/import/", status=201, parsers=(CommentedJsonParser,), bodies={"application/json": ProfileJson}
)
def agent_import(request: Request, user: User) -> Agent:
    """Create an agent from an `agent_profile.json`; its `problems` name what it lacks here."""
    given = read(AgentCreate, {"document": request.data}).sent()
    return _whole(profile_import(user, name=localized(_IMPORTED), **given), user)


@endpoint("GET", "agents/templates/")
def agent_template_list() -> list[AgentTemplate]:
    """List the ready-made agents; all answer without internet and without a key."""
    return [AgentTemplate.model_construct(**one) for one in agent_starter_list()]


@endpoint("GET", "agents/inventory/")
def agent_inventory(user: User) -> list[InventoryEntryShape]:
    """List the tools that can be given to an agent, workflows and other agents included."""
    return [InventoryEntryShape.of(one) for one in inventory_list(user)]


@endpoint("GET", "agents/<str:agent_id>/")
def agent_get(user: User, agent: ReadAgent) -> Agent:
    """Return one agent, by its id or short name, with its profile, and what is wrong with it."""
    return _whole(agent, user)


@endpoint("PATCH", "agents/<str:agent_id>/")
def agent_update(user: User, agent: EditedAgent, body: AgentPatch) -> Agent:
    """Replace the profile; a revision that is not the present one is answered with 409."""
    return _whole(profile_update(agent, user, document=body.document, revision=body.revision), user)


@endpoint("DELETE", "agents/<str:agent_id>/")
def agent_delete(agent: OwnAgent) -> None:
    """Delete an agent with its conversations and runs."""
    profile_delete(agent)


@endpoint("GET", "agents/<str:agent_id>/export/")
def agent_export(agent: ReadAgent) -> ProfileJson:
    """Return the agent as `agent_profile.json`, without secrets."""
    return profile_export(agent)


@endpoint("POST", "agents/<str:agent_id>/tools/")
def agent_add_tool(user: User, agent: EditedAgent, body: AgentTool) -> Agent:
    """Add one tool to the agent's inventory."""
    return _whole(profile_add_tool(agent, user, body.tool_id), user)


def _card(agent: AgentProfile) -> AgentCard:
    profile = agent.profile
    return AgentCard.of_agent(
        agent,
        role=vars(agent)["role"],
        model=AgentCardModel.of(profile.model),
        knowledge_count=len(profile.knowledge_base_references),
    )


def _whole(agent: AgentProfile, user: User) -> Agent:
    problems = [AgentProblem.of(one) for one in profile_problems(agent.profile, user)]
    role = agent_role(user, agent)
    return Agent.of_agent(
        agent,
        role="viewer" if role == "invited" else role,
        taken_up=role != "invited",
        document=agent.document,
        problems=problems,
    )
