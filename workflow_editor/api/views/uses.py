"""Uses of tools, tables, credentials and agents, as far as the user may see them."""

from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import FoundIn, endpoint
from tools.api.contract.shapes import Shape
from tools.models import Credential, DataTable, ToolConfig
from tools.selectors.credentials import CREDENTIALS
from tools.selectors.data_tables import TABLES
from tools.selectors.tool_configs import TOOLS
from workflow_editor.agent_runtime.callers import CallerKind, agent_callers
from workflow_editor.api.rows import ReadAgent
from workflow_editor.models import ApiToken
from workflow_editor.selectors.checks.uses import uses_of_thing
from workflow_editor.selectors.lists.agent_cards import open_links
from workflow_editor.selectors.people.accounts import token_list

UsedTool = Annotated[ToolConfig, FoundIn(TOOLS, "use")]
ReadTable = Annotated[DataTable, FoundIn(TABLES, "read")]
OwnCredential = Annotated[Credential, FoundIn(CREDENTIALS, "use")]


class ToolUse(Shape):
    """A workflow that uses something, and the names of the nodes that hold it."""

    id: UUID
    name: str
    nodes: list[str]


class ToolUsesShape(Shape):
    """Uses of a tool: workflows; names of agents and tools that may call it; workflows that it reports failures of."""

    workflows: list[ToolUse]
    agents: list[str]
    tools: list[str]
    alerts: list[str]
    """Empty for a rule that holds for all workflows."""


class TableUsesShape(Shape):
    """Names of the tools that give a table's functions, and workflows that call them."""

    tools: list[str]
    workflows: list[ToolUse]


class CredentialUsesShape(Shape):
    """Names of tools and model APIs that a credential belongs to, and workflows that send it."""

    tools: list[str]
    providers: list[str]
    workflows: list[ToolUse]


class InterfaceCallerShape(Shape):
    """Caller of a workflow or agent: an agent, a node, a trigger, an API token, or agents over MCP."""

    kind: CallerKind
    id: str
    name: str
    node: str


class AgentUses(Shape):
    """Visible uses of an agent."""

    callers: list[InterfaceCallerShape]
    links: int
    """Links by which visitors may talk to it now."""
    tokens: list[str]
    """Names of one's tokens that may talk to agents."""


@endpoint("GET", "tools/configs/<uuid:config_id>/uses/")
def tool_configs_uses(user: User, tool: UsedTool) -> ToolUsesShape:
    """List what would miss a tool, as far as one may see it."""
    return ToolUsesShape.of(uses_of_thing(user=user, kind="tool", id_=tool.pk))


@endpoint("GET", "tables/<uuid:table_id>/uses/")
def tables_uses(user: User, table: ReadTable) -> TableUsesShape:
    """List what would miss a table, as far as one may see it."""
    return TableUsesShape.of(uses_of_thing(user=user, kind="table", id_=table.pk))


@endpoint("GET", "credentials/<uuid:credential_id>/uses/")
def credentials_uses(user: User, credential: OwnCredential) -> CredentialUsesShape:
    """Tell what would miss a credential, as far as one may see it."""
    return CredentialUsesShape.of(uses_of_thing(user=user, kind="credential", id_=credential.pk))


@endpoint("GET", "agents/<str:agent_id>/uses/")
def agent_uses(user: User, agent: ReadAgent) -> AgentUses:
    """Return the visible uses of an agent."""
    return AgentUses.model_construct(
        callers=[InterfaceCallerShape.of(one) for one in agent_callers(user, agent)],
        links=open_links(agent).count(),
        tokens=[token.name for token in token_list(user) if ApiToken.Scope.CHAT in token.scopes],
    )
