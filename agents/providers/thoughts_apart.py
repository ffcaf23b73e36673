"""Separates thoughts from a model's text for any service. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from agents.core.messages import ModelReply
from agents.core.model_text import AnswerStream, read_text
from agents.providers.base import ModelClient, ModelRequest, ReplyCompleted, StreamEvent, TextDelta, closing_stream
from tools.core.definitions import CancelToken


class ThoughtsApart:
    """Wraps a client: its text is the answer alone, and the thoughts are in the reply's `thoughts`."""

    def __init__(self, inner: ModelClient) -> None:
        self._inner = inner

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        answer, shown = AnswerStream(), 0
        with closing_stream(self._inner.stream(request, cancel)) as events:
            for event in events:
                if isinstance(event, TextDelta):
                    if piece := answer.feed(event.text):
                        shown += len(piece)
                        yield TextDelta(piece)
                    continue
                reply = _apart(event.reply)
                # The beginning of a mark that never became one.
                if rest := reply.message.text[shown:]:
                    yield TextDelta(rest)
                yield ReplyCompleted(reply)


def _apart(reply: ModelReply) -> ModelReply:
    message = reply.message
    thoughts, answer = read_text(message.text)
    if not thoughts and answer == message.text:
        return reply
    both = "\n\n".join(part for part in (message.thoughts, thoughts) if part)
    return replace(reply, message=replace(message, text=answer, thoughts=both))
