"""Where a configured tool is used."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from workflow_editor.selectors.node_uses import WorkflowUse, workflow_uses


def tool_uses(*, user: User, config_id: UUID) -> list[WorkflowUse]:
    """Return the user's workflows that use the tool, by name."""

    def holds(config: Mapping[str, Any]) -> bool:
        """Whether the tool stands among the node's tools, and not only in a text of its."""
        held = [config.get("tool"), *(config.get("tools") or [])]
        return any(isinstance(tool, dict) and tool.get("toolConfig") == str(config_id) for tool in held)

    return workflow_uses(user=user, types=("process", "tool"), named=config_id, holds=holds)
