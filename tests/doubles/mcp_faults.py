"""An MCP server that misbehaves on request; run as a program it speaks over stdio.

Over stdio it speaks the newest revision of the protocol unless a client begins with the older handshake.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import MCPError
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ToolsListChanged
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

from tools.mcp.server import ServerProgram

ANY = {"type": "object", "properties": {}}
SECRET = "planted-mcp-secret-77aa"
_WORDS = {"type": "object", "properties": {"word": {"type": ["string", "null"]}}, "required": ["word"]}
_NUMBER: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
_OUTPUTS = {"bad_output": _NUMBER}
_COUNT = {
    "type": "object",
    "properties": {**_NUMBER["properties"], "note": {"$ref": "#/$defs/note"}},
    "required": ["n"],
}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "say": _WORDS,
    "count": {**_COUNT, "$defs": {"note": {"type": "string"}}},
    "elsewhere": {"type": "object", "properties": {"x": {"$ref": "http://192.0.2.1/schema.json"}}},
    "slow_pattern": {"type": "object", "properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}},
}
_NAMES = (
    "say",
    "count",
    "grow",
    "fail",
    "refuse",
    "die",
    "hang",
    "bad_output",
    "env",
    "pid",
    "huge",
    "elsewhere",
    "slow_pattern",
    "a b/c:d",
    "nothing",
)

tools = list(_NAMES)
changes = InMemorySubscriptionBus()


def program(**env: str) -> ServerProgram:
    return ServerProgram(
        "faults", sys.executable, ("-m", "tests.doubles.mcp_faults"), {"PYTHONPATH": os.getcwd(), **env}
    )


async def _list(_ctx: Any, _params: Any) -> ListToolsResult:
    return ListToolsResult(
        tools=[
            Tool(
                name=name,
                description=f"Does what {name} says.",
                input_schema=_SCHEMAS.get(name, ANY),
                output_schema=_OUTPUTS.get(name),
                annotations=ToolAnnotations(read_only_hint=name == "say"),
            )
            for name in tools
        ]
    )


async def _call(_ctx: Any, params: Any) -> CallToolResult:
    match params.name:
        case "grow":
            tools.append("grown")
            tools.remove("env")
            await changes.publish(ToolsListChanged())
        case "fail":
            return CallToolResult(content=[TextContent(text="The oven is cold.")], is_error=True)
        case "refuse":
            raise MCPError(code=-32000 - 7, message="not today")
        case "die":
            os._exit(3)
        case "hang":
            await _hang(Path(params.arguments["marker"]))
        case "bad_output" | "nothing":
            content: dict[str, Any] = {"n": "no number"} if params.name == "bad_output" else {"result": []}
            return CallToolResult(content=[], structured_content=content)
        case "huge":
            return CallToolResult(content=[TextContent(text="x" * 6_000_000)])
        case "pid":
            return CallToolResult(content=[TextContent(text=str(os.getpid()))])
        case "env":
            return CallToolResult(content=[TextContent(text=os.environ.get("API_KEY", "")), TextContent(text="end")])
    return CallToolResult(content=[TextContent(text=f"{params.name} {params.arguments}")])


async def _hang(marker: Path) -> None:
    """Leave a mark for as long as nobody cancels the call."""
    await asyncio.to_thread(marker.touch)
    try:
        await asyncio.sleep(60)
    finally:
        with anyio.CancelScope(shield=True):
            await asyncio.to_thread(marker.unlink)


async def main() -> None:
    server: Server[Any] = Server(
        "faults", version="1", on_list_tools=_list, on_call_tool=_call, on_subscriptions_listen=ListenHandler(changes)
    )
    options = server.create_initialization_options(NotificationOptions(tools_changed=True))
    async with stdio_server() as (read, write):
        await server.run(read, write, options)


if __name__ == "__main__":
    anyio.run(main)
