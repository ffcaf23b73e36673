"""Uses of tools, tables and credentials, as far as the user may see them."""

from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import FoundIn, endpoint
from tools.api.contract.shapes import Shape
from tools.models import Credential, DataTable, ToolConfig
from tools.selectors.credentials import CREDENTIALS
from tools.selectors.data_tables import TABLES
from tools.selectors.tool_configs import TOOLS
from workflow_editor.selectors.checks.uses import uses_of_thing

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
