"""The registered tools as the panel and the API show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError
from tools.core.naming.names import function_name as name_of_function
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.registry import map_ui_tool_to_executor, registry
from tools.models import ToolConfig
from tools.policies.tool_patterns import PolicySubject


@dataclass(frozen=True, slots=True)
class ToolType:
    """A UI type, or a built-in tool."""

    type: str
    title: Text
    executor: str
    executor_title: Text
    is_builtin: bool


def tool_types() -> Sequence[ToolType]:
    """Return all UI types and built-in tools in order of registration."""
    found: list[ToolType] = []
    for executor in registry:
        kinds = [(item.ui_type, item.title) for item in executor.ui_tools] or [(executor.name, executor.title)]
        found.extend(
            ToolType(ui_type, title, executor.name, executor.title, is_builtin=not executor.ui_tools)
            for ui_type, title in kinds
        )
    return found


def policy_subject(tool: ToolId, ui_type: str = "", hosts: tuple[str, ...] = ()) -> PolicySubject | None:
    """Return a tool as rules see it, None if unknown.

    `tool` is `tool:<ToolConfig id>` with its `ui_type`, a built-in tool, or an executor or UI type for inline tools;
    `hosts` are its destinations.
    """
    kind = ui_type if tool.kind is ToolKind.TOOL else tool
    served = registry.for_ui_type(kind)
    executor = registry.find(map_ui_tool_to_executor(kind))
    if executor is None:
        return None
    is_inline = tool.kind is not ToolKind.TOOL and executor.ui_tools
    return PolicySubject(
        tool_id=ToolId.of(ToolKind.INLINE, tool) if is_inline else tool,
        executor=executor.name,
        ui_type=served[1].ui_type if served else "",
        requires_permission=executor.requires_permission,
        hosts=hosts,
        names=executor.titles(served[1].ui_type if served else ""),
    )


def function_name(tool: ToolConfig) -> str:
    """Return the name under which models call the tool; conversations lengthen it only where two would clash."""
    return name_of_function(tool.tool_id, tool.name)


def parameters_schema(tool: ToolConfig) -> JsonObject:
    """Return the form schema of what is filled in at each call; empty when type or settings are no longer right."""
    found = registry.for_ui_type(tool.type)
    if found is None:
        return {}
    executor, ui_tool = found
    try:
        return executor.parameters_schema(ui_tool.config.model_validate(tool.full_config()))
    except (ValidationError, ToolConfigurationError):
        return {}
