"""Where a configured tool is used."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import TextField
from django.db.models.functions import Cast

from workflow_editor.models import ProcessNode
from workflow_editor.selectors.access import is_visible_to


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A workflow whose graph, as it is edited now, names the tool."""

    id: UUID
    name: str
    nodes: list[str]
    """Names of the nodes that hold it, in the order of names."""


def tool_uses(*, user: User, config_id: UUID) -> list[ToolUse]:
    """Return the user's workflows that use the tool, by name."""
    rows = (
        ProcessNode.objects.filter(is_visible_to(user, prefix="workflow__"), type__in=("process", "tool"))
        .annotate(text=Cast("config", TextField()))
        .filter(text__contains=str(config_id))
        .order_by("workflow__name", "workflow_id", "name")
        .values_list("workflow_id", "workflow__name", "name", "config")
    )
    uses: dict[UUID, ToolUse] = {}
    for workflow_id, workflow, node, config in rows:
        if _holds(config, str(config_id)):
            uses.setdefault(workflow_id, ToolUse(workflow_id, workflow, [])).nodes.append(node)
    return list(uses.values())


def _holds(config: Mapping[str, Any], config_id: str) -> bool:
    """Whether the tool stands among the node's tools, and not only in a text of its."""
    held = [config.get("tool"), *(config.get("tools") or [])]
    return any(isinstance(tool, dict) and tool.get("toolConfig") == config_id for tool in held)
