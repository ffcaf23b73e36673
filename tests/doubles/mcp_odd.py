"""An MCP server over streamable HTTP that is odd in one way at a time: listings, results, sessions, errors."""

import itertools
from collections.abc import Callable
from typing import Any

from tests.doubles.http_server import Received, Reply

ANY = {"type": "object", "properties": {}}
Json = dict[str, Any]


def tool(name: str, **fields: Any) -> Json:
    """Return a definition that is as the protocol has it, but for the given fields."""
    return {"name": name, "description": f"Does {name}.", "inputSchema": ANY, **fields}


class OddServer:
    """Answers as a test says; everything else is as the protocol has it.

    Args:
        answer: gives the result of the call with this id, or a whole reply.
    """

    def __init__(
        self,
        tools: list[Any] | None = None,
        answer: Callable[[Any], Json | Reply] = lambda id_: {"content": [{"type": "text", "text": "fine"}]},
        cursor: Any = None,
    ) -> None:
        self.tools: list[Any] = [tool("fine")] if tools is None else tools
        self.answer = answer
        self.cursor = cursor
        self.sessions: set[str] = set()
        self.forgets: Callable[[Any], Reply] | None = None
        """Answers requests of sessions that it does not know."""
        self.calls: list[Json] = []
        self.lists = 0
        self._numbers = itertools.count(1)

    def __call__(self, request: Received) -> Reply:
        if request.method != "POST":
            return Reply(405)
        message = request.json()
        if message.get("method") == "initialize":
            return self._begun(message)
        session = request.headers.get("mcp-session-id", "")
        if session and session not in self.sessions and self.forgets is not None:
            return self.forgets(message.get("id"))
        match message.get("method"), "id" in message:
            case "tools/list", _:
                self.lists += 1
                listing: Json = {"tools": self.tools}
                return _result(message, listing if self.cursor is None else listing | {"nextCursor": self.cursor})
            case "tools/call", _:
                self.calls.append(message["params"])
                answer = self.answer(message["id"])
                return answer if isinstance(answer, Reply) else _result(message, answer)
            case _, False:
                return Reply(202)
        return error(message.get("id"), -32601, "Method not found")

    def _begun(self, message: Json) -> Reply:
        session = f"session-{next(self._numbers)}"
        self.sessions.add(session)
        info = {"name": "odd", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
        reply = _result(message, hello)
        return Reply(200, reply.body, {**reply.headers, "Mcp-Session-Id": session})


def error(id_: Any, code: int, message: str, status: int = 200) -> Reply:
    """Return an error of the protocol."""
    return Reply.of_json({"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": message}}, status)


def _result(message: Json, result: Json) -> Reply:
    return Reply.of_json({"jsonrpc": "2.0", "id": message["id"], "result": result})
