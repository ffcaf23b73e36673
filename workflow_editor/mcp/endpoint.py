"""ASGI application /mcp/ beside Django: authentication, then the MCP package's transport.

Neither Django's handler nor Channels run ASGI's lifespan, so the transport's manager starts with the first request.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tools.core.call.advice import MCP_TOKEN
from tools.core.text import Text
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.errors import ForbiddenError
from workflow_editor.mcp.request_token import TOKEN_ID, USER, token_of
from workflow_editor.services.forwarded_addresses import scope_client
from workflow_editor.services.request_users import Headers, headers_of, is_origin_allowed

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

MAX_BODY_BYTES = 1024 * 1024
_DEVELOPMENT_HOSTS = [".localhost", "127.0.0.1", "[::1]"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class McpEndpoint:
    """Answers POST; a GET would open a stream that never ends, and there are no sessions to DELETE."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._runner: asyncio.Task[None] | None = None
        self._begun: asyncio.Future[StreamableHTTPSessionManager] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        if refusal := _refusal(scope["method"], headers):
            await _refuse(send, *refusal)
            return
        try:
            token = await in_database_thread(token_of, headers, scope_client(scope))
        except ForbiddenError as error:
            await _refuse(send, 403, "insufficient_scope", error.text, challenge='Bearer error="insufficient_scope"')
            return
        if token is None:
            await _refuse(
                send, 401, "invalid_token", MCP_TOKEN.text, challenge='Bearer realm="flowloom", error="invalid_token"'
            )
            return
        manager = await self._running()
        await manager.handle_request({**scope, USER: token.user, TOKEN_ID: token.pk}, receive, send)

    async def _running(self) -> "StreamableHTTPSessionManager":
        """Return the manager of this event loop, begun when nobody has yet."""
        loop = asyncio.get_running_loop()
        if self._begun is None or self._loop is not loop:
            self._loop, self._begun = loop, loop.create_future()
            self._runner = loop.create_task(_run(self._begun))
        return await asyncio.shield(self._begun)


async def _run(begun: "asyncio.Future[StreamableHTTPSessionManager]") -> None:
    manager = await asyncio.to_thread(_manager)
    async with manager.run():
        begun.set_result(manager)
        await asyncio.get_running_loop().create_future()


def _manager() -> "StreamableHTTPSessionManager":
    # The MCP package takes a second and forty megabytes, so it is imported with the first message, beside the loop.
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from workflow_editor.mcp.server import mcp_server

    return StreamableHTTPSessionManager(
        mcp_server(), json_response=True, stateless=True, max_request_body_size=MAX_BODY_BYTES
    )


def _refusal(method: str, headers: Headers) -> tuple[int, str, Text] | None:
    allowed = settings.ALLOWED_HOSTS or (_DEVELOPMENT_HOSTS if settings.DEBUG else [])
    if not validate_host(split_domain_port(headers.get("host", ""))[0], allowed):
        return 421, "invalid_host", Text("This server does not serve that host.")
    if not is_origin_allowed(headers):
        return 403, "invalid_origin", Text("Pages from that origin may not call this.")
    if method != "POST":
        return 405, "method_not_allowed", Text("Send MCP messages with POST.")
    return None


async def _refuse(send: Send, status: int, error: str, text: Text, *, challenge: str = "") -> None:
    body = json.dumps({"error": error, "error_description": text.en, "translations": text.translations}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if challenge:
        headers.append((b"www-authenticate", challenge.encode()))
    if status == 405:
        headers.append((b"allow", b"POST"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
