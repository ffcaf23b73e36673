"""From the types of the MCP package to ours. Pure."""

from collections.abc import Sequence
from typing import Any

from mcp_types import CallToolResult, Tool

from tools.core.definitions import JsonObject
from tools.core.errors import ToolUpstreamError
from tools.core.json_text import ANSWER_TOO_DEEP, MAX_DEPTH, is_deeper, write_json
from tools.mcp.failures import too_large
from tools.mcp.server import McpAnswer, McpTool

MAX_SCHEMA_BYTES = 64 * 1024
MAX_ANSWER_BYTES = 5 * 1024 * 1024
"""Of one call, as JSON: what a program says has no other limit."""
_MAX_NAME = 128
_MAX_TITLE = 200
_MAX_DESCRIPTION = 4_000


def read_tool(tool: Tool) -> McpTool | None:
    """Return the tool; None for one that no model could be offered: a name or schema of absurd size."""
    schema = tool.input_schema
    if not 0 < len(tool.name) <= _MAX_NAME or len(write_json(schema)) > MAX_SCHEMA_BYTES:
        return None
    hints = tool.annotations
    title = tool.title or (hints.title if hints else None) or tool.name
    return McpTool(
        name=tool.name,
        title=title[:_MAX_TITLE],
        description=(tool.description or "")[:_MAX_DESCRIPTION],
        input_schema=schema,
        read_only=bool(hints and hints.read_only_hint),
    )


def read_answer(result: CallToolResult, progress: Sequence[JsonObject]) -> McpAnswer:
    """Return what a call gave.

    Raises:
        ToolUpstreamError: it is too much, or nested too deeply.
    """
    wire: dict[str, Any] = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    if is_deeper(wire.get("structuredContent"), MAX_DEPTH):
        raise ToolUpstreamError(ANSWER_TOO_DEEP)
    if len(write_json(wire)) > MAX_ANSWER_BYTES:
        raise too_large(MAX_ANSWER_BYTES)
    return McpAnswer(
        content=wire.get("content", []),
        structured=wire.get("structuredContent"),
        is_error=bool(result.is_error),
        progress=progress,
    )
