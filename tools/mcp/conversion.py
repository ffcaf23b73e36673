"""From what a server sent (`tolerant_transport`) to our types. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from mcp_types import CallToolResult

from tools.core.definitions import JsonObject
from tools.core.errors import ToolUpstreamError
from tools.core.formats.json_text import ANSWER_TOO_DEEP, MAX_DEPTH, is_deeper, write_json
from tools.core.text import Text
from tools.mcp.failures import too_large
from tools.mcp.limits import MAX_ANSWER_BYTES, MAX_SCHEMA_BYTES
from tools.mcp.server import McpAnswer, McpTool
from tools.mcp.tolerant_transport import SENT
from tools.mcp.tool_definitions import definition_problem

_MAX_NAME = 128
_MAX_TITLE = 200
_MAX_DESCRIPTION = 4_000
_NAMELESS = "?"
_WRONG = Text("The server defines this tool wrongly. Ask its operator to check “{part}”.", part="")
_ABSURD = Text("The server's definition of this tool is too large for a model. Ask its operator for a shorter one.")


def read_tools(sent: Any, accepted: Iterable[str]) -> Iterator[McpTool]:
    """Yield the tools of one raw page, invalid ones with a `problem`; `accepted` are those the MCP package calls."""
    names = frozenset(accepted)
    for tool in sent if isinstance(sent, list) else ():
        found = read_tool(tool)
        # The package leaves out tools that want arguments as headers in a way that the protocol forbids.
        is_refused = found.problem is None and found.name not in names
        yield replace(found, problem=_WRONG.filled(part="x-mcp-header")) if is_refused else found


def read_tool(sent: Any) -> McpTool:
    """Return one tool as it came; it has a `problem` where no model can be offered it."""
    part = definition_problem(sent)
    if part is not None:
        return _unusable(sent, _WRONG.filled(part=part))
    if not 0 < len(sent["name"]) <= _MAX_NAME or len(write_json(sent["inputSchema"])) > MAX_SCHEMA_BYTES:
        return _unusable(sent, _ABSURD)
    return _usable(sent)


def _usable(tool: JsonObject) -> McpTool:
    hints, output = tool.get("annotations") or {}, tool.get("outputSchema")
    title = tool.get("title") or hints.get("title") or tool["name"]
    return McpTool(
        name=tool["name"],
        title=title[:_MAX_TITLE],
        description=(tool.get("description") or "")[:_MAX_DESCRIPTION],
        input_schema=tool["inputSchema"],
        output_schema=output if isinstance(output, dict) and len(write_json(output)) <= MAX_SCHEMA_BYTES else None,
        read_only=bool(hints.get("readOnlyHint")),
    )


def _unusable(tool: Any, problem: Text) -> McpTool:
    name = tool.get("name") if isinstance(tool, dict) else None
    shown = name[:_MAX_NAME] if isinstance(name, str) and name else _NAMELESS
    return McpTool(name=shown, title=shown, description="", input_schema={}, problem=problem)


def read_answer(result: CallToolResult, progress: Sequence[JsonObject]) -> McpAnswer:
    """Return a call's answer. Raises ToolUpstreamError if it is too large or nested too deeply."""
    kept = (result.meta or {}).get(SENT)
    sent: JsonObject = kept if isinstance(kept, dict) else result.model_dump(by_alias=True, mode="json")
    if any(is_deeper(part, MAX_DEPTH) for part in (sent.get("structuredContent"), sent.get("content"))):
        raise ToolUpstreamError(ANSWER_TOO_DEEP)
    if len(write_json(sent)) > MAX_ANSWER_BYTES:
        raise too_large()
    content = sent.get("content")
    blocks = content if isinstance(content, list) else [] if content is None else [content]
    return McpAnswer(
        content=[_block(block) for block in blocks],
        structured=sent.get("structuredContent"),
        is_error=bool(sent.get("isError")),
        progress=progress,
    )


def _block(sent: Any) -> JsonObject:
    """Return a block of content; what is none of the protocol's becomes text, so that nothing is lost."""
    if not isinstance(sent, dict) or not isinstance(sent.get("type"), str):
        return {"type": "text", "text": sent if isinstance(sent, str) else write_json(sent).decode()}
    if sent["type"] == "text":
        text = sent.get("text")
        return {"type": "text", "text": text if isinstance(text, str) else write_json(text).decode()}
    return {name: value for name, value in sent.items() if value is not None}
