"""OpenAI Chat Completions and every service that speaks its form."""

from collections.abc import AsyncGenerator, Iterator

from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.clients import openai_client
from agents.providers.connection import Connection
from agents.providers.openai_body import chat_arguments
from agents.providers.openai_reply import ReplyBuilder
from agents.providers.sdk_calls import stream_text, text_of
from tools.core.definitions import CancelToken


class OpenAIChatClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        completions = openai_client(self._connection).chat.completions
        arguments = chat_arguments(request, self._connection.capabilities(request.model))
        builder = ReplyBuilder(request.model, self._connection.title)

        def pieces() -> AsyncGenerator[str, None]:
            call = completions.create(**arguments, stream=True, extra_headers=request.headers())
            return text_of(call, builder.add, self._connection)

        for text in stream_text(pieces, cancel):
            yield TextDelta(text)
        yield ReplyCompleted(builder.reply())
