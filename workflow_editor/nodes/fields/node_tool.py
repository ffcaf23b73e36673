"""A tool as a node's config names it: configured, carried by the node itself, or without settings of its own."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from tools.core.definitions import JsonObject, ToolRef
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.applicability import IGNORED, ignored_fields
from tools.executors.contract.secret_places import secret_pointers
from tools.executors.contract.template_fields import Fill, template_schema, template_texts
from tools.executors.registry import registry
from workflow_editor.nodes.base import ConfigProblem, NodeConfig
from workflow_editor.nodes.fields.named_values import unreadable_names
from workflow_editor.nodes.meanings import CARRIED_TOOLS_ARE_NEWEST

NO_SECRETS = Text("Secrets are not stored in a workflow. Save this tool under Tools and choose it here.")


def named_tool(type_: str) -> ToolId | None:
    """Return the id of a tool; None for a UI type."""
    tool_id = ToolId(type_)
    return tool_id if tool_id.namespace else None


def _mark_templates(schema: JsonObject) -> None:
    """Add the marks of the templates in the settings of each type of tool."""
    marks = {one.ui_type: template_schema(one.config) for executor in registry for one in executor.ui_tools}
    schema["x-settings-by-type"] = {ui_type: shape for ui_type, shape in marks.items() if shape["properties"]}


class NodeTool(NodeConfig):
    """One entry of a node's tools."""

    id: str = Field(default="", max_length=64)
    """Unique among the node's tools."""
    type: str = Field(default="", max_length=64)
    """UI type, e.g. `http-request`; or the id of something without settings here: a built-in tool, workflow, agent,
    knowledge base or server function, e.g. `system:get_current_time`, `workflow:greeting`, `mcp:<id>:search`.
    """
    name: str = Field(default="", max_length=120)
    enabled: bool = True
    config: dict[str, Any] = Field(default_factory=dict, json_schema_extra=_mark_templates)
    """The tool's own settings when no ToolConfig is named."""
    tool_config: str | None = None
    """Id of a ToolConfig (UUID)."""
    function: str = Field(default="", max_length=128)
    """Selected function of a multi-function tool such as an MCP server; empty for all, or the only one."""

    def refusals(self, pointer: str) -> Iterator[ConfigProblem]:
        """Yield a refusal for each secret, since graphs are shared, exported and versioned, and for an unreadable
        name.
        """
        yield from unreadable_names([(f"{pointer}/name", self.name)])
        found = registry.for_ui_type(self.type)
        for place in secret_pointers(found[1].config if found else None, self.config):
            yield ConfigProblem("secret_in_node", f"{pointer}/config{place}", NO_SECRETS)

    def problems(self, pointer: str) -> Iterator[ConfigProblem]:
        """Yield a warning for each setting that has no effect beside the others."""
        found = registry.for_ui_type(self.type)
        if found is not None and not self.tool_config:
            for one in ignored_fields(found[1].config, self.config):
                yield ConfigProblem(IGNORED, f"{pointer}/config{one.pointer}", one.message, "warning")

    def templates(self) -> Iterator[str]:
        """Yield the templates in settings that the node itself carries."""
        found = registry.for_ui_type(self.type)
        if found is not None and not self.tool_config:
            yield from template_texts(found[1].config, self.config)

    def ref(self, fill: Fill, version: int) -> ToolRef:
        """Return the gateway reference; `fill` fills in the settings' variables, `version` is the node type's
        (`meanings`).
        """
        if self.tool_config:
            tool_id = ToolId.of(ToolKind.TOOL, self.tool_config).of_function(self.function)
            return ToolRef(tool_id, ui_type=self.type, name=self.name, fill=fill)
        is_earlier = version < CARRIED_TOOLS_ARE_NEWEST
        if named := named_tool(self.type):
            return ToolRef(named, name=self.name, is_earlier=is_earlier)
        inline = ToolId.of(ToolKind.INLINE, self.id)
        return ToolRef(inline, self.type, self.name, self.config, fill, is_earlier=is_earlier)
