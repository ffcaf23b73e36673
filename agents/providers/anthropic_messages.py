"""Anthropic Messages and every service that speaks its form."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from agents.core.messages import ModelReply
from agents.providers import clients
from agents.providers.anthropic_body import continued, messages_body
from agents.providers.anthropic_files import files_kept, links_to
from agents.providers.anthropic_reply import ReplyBuilder, whole_reply
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.connection import Connection
from agents.providers.pump import pump
from agents.providers.sdk_errors import provider_error
from agents.providers.stream_reader import SdkStream
from tools.core.definitions import CancelToken, JsonObject

MAX_PAUSES = 10
"""How often a reply may go on that the service has paused: a container can work for minutes."""


class AnthropicMessagesClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        body = messages_body(request, self._connection.capabilities(request.model))
        parts: list[ModelReply] = []
        while True:
            builder = ReplyBuilder(request.model, self._connection.title)
            yield from self._read(builder, body, _headers(request, len(parts)), cancel)
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

    def _read(
        self, builder: ReplyBuilder, body: JsonObject, headers: dict[str, str], cancel: CancelToken
    ) -> Iterator[StreamEvent]:
        def open_stream() -> SdkStream:
            return clients.anthropic_stream(self._connection, "/v1/messages", body, headers)

        try:
            with closing(pump(open_stream, cancel)) as batches:
                for batch in batches:
                    text = "".join(piece for event in batch for piece in builder.add(event))
                    if text:
                        yield TextDelta(text)
        except Exception as error:
            raise provider_error(error, self._connection) from None


def _headers(request: ModelRequest, number: int) -> dict[str, str]:
    """Return the headers of the request, or of one that goes on with its reply: that is a call of its own."""
    if number == 0 or not request.idempotency_key:
        return request.headers()
    return replace(request, idempotency_key=f"{request.idempotency_key}-{number}").headers()
