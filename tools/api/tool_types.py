"""The catalogue of tools."""

from typing import Literal

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject, JsonSchema, LocalText
from tools.api.contract.shapes import Shape
from tools.api.summaries import SummaryTextShape
from tools.core.definitions import EffectClass
from tools.executors.registry import registry


class ToolTypeShape(Shape):
    """A kind of tool, and the schemas that its forms are drawn from."""

    type: str
    """UI type, or the id of a built-in tool."""
    kind: Literal["configured", "builtin"]
    executor: str
    platform: str | None
    """Service that a notification goes to, such as feishu."""
    title: LocalText
    help: LocalText
    keywords: LocalText
    summary: list[list[SummaryTextShape]]
    icon: str
    category: str
    implemented: bool
    unimplemented_message: LocalText | None
    operation: str
    """query, operation, save …"""
    effect: EffectClass
    requires_permission: bool
    gives_functions: bool
    """One configured tool is many functions, each with an id of its own, e.g. mcp:<id>:<name>."""
    config_schema: JsonSchema
    parameters_schema: JsonSchema
    default_config: JsonObject


@endpoint("GET", "tools/types/")
def tool_types_list() -> list[ToolTypeShape]:
    """List the UI types and the built-in tools with the schemas of their forms."""
    return [ToolTypeShape.model_construct(**row) for row in registry.catalogue()]
