"""MCP interface of the xiaohongshu-mcp bridge: stateless, so each call is one request without a handshake. Pure."""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from tools.core.definitions import JsonObject
from tools.core.formats.json_text import parse_json
from tools.core.text import Text
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, setup
from tools.executors.xiaohongshu.bridge import BAD, UNAUTHORIZED, Bridge, Operation

_HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
_NO_MCP = setup(Text("Check the bridge URL: there is no MCP endpoint there."))
_STATUSES: Mapping[int, ErrorMeaning] = {401: UNAUTHORIZED, 404: _NO_MCP, 405: _NO_MCP}
_WORDS = (("缺少", BAD), ("检查登录状态失败", BUSY))
"""Failures of the bridge's tools are sentences, without codes."""
_USERNAME = re.compile(r"用户名[:：]\s*(\S+)")


class McpBridge(Bridge):
    """One tool an operation; answers are texts, which hold JSON where there is something to read."""

    refusals = {-32602: BAD, -32601: _NO_MCP}

    def call(self, operation: Operation, **arguments: object) -> JsonObject:
        """See `Bridge.call`; what is no JSON comes back as `status`, up to its details."""
        text = self._error_text(operation, arguments)
        try:
            found: Any = parse_json(text)
        except orjson.JSONDecodeError:
            found = None
        return found if isinstance(found, dict) else {"status": text.partition(":")[0].strip()}

    def login(self) -> JsonObject:
        text = self._error_text("check_login_status", {})
        name = _USERNAME.search(text)
        return {"is_logged_in": "已登录" in text, "username": name[1] if name else ""}

    def _error_text(self, operation: Operation, arguments: Mapping[str, object]) -> str:
        request = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": operation, "arguments": arguments},
        }
        response = self.send("POST", "/mcp", headers={**_HEADERS, **self._headers}, json=request)
        self.check_busy(response)
        if refusal := _STATUSES.get(response.status):
            raise self.refused(response.status, None, refusal)
        reply = self.object_of(response)
        result = reply.get("result")
        if not isinstance(result, dict):
            error = reply.get("error")
            error = error if isinstance(error, dict) else {}
            code = error.get("code", response.status)
            raise self.refused(code, error.get("message"))
        text = _text_of(result)
        if result.get("isError"):
            raise self.refused(operation, text, next((one for word, one in _WORDS if word in text), None))
        return text


def _text_of(result: JsonObject) -> str:
    blocks = [block for block in result.get("content") or [] if isinstance(block, dict)]
    return "\n".join(str(block.get("text") or "") for block in blocks if block.get("type") == "text")
