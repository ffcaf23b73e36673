"""Anthropic Messages and every service that speaks its form."""

from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace

from agents.core.messages import ModelReply
from agents.providers.anthropic_body import continued, message_body
from agents.providers.anthropic_files import files_kept, links_to
from agents.providers.anthropic_reply import ReplyBuilder, whole_reply
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.clients import anthropic_client
from agents.providers.connection import Connection
from agents.providers.sdk_calls import stream_text, text_of
from tools.core.definitions import CancelToken, JsonObject

MAX_PAUSES = 10
"""How often a reply may go on that the service has paused: a container can work for minutes."""


class AnthropicMessagesClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        body = message_body(request, self._connection.capabilities(request.model))
        parts: list[ModelReply] = []
        while True:
            builder = ReplyBuilder(request.model, self._connection.title)
            yield from self._text(builder, body, _headers(request, len(parts)), cancel)
            parts.append(builder.reply())
            if not builder.is_paused or len(parts) > MAX_PAUSES:
                break
            body = continued(body, parts[-1].message)
        reply = whole_reply(parts)
        if request.keep_file is not None:
            files = files_kept(reply.message.raw["content"], self._connection, request.keep_file)
            reply = replace(reply, files=tuple(file for file in files.values() if file is not None))
            links = links_to(files) if request.links_files and request.json_schema is None else ""
            if links:
                # What is shown and stored has the links; what goes back to the service is as it was.
                yield TextDelta(links)
                reply = replace(reply, message=replace(reply.message, text=reply.message.text + links))
        yield ReplyCompleted(reply)

    def _text(
        self, builder: ReplyBuilder, body: JsonObject, headers: dict[str, str], cancel: CancelToken
    ) -> Iterator[StreamEvent]:
        messages = anthropic_client(self._connection).messages

        def pieces() -> AsyncGenerator[str, None]:
            # See `OpenAIChatClient`: the body goes past the SDK's types.
            call = messages.create(
                model=body["model"],
                max_tokens=body["max_tokens"],
                messages=[],
                stream=True,
                extra_body=body,
                extra_headers=headers,
            )
            return text_of(call, builder.add, self._connection)

        for text in stream_text(pieces, cancel):
            yield TextDelta(text)


def _headers(request: ModelRequest, number: int) -> dict[str, str]:
    """Return the headers of the request, or of one that goes on with its reply: that is a call of its own."""
    if number == 0 or not request.idempotency_key:
        return request.headers()
    return replace(request, idempotency_key=f"{request.idempotency_key}-{number}").headers()
