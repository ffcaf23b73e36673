"""Where a table is used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.selectors.tool_configs import tool_configs_usable
from workflow_editor.selectors.node_uses import WorkflowUse, workflow_uses

TABLE_TYPE = "data-table"


@dataclass(frozen=True, slots=True)
class TableUses:
    """What would miss a table, as far as one may see it."""

    tools: list[str]
    """Names of the tools that give its functions."""
    workflows: list[WorkflowUse]


def table_uses(*, user: User, table_id: UUID) -> TableUses:
    """Return the tools of a table, and the workflows that call one of them or the table itself, by name."""
    rows = tool_configs_usable(user=user).filter(type=TABLE_TYPE)
    tools = [tool for tool in rows if tool.config.get("table") == str(table_id)]
    found: dict[UUID, WorkflowUse] = {}
    for named in (table_id, *(tool.pk for tool in tools)):
        for use in workflow_uses(user=user, types=("process", "tool", "poll"), named=named, holds=_holding(named)):
            known = found.setdefault(use.id, WorkflowUse(use.id, use.name, []))
            known.nodes.extend(node for node in use.nodes if node not in known.nodes)
    return TableUses([tool.name for tool in tools], sorted(found.values(), key=lambda use: use.name))


def _holding(named: UUID) -> Callable[[Mapping[str, Any]], bool]:
    def holds(config: Mapping[str, Any]) -> bool:
        """Whether the table or its tool stands among the node's tools, and not only in a text of its."""
        held = [config.get("tool"), *(config.get("tools") or [])]
        ids = ((tool.get("toolConfig"), (tool.get("config") or {}).get("table")) for tool in held if tool)
        return any(str(named) in pair for pair in ids)

    return holds
