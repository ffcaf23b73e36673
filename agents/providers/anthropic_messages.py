"""Anthropic Messages and every service that speaks its form."""

from collections.abc import Iterator
from contextlib import closing

from agents.providers import clients
from agents.providers.anthropic_body import messages_body
from agents.providers.anthropic_reply import ReplyBuilder
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.connection import Connection
from agents.providers.pump import SdkStream, pump
from agents.providers.sdk_errors import provider_error
from tools.definitions import CancelToken


class AnthropicMessagesClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        body = messages_body(request, self._connection.capabilities(request.model))

        def open_stream() -> SdkStream:
            return clients.anthropic_stream(self._connection, "/v1/messages", body, request.headers())

        builder = ReplyBuilder(request.model, self._connection.title)
        try:
            with closing(pump(open_stream, cancel)) as events:
                for event in events:
                    for text in builder.add(event):
                        yield TextDelta(text)
        except Exception as error:
            raise provider_error(error, self._connection) from None
        yield ReplyCompleted(builder.reply())
