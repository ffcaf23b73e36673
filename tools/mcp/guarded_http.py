"""HTTP for the MCP clients: the asynchronous twin of `tools.outbound.connections`, with the same guard.

Source: streamable HTTP requires 404. Official Node.js servers send a JSON-RPC error with it, and their examples 400
with code -32000 ("No valid session ID provided", "Server not initialized").
"""

from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import anyio.to_thread
import httpcore2
import httpx2
from mcp_types import CONNECTION_CLOSED, METHOD_NOT_FOUND

from tools.core.call.retry_after import seconds_of
from tools.core.formats.json_text import parse_json
from tools.mcp.failures import Answered, AnswerTooLongError
from tools.mcp.limits import MAX_ANSWER_BYTES, MAX_REFUSAL_BYTES
from tools.outbound.addresses import AddressGuard, Route
from tools.outbound.connections import TUNNEL_PIECE, as_httpx_errors, core_request, tls_settings
from tools.outbound.content_coding import Decode, decoder_of
from tools.outbound.proxy import tunnel

SESSION_HEADER = "mcp-session-id"
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


_KEPT_OPEN_S = 30.0
_OF_THE_BODY = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class GuardedAsyncBackend(httpcore2.AsyncNetworkBackend):
    """Opens connections to the very addresses that were checked."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard
        self._sockets = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore2's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        routes = await anyio.to_thread.run_sync(self._guard.routes, host, port)
        failed: Exception = httpcore2.ConnectError("no address")
        for route in routes:
            wait_s = None if timeout is None else timeout / len(routes)
            try:
                stream = await self._sockets.connect_tcp(route.host, route.port, wait_s, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = route.failure(error)
            else:
                await _open_tunnel(stream, route, port, timeout)
                return stream
        raise failed

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore2's signature
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Refuse: local sockets are never called."""
        raise httpcore2.ConnectError("local sockets cannot be called")


async def _open_tunnel(stream: httpcore2.AsyncNetworkStream, route: Route, port: int, wait_s: float | None) -> None:
    if route.proxy is None:
        return
    steps = tunnel(route.proxy, route.address, port)
    try:
        wanted = next(steps)
        while True:
            if wanted is None:
                wanted = steps.send(await stream.read(TUNNEL_PIECE, wait_s))
            else:
                await stream.write(wanted, wait_s)
                wanted = next(steps)
    except StopIteration:
        return
    except BaseException:
        await stream.aclose()
        raise


class GuardedAsyncTransport(httpx2.AsyncBaseTransport):
    """Sends requests over guarded connections, redirects included; `on_answer` sees every answer's status."""

    def __init__(self, guard: AddressGuard, on_answer: Callable[[Answered], None]) -> None:
        self._guard = guard
        self._on_answer = on_answer
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls_settings(), keepalive_expiry=_KEPT_OPEN_S, network_backend=GuardedAsyncBackend(guard)
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = self._guard.check_url(str(request.url))
        with as_httpx_errors():
            response = await self._pool.handle_async_request(core_request(request, url))
        headers = httpx2.Headers(response.headers)
        self._on_answer(Answered(response.status, seconds_of(headers.get("retry-after", ""))))
        decode = decoder_of(headers)
        is_stream = headers.get("content-type", "").startswith("text/event-stream")
        body = _Body(response, decode, None if is_stream else MAX_ANSWER_BYTES)
        if may_be_forgotten(response.status, in_session=SESSION_HEADER in request.headers):
            return await _refusal(response.status, headers, body)
        return httpx2.Response(
            status_code=response.status,
            headers=headers,
            stream=body,
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        """Close what is still open."""
        await self._pool.aclose()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, response: httpcore2.Response, decode: Decode, max_bytes: int | None) -> None:
        self._response = response
        self._decode = decode
        self._max_bytes = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        with as_httpx_errors():
            async for raw in self._response.aiter_stream():
                for piece in self._decode(raw):
                    size += len(piece)
                    if self._max_bytes is not None and size > self._max_bytes:
                        raise AnswerTooLongError
                    yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


async def _refusal(status: int, headers: httpx2.Headers, body: _Body) -> httpx2.Response:
    """Return the answer, read; a bare 404 where it means that the session is forgotten."""
    found = bytearray()
    try:
        async for piece in body:
            found += piece
            if len(found) > MAX_REFUSAL_BYTES:
                break
    except AnswerTooLongError:
        pass
    finally:
        await body.aclose()
    content = bytes(found[:MAX_REFUSAL_BYTES])
    if is_forgotten(status, content):
        return httpx2.Response(404)
    kept = {name: value for name, value in headers.items() if name not in _OF_THE_BODY}
    return httpx2.Response(status, headers=kept, content=content)
