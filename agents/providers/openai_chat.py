"""OpenAI Chat Completions and every service that speaks its form."""

from collections.abc import AsyncGenerator, Iterator

from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.clients import openai_client
from agents.providers.connection import Connection
from agents.providers.openai_body import chat_body
from agents.providers.openai_reply import ReplyBuilder
from agents.providers.sdk_calls import SdkStream, stream_text, text_of
from agents.providers.stream_end import StreamEnd, end_of
from tools.core.definitions import CancelToken, JsonObject


class OpenAIChatClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        request = self._connection.completed(request)
        origin = self._connection.origin(request.model)
        body = chat_body(request, self._connection.capabilities(request.model), origin=origin)
        names = [function.name for function in request.functions]
        builder = ReplyBuilder(request.model, self._connection.title, origin=origin, names=names)
        ends: list[StreamEnd] = []

        def pieces() -> AsyncGenerator[str, None]:
            return text_of(self._opened(body, request.headers(), ends), builder.add, self._connection)

        for text in stream_text(pieces, cancel):
            yield TextDelta(text)
        yield ReplyCompleted(builder.reply(*ends))

    async def _opened(self, body: JsonObject, headers: dict[str, str], ends: list[StreamEnd]) -> SdkStream[object]:
        """Open a stream of plain JSON by the SDK's call without types: the typed one traverses each message once per
        message kind.
        """
        from openai import AsyncStream

        stream = await openai_client(self._connection).post(
            "/chat/completions",
            body=body,
            options={"headers": headers},
            cast_to=object,
            stream=True,
            stream_cls=AsyncStream[object],
        )
        ends.append(end_of(stream.response))
        return stream
