"""A small MCP server over streamable HTTP that asks for a token; it answers in JSON and keeps no sessions."""

from typing import Any

from tests.doubles.http_server import Received, Reply

TOKEN = "planted-mcp-token-12"
_WORD = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
_ANY = {"type": "object", "properties": {}}
_SCHEMAS = {"say": _WORD, "fail": _ANY, "guarded": _ANY, "hurried": _ANY}
_TOOLS = [{"name": name, "description": f"Does {name}.", "inputSchema": schema} for name, schema in _SCHEMAS.items()]
_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "stand-in", "version": "1"},
}


def mcp_server(request: Received) -> Reply:
    """Answer one message."""
    if request.headers.get("authorization") != f"Bearer {TOKEN}":
        return Reply.of_json({"error": "invalid_token"}, 401)
    if request.method != "POST":
        return Reply(405)
    message = request.json()
    if "id" not in message:
        return Reply(202)
    match message["method"]:
        case "initialize":
            return _answer(message, _HELLO)
        case "tools/list":
            return _answer(message, {"tools": _TOOLS})
        case "tools/call" if message["params"]["name"] == "guarded":
            return Reply.of_json({"error": "insufficient_scope"}, 403)
        case "tools/call" if message["params"]["name"] == "hurried":
            return Reply(429, b"", {"Retry-After": "90"})
        case "tools/call":
            return _answer(message, _called(**message["params"]))
    error = {"code": -32601, "message": "Method not found"}
    return Reply.of_json({"jsonrpc": "2.0", "id": message["id"], "error": error})


def _called(name: str, arguments: dict[str, Any], **_: Any) -> dict[str, Any]:
    if name == "fail":
        return {"content": [{"type": "text", "text": "The oven is cold."}], "isError": True}
    return {"content": [{"type": "text", "text": f"{name} {arguments['word']}"}]}


def _answer(message: dict[str, Any], result: dict[str, Any]) -> Reply:
    return Reply.of_json({"jsonrpc": "2.0", "id": message["id"], "result": result})
