"""OpenAI Chat Completions and every service that speaks its form."""

from collections.abc import Iterator
from contextlib import closing

from agents.providers import clients
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.connection import Connection
from agents.providers.openai_body import chat_body
from agents.providers.openai_reply import ReplyBuilder
from agents.providers.pump import pump
from agents.providers.sdk_errors import provider_error
from agents.providers.stream_reader import SdkStream
from tools.core.definitions import CancelToken


class OpenAIChatClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        body = chat_body(request, self._connection.capabilities(request.model))

        def open_stream() -> SdkStream:
            return clients.openai_stream(self._connection, "/chat/completions", body, request.headers())

        builder = ReplyBuilder(request.model, self._connection.title)
        try:
            with closing(pump(open_stream, cancel)) as batches:
                for batch in batches:
                    text = "".join(piece for chunk in batch for piece in builder.add(chunk))
                    if text:
                        yield TextDelta(text)
        except Exception as error:
            raise provider_error(error, self._connection) from None
        yield ReplyCompleted(builder.reply())
