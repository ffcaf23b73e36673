"""Ids of tools in a profile's inventory, and the ids by which the gateway knows them. Pure.

`system:`, `tool:`, `mcp:`, `workflow:`, `kb:` and `agent:` say where a tool comes from. An id without such a prefix is
a native tool (older profiles): a built-in executor's own name, or `system:<id>`.
"""

from collections.abc import Iterable, Sequence

from tools.core.tool_id import ToolId, ToolKind
from tools.executors.registry import map_executor_to_ui_tools, registry


def gateway_ids(inventory: Iterable[ToolId], skills: Iterable[ToolId] = ()) -> Sequence[ToolId]:
    """Return what the gateway calls these tools, each once, in their order.

    Args:
        inventory: `tool_ids_inventory`.
        skills: `skill_workflow_ids_inventory`.
    """
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
