"""Anthropic Messages and every service that speaks its form."""

from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from agents.core.messages import ModelReply
from agents.providers.anthropic_body import continued, message_body
from agents.providers.anthropic_files import files_kept, links_to
from agents.providers.anthropic_reply import ReplyBuilder, whole_reply
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.clients import anthropic_client
from agents.providers.connection import Connection
from agents.providers.sdk_calls import SdkStream, stream_text, text_of
from agents.providers.stream_end import StreamEnd, end_of
from tools.core.definitions import CancelToken, JsonObject

if TYPE_CHECKING:
    from anthropic.types import RawMessageStreamEvent

MAX_PAUSES = 10
"""Continuations of a paused reply: a container can work for minutes."""


class AnthropicMessagesClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        request = self._connection.completed(request)
        origin = self._connection.origin(request.model)
        body = message_body(request, self._connection.capabilities(request.model), origin=origin)
        parts: list[ModelReply] = []
        while True:
            builder = ReplyBuilder(request.model, self._connection.title, origin=origin)
            ends: list[StreamEnd] = []
            yield from self._text(builder, body, _headers(request, len(parts)), cancel, ends)
            parts.append(builder.reply(*ends))
            if not builder.is_paused or len(parts) > MAX_PAUSES:
                break
            body = continued(body, parts[-1].message)
        reply = whole_reply(parts)
        if request.keep_file is not None:
            files = files_kept(reply.message.raw["content"], self._connection, request.keep_file)
            reply = replace(reply, files=tuple(file for file in files.values() if file is not None))
            links = links_to(files) if request.links_files and request.json_schema is None else ""
            if links:
                # The shown and stored text has the links; the service gets it back as it was.
                yield TextDelta(links)
                reply = replace(reply, message=replace(reply.message, text=reply.message.text + links))
        yield ReplyCompleted(reply)

    def _text(
        self,
        builder: ReplyBuilder,
        body: JsonObject,
        headers: dict[str, str],
        cancel: CancelToken,
        ends: list[StreamEnd],
    ) -> Iterator[StreamEvent]:
        def pieces() -> AsyncGenerator[str, None]:
            return text_of(self._opened(body, headers, ends), builder.add, self._connection)

        for text in stream_text(pieces, cancel):
            yield TextDelta(text)

    async def _opened(
        self, body: JsonObject, headers: dict[str, str], ends: list[StreamEnd]
    ) -> "SdkStream[RawMessageStreamEvent]":
        # See `OpenAIChatClient`: the body goes past the SDK's types.
        stream = await anthropic_client(self._connection).messages.create(
            model=body["model"],
            max_tokens=body["max_tokens"],
            messages=[],
            stream=True,
            extra_body=body,
            extra_headers=headers,
        )
        ends.append(end_of(stream.response))
        return stream


def _headers(request: ModelRequest, number: int) -> dict[str, str]:
    """Return the headers of the request, or of a continuation, which is a call of its own."""
    if number == 0 or not request.idempotency_key:
        return request.headers()
    return replace(request, idempotency_key=f"{request.idempotency_key}-{number}").headers()
