"""Transport that hands the MCP package only acceptable answers; we validate the rest part by part.

The package refuses a whole listing for one odd tool, and a completed result for one odd block. So answers are reduced
to its minimum, with the original in `_meta` for `conversion`.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Self

from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from tools.core.definitions import JsonObject
from tools.mcp.tool_definitions import definition_problem

SENT = "flowloom/sent"
"""Key of `_meta` with what the server sent; a server's own `_meta` never gets this far."""
_LIST, _CALL = "tools/list", "tools/call"
_ASKS_BACK = "input_required"

Item = SessionMessage | Exception


@asynccontextmanager
async def tolerant(transport: AbstractAsyncContextManager[Any]) -> AsyncIterator[tuple[Any, Any]]:
    """Open a transport of the MCP package with answers to our own two requests made acceptable."""
    async with transport as (read, write):
        methods: dict[str, str] = {}
        yield _Reading(read, methods), _Writing(write, methods)


class _Stream:
    """Shared pass-through of both halves."""

    def __init__(self, stream: Any, methods: dict[str, str]) -> None:
        self._stream = stream
        self._methods = methods
        """Methods of open requests, by id."""

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        stops: bool | None = await self._stream.__aexit__(kind, error, trace)
        return stops


class _Writing(_Stream):
    async def send(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCRequest) and message.method in (_LIST, _CALL):
            self._methods[str(message.id)] = message.method
        await self._stream.send(item)


class _Reading(_Stream):
    @property
    def last_context(self) -> Any:
        """See `mcp.shared._stream_protocols.ReadStream`."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Item:
        return self._acceptable(await self._stream.receive())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        return self._acceptable(await self._stream.__anext__())

    def _acceptable(self, item: Item) -> Item:
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            method = self._methods.pop(str(message.id), None)
            if isinstance(message, JSONRPCResponse) and method is not None:
                message.result = _acceptable_result(method, message.result)
        return item


def _acceptable_result(method: str, sent: JsonObject) -> JsonObject:
    if method == _LIST:
        bare = {"tools": _acceptable_tools(sent.get("tools")), "ttlMs": 0, "cacheScope": "private"}
    elif sent.get("resultType") == _ASKS_BACK:
        return sent
    else:
        # As an error, since the package asks for the listing again to judge what succeeded.
        bare = {"content": [], "isError": True}
    return {**bare, "resultType": "complete", "_meta": {SENT: sent}}


def _acceptable_tools(sent: Any) -> list[JsonObject]:
    """Return what the package reads of tools: some arguments also go into headers (`x-mcp-header`)."""
    return [
        {"name": tool["name"], "inputSchema": tool["inputSchema"]}
        for tool in (sent if isinstance(sent, list) else ())
        if definition_problem(tool) is None
    ]
