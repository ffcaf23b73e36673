"""ASGI entry point: HTTP for Django, sockets for Channels."""

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core import signals
from django.core.asgi import get_asgi_application
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
get_asgi_application()  # sets Django up

# Not at the top: these import models, which can be imported only once Django is set up.
from tools.core.formats.encodings import codec_of  # noqa: E402
from workflow_editor.adapters.database.threads import in_database_thread  # noqa: E402
from workflow_editor.adapters.events.disconnect import watch_for_disconnect  # noqa: E402
from workflow_editor.mcp.endpoint import McpEndpoint  # noqa: E402
from workflow_editor.realtime.routing import socket_router  # noqa: E402
from workflow_editor.serving.content_origin import ContentOrigin  # noqa: E402
from workflow_editor.serving.limits.bodies import BodyLimits  # noqa: E402
from workflow_editor.serving.limits.deliveries import DeliveryLimits, turn_of  # noqa: E402

MCP_PATHS = frozenset({"/mcp", "/mcp/"})


class LabelledRequest(ASGIRequest):
    """A request decoded only with encodings of the Encoding Standard; Django accepts slow Python codecs, too."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        super()._set_content_type_params(meta)  # type: ignore[misc]  # Django has it, its stubs do not
        if self.encoding:
            self._encoding = codec_of(self.encoding)


class PooledHandler(ASGIHandler):
    """Answers each request in one thread of a fixed pool with persistent database connections.

    Django's own handler alternates between the event loop and a new thread per request.
    """

    request_class = LabelledRequest

    def __init__(self) -> None:
        self.load_middleware(is_async=False)

    async def read_body(self, receive: Any) -> IO[bytes]:
        """Return the body; what memory does not hold of it is written into the folder of the data, not into /tmp."""
        # Closed by who answers the request.
        body = SpooledTemporaryFile(
            max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, dir=str(settings.FILE_UPLOAD_TEMP_DIR)
        )
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                raise RequestAborted
            body.write(message.get("body", b""))
            more = message.get("more_body", False)
        body.seek(0)
        return cast(IO[bytes], body)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        watch_for_disconnect(scope, receive)
        with body:
            async with turn_of(scope):
                response = await in_database_thread(self._answer, scope, body)
            if not response.streaming:
                await self.send_response(response, send)
                return
            try:
                await self._stream(response, receive, send)
            finally:
                await in_database_thread(response.close)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        signals.request_started.send(sender=self.__class__, scope=scope)
        set_script_prefix(get_script_prefix(scope))
        request, refusal = self.create_request(scope, body)
        response: Any = self.get_response(request) if request is not None else refusal
        # The signal that tells the end of the request names this class as its sender.
        response._handler_class = self.__class__
        if not response.streaming:
            # Its body is complete, so the request is over here, without a second way to this thread.
            response.close()
        return response

    async def _stream(self, response: Any, receive: Any, send: Any) -> None:
        if response.is_async:
            await _while_connected(self.send_response(response, send), receive)
            return
        # Django would collect a synchronous stream in memory first.
        response.streaming_content = _read_in_threads(iter(response.streaming_content))
        await self.send_response(response, send)


async def _while_connected(sending: Coroutine[Any, Any, None], receive: Any) -> None:
    """Send until the end, or cancel what makes the answer as soon as the client has gone away."""
    sender = asyncio.ensure_future(sending)
    # The body is read, so the next message tells that nobody listens any more.
    gone = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((sender, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not sender.done():
            sender.cancel()
        with suppress(asyncio.CancelledError):
            await sender


async def _read_in_threads(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    while (part := await in_database_thread(next, parts, None)) is not None:
        yield part


class HttpRouter:
    """Leads /mcp/, with or without the slash, to the MCP server, and everything else to Django."""

    def __init__(self) -> None:
        self._pages = PooledHandler()
        self._mcp = McpEndpoint()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        app = self._mcp if scope["path"] in MCP_PATHS else self._pages
        await app(scope, receive, send)


application = ContentOrigin(
    ProtocolTypeRouter({"http": BodyLimits(DeliveryLimits(HttpRouter())), "websocket": socket_router()})
)
