"""Uses of a configured tool."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from agents.profiles.inventory import gateway_ids
from agents.selectors import agent_list
from tools.executors.uses import Use, use_of_id, uses_of_tool
from tools.models import ToolConfig
from tools.selectors.tool_configs import tool_configs_usable
from workflow_editor.models import AlertRule
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.selectors.node_uses import WorkflowUse, workflow_uses


@dataclass(frozen=True, slots=True)
class ToolUses:
    """Visible uses of a tool."""

    workflows: list[WorkflowUse]
    agents: list[str]
    """Names of the agents that are offered it."""
    tools: list[str]
    """Names of tools with code that may call it."""
    alerts: list[str]
    """Workflows with alerts by this tool; empty for a global rule."""


def tool_uses(*, user: User, tool: ToolConfig) -> ToolUses:
    """Return where a tool is used, by name."""
    agents = agent_list(user=user).order_by("name")
    tools = tool_configs_usable(user=user).order_by("name")
    return ToolUses(
        workflow_uses(user=user, kind="tool", id_=tool.pk),
        [one.name for one in agents if _is_among(tool, map(use_of_id, gateway_ids(one.profile.tool_ids_inventory)))],
        [one.name for one in tools if _is_among(tool, uses_of_tool(one.type, one.config))],
        _alerts(user, tool),
    )


def _is_among(tool: ToolConfig, uses: Iterable[Use | None]) -> bool:
    return any(use is not None and (use.kind, use.id) == ("tool", str(tool.pk)) for use in uses)


def _alerts(user: User, tool: ToolConfig) -> list[str]:
    visible = is_visible_to(user, prefix="workflow__") | Q(created_by=user)
    if user.is_staff:
        visible |= Q(workflow=None)
    rules = AlertRule.objects.filter(visible, tool_id=tool.tool_id).order_by("workflow__name").distinct()
    return [name or "" for name in rules.values_list("workflow__name", flat=True)]
