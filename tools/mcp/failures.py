"""Translates MCP server failures to this layer's errors. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, INVALID_PARAMS, METHOD_NOT_FOUND, PARSE_ERROR

from tools.core.call.transient import is_transient, refused_before_doing
from tools.core.errors import (
    RETRY_AFTER,
    ToolArgumentsError,
    ToolConfigurationError,
    ToolError,
    ToolRateLimitedError,
    ToolTimeoutError,
    ToolUnavailableError,
    ToolUpstreamError,
)
from tools.core.text import Text, byte_size
from tools.mcp.limits import MAX_ANSWER_BYTES
from tools.mcp.server import SessionEndedError
from tools.outbound.client import as_tool_error, later

_MAX_SERVER_TEXT = 500
_SESSION_GONE = "Session terminated"
"""The SDK's words for a 404 to a request of a session; `guarded_http` gives it one for each way of saying so."""
_LOST = ("Connection closed", "SSE stream")
"""Prefixes of the SDK's own messages under codes that servers use freely."""
_TOO_LONG = "longer than an answer may be"
_TOO_LONG_EVENT = "byte limit"
"""In the message of `httpx2.SSEError` for an event that is too long."""
UNREADABLE = Text("The MCP server's response cannot be read. Check the server URL.")
_NO_MESSAGE = Text("The MCP server returned an invalid message, or one that is nested deeper than can be read.")


class AnswerTooLongError(httpx2.StreamError):
    """Ends the reading of a body; the SDK answers the request with its message."""

    def __init__(self) -> None:
        super().__init__(_TOO_LONG)


class Answered(NamedTuple):
    """Status and headers of an HTTP server's last answer."""

    status: int
    wait_s: float | None = None
    """Seconds that the server asks to wait."""


def too_late(timeout_s: float) -> ToolTimeoutError:
    return ToolTimeoutError(
        Text(
            "The MCP server did not respond within {seconds:g} s. Check that the service is up, or raise "
            "the time limit.",
            seconds=timeout_s,
        )
    )


def too_large() -> ToolUpstreamError:
    return ToolUpstreamError(
        Text(
            "The MCP server's response is larger than {size}. Ask it for less at once.",
            size=byte_size(MAX_ANSWER_BYTES),
        )
    )


def lost() -> ToolUnavailableError:
    return ToolUnavailableError(Text("The connection to the MCP server was lost. Check the network and the service."))


def connection_error(failure: BaseException | None, answered: Answered | None) -> ToolError:
    """Explain why a connection failed or ended.

    `failure` comes from the MCP package, groups included, None if it just ended; `answered` is an HTTP server's last
    answer.
    """
    refused = _refusal(answered)
    if refused is not None:
        return refused
    for error in _leaves(failure):
        if isinstance(error, ToolError):
            return error
        if isinstance(error, AnswerTooLongError):
            return too_large()
        if isinstance(error, httpx2.HTTPError):
            return as_tool_error(error, _host_of(error))
        if isinstance(error, OSError):
            return ToolConfigurationError(
                Text("This MCP server's program cannot be started. Ask the operator to check its entry.")
            )
        if isinstance(error, MCPError):
            return call_error(error, answered)
    return lost()


def call_error(error: MCPError, answered: Answered | None) -> ToolError:
    refused = _refusal(answered)
    if refused is not None:
        return refused
    if error.message == _SESSION_GONE:
        # The server did not take the request at all, so it may be sent again in a new session.
        return SessionEndedError(
            Text("The MCP server has ended the session. Run this again."), details={"mcp_code": error.code}
        )
    if _TOO_LONG in error.message or (error.message.startswith(_LOST) and _TOO_LONG_EVENT in error.message):
        return too_large()
    if error.code == CONNECTION_CLOSED and error.message.startswith(_LOST):
        return lost()
    if error.code == PARSE_ERROR:
        # The SDK's own: its words are the parser's, and quote the answer.
        return ToolUpstreamError(_NO_MESSAGE)
    words = error.message[:_MAX_SERVER_TEXT]
    details = {"mcp_code": error.code}
    if error.code == INVALID_PARAMS:
        return ToolArgumentsError(Text("The MCP server rejected the arguments: {words}", words=words), details=details)
    if error.code == METHOD_NOT_FOUND:
        return ToolConfigurationError(
            Text("There is no MCP server at this URL, or it offers no tools. Check the URL."),
            details=details,
        )
    return ToolUpstreamError(Text("The MCP server returned an error: {words}", words=words), details=details)


def _refusal(answered: Answered | None) -> ToolError | None:
    if answered is None:
        return None
    status, wait_s = answered
    if status in {401, 403}:
        return ToolConfigurationError(
            Text(
                "The MCP server rejected the credential ({status}). Check the token and headers of this tool.",
                status=status,
            )
        )
    if is_transient(status):
        text = Text("The MCP server is busy or out of service ({status}). {later}", status=status, later=later(wait_s))
        if refused_before_doing(status):
            return ToolRateLimitedError(text, retry_after_s=wait_s)
        return ToolUnavailableError(text, details={RETRY_AFTER: wait_s} if wait_s else None)
    return None


def _leaves(failure: BaseException | None) -> Iterator[BaseException]:
    if isinstance(failure, BaseExceptionGroup):
        for inner in failure.exceptions:
            yield from _leaves(inner)
    elif failure is not None:
        yield failure


def _host_of(error: httpx2.HTTPError) -> str:
    try:
        return error.request.url.host
    except RuntimeError:  # raised below the request, so that the request is not known
        return "The MCP server"
