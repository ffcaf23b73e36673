"""A tool as a node's config names it: a configured one, one that the node carries itself, or a built-in."""

from typing import Any

from pydantic import Field

from tools.definitions import ToolRef
from workflow_editor.nodes.base import NodeConfig


class NodeTool(NodeConfig):
    """One entry of a node's tools."""

    id: str = Field(default="", max_length=64)
    """Unique among the node's tools."""
    type: str = Field(default="", max_length=64)
    """UI type, e.g. `http-request`."""
    name: str = Field(default="", max_length=120)
    enabled: bool = True
    config: dict[str, Any] = Field(default_factory=dict)
    """The tool's own settings when no ToolConfig is named."""
    tool_config: str | None = None
    """Id of a ToolConfig (UUID)."""

    def ref(self) -> ToolRef:
        """Return what the gateway is asked for."""
        if self.tool_config:
            return ToolRef(f"tool:{self.tool_config}", ui_type=self.type, name=self.name)
        return ToolRef(f"inline:{self.id}", ui_type=self.type, name=self.name, config=self.config)
