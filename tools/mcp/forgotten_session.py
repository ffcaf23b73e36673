"""Recognizes servers that have forgotten a session, and reports it to the MCP package. Pure.

Source: streamable HTTP requires 404. Official Node.js servers send a JSON-RPC error with it, and their examples 400
with code -32000 ("No valid session ID provided", "Server not initialized").
"""

from typing import Any

from mcp_types import CONNECTION_CLOSED, METHOD_NOT_FOUND

from tools.core.json_text import parse_json

SESSION_HEADER = "mcp-session-id"
MAX_REFUSAL_BYTES = 64 * 1024
"""Longest body of a refusal that is looked at."""
_ABOUT_SESSIONS = ("session", "initializ")


def may_be_forgotten(status: int, *, in_session: bool) -> bool:
    """Return whether an answer may mean it, so that its body is worth reading."""
    return in_session and status in {400, 404}


def is_forgotten(status: int, body: bytes) -> bool:
    """Return whether an answer means an unknown session; the request then had no effect."""
    error = _error_of(body)
    if status == 404:
        return error.get("code") != METHOD_NOT_FOUND
    words = str(error.get("message", "")).lower()
    return error.get("code") == CONNECTION_CLOSED and any(word in words for word in _ABOUT_SESSIONS)


def _error_of(body: bytes) -> dict[str, Any]:
    try:
        found = parse_json(body)
    except ValueError:
        return {}
    error = found.get("error") if isinstance(found, dict) else None
    return error if isinstance(error, dict) else {}
