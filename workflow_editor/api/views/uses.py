"""Where tools, tables and credentials are used, as far as one may see it."""

from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.shapes import Shape
from tools.models import Credential, DataTable, ToolConfig
from tools.selectors.credentials import credential_get
from tools.selectors.data_tables import data_table_read
from tools.selectors.tool_configs import tool_config_get
from workflow_editor.selectors.credential_uses import credential_uses
from workflow_editor.selectors.node_uses import workflow_uses
from workflow_editor.selectors.table_uses import table_uses
from workflow_editor.selectors.tool_uses import tool_uses

UsedTool = Annotated[ToolConfig, FoundBy(tool_config_get)]
ReadTable = Annotated[DataTable, FoundBy(data_table_read)]
OwnCredential = Annotated[Credential, FoundBy(credential_get)]


class ToolUse(Shape):
    """A workflow that uses something, and the names of the nodes that hold it."""

    id: UUID
    name: str
    nodes: list[str]


class ToolUsesShape(Shape):
    """What uses a tool: workflows; names of agents and tools that may call it; workflows whose failures it reports."""

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


@endpoint("GET", "tools/configs/<uuid:config_id>/workflows/")
def tool_configs_workflows(user: User, tool: UsedTool) -> list[ToolUse]:
    """List the workflows that use a tool, those that one may see."""
    return [ToolUse.of(use) for use in workflow_uses(user=user, kind="tool", id_=tool.pk)]


@endpoint("GET", "tools/configs/<uuid:config_id>/uses/")
def tool_configs_uses(user: User, tool: UsedTool) -> ToolUsesShape:
    """List what would miss a tool, as far as one may see it."""
    return ToolUsesShape.of(tool_uses(user=user, tool=tool))


@endpoint("GET", "tables/<uuid:table_id>/uses/")
def tables_uses(user: User, table: ReadTable) -> TableUsesShape:
    """List what would miss a table, as far as one may see it."""
    return TableUsesShape.of(table_uses(user=user, table_id=table.pk))


@endpoint("GET", "credentials/<uuid:credential_id>/uses/")
def credentials_uses(user: User, credential: OwnCredential) -> CredentialUsesShape:
    """Tell what would miss a credential, as far as one may see it."""
    return CredentialUsesShape.of(credential_uses(user=user, credential=credential))
