"""Converts a profile's tool ids to gateway ids. Pure.

Ids start with their source: `system:`, `tool:`, `mcp:`, `workflow:`, `kb:` or `agent:`. Others are native tools of
older profiles: a built-in executor's name, or `system:<id>`.
"""

from collections.abc import Iterable, Sequence

from tools.core.tool_id import ToolId, ToolKind
from tools.executors.registry import map_executor_to_ui_tools, registry


def gateway_ids(inventory: Iterable[ToolId], skills: Iterable[ToolId] = ()) -> Sequence[ToolId]:
    """Return the gateway ids of `tool_ids_inventory` and `skill_workflow_ids_inventory`, in order, each once."""
    wanted = [*map(gateway_id, inventory), *map(skill_id, skills)]
    return list(dict.fromkeys(wanted))


def gateway_id(inventory_id: ToolId) -> ToolId:
    """Return what the gateway calls a tool; one that nobody knows keeps its id."""
    if inventory_id.kind is not ToolKind.SYSTEM or _is_native(inventory_id):
        return inventory_id
    system = ToolId.of(ToolKind.SYSTEM, inventory_id)
    return system if _is_native(system) else inventory_id


def skill_id(workflow: ToolId) -> ToolId:
    """Return what the gateway calls a workflow of the inventory of skills."""
    return workflow if workflow.kind is ToolKind.WORKFLOW else ToolId.of(ToolKind.WORKFLOW, workflow)


def _is_native(tool_id: ToolId) -> bool:
    return registry.find(tool_id) is not None and not map_executor_to_ui_tools(tool_id)
