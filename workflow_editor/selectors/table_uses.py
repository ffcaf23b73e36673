"""Uses of a table."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from tools.executors.uses import UseKind, uses_of_tool
from tools.selectors.tool_configs import tool_configs_usable
from workflow_editor.selectors.node_uses import WorkflowUse, workflow_uses


@dataclass(frozen=True, slots=True)
class TableUses:
    """Visible uses of a table."""

    tools: list[str]
    """Names of the tools that give its functions."""
    workflows: list[WorkflowUse]


def table_uses(*, user: User, table_id: UUID) -> TableUses:
    """Return the tools of a table, and the workflows that call one of them or the table itself, by name."""
    tools = [
        tool
        for tool in tool_configs_usable(user=user)
        if any((use.kind, use.id) == ("table", str(table_id)) for use in uses_of_tool(tool.type, tool.config))
    ]
    named: list[tuple[UseKind, UUID]] = [("table", table_id), *(("tool", tool.pk) for tool in tools)]
    found: dict[UUID, WorkflowUse] = {}
    for kind, id_ in named:
        for use in workflow_uses(user=user, kind=kind, id_=id_):
            known = found.setdefault(use.id, WorkflowUse(use.id, use.name, []))
            known.nodes.extend(node for node in use.nodes if node not in known.nodes)
    return TableUses([tool.name for tool in tools], sorted(found.values(), key=lambda use: use.name))
