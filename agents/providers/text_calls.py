"""Text-based tool calls and results for models without native ones. Pure. Format: `agents.providers.text_protocol`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from agents.core.language import Language, language_of
from agents.core.messages import FinishReason, Message, ModelReply
from agents.providers.base import (
    ModelClient,
    ModelRequest,
    NamedToolChoice,
    ReplyCompleted,
    StreamEvent,
    TextDelta,
    closing_stream,
)
from agents.providers.capabilities import Capabilities
from agents.providers.text_protocol import OPENING, instructions, read_calls, render_call, render_result
from tools.core.definitions import CancelToken

_MUST = {
    "en": "You must call {wanted} now.",
    "zh": "你现在必须调用{wanted}。",
}
_ANY = {"en": "one of the functions", "zh": "其中一个函数"}


class TextCallsClient:
    """Wraps a client; models that have native tool calls pass through as they are."""

    def __init__(self, inner: ModelClient, capabilities: Callable[[str], Capabilities]) -> None:
        self._inner = inner
        self._capabilities = capabilities

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        if self._capabilities(request.model).native_tools:
            return self._inner.stream(request, cancel)
        return self._as_text(request, cancel)

    def _as_text(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        held = _HeldText()
        with closing_stream(self._inner.stream(_without_functions(request), cancel)) as events:
            for event in events:
                if isinstance(event, TextDelta):
                    if piece := held.take(event.text):
                        yield TextDelta(piece)
                    continue
                reply = _with_calls(event.reply)
                # Text that was held back but is no call after all.
                if rest := reply.message.text[held.emitted :]:
                    yield TextDelta(rest)
                yield ReplyCompleted(reply)


class _HeldText:
    """Text as it may be shown: nothing from the first mark on, which may come in pieces."""

    def __init__(self) -> None:
        self._text = ""
        self.emitted = 0

    def take(self, text: str) -> str:
        self._text += text
        lowered = self._text.lower()
        end = lowered.find(OPENING)
        if end < 0:
            end = len(lowered) - _begun(lowered)
        # Spaces before a call are cut from the stored text.
        shown = self._text[:end]
        shown = shown if end == len(self._text) else shown.rstrip()
        piece, self.emitted = shown[self.emitted :], max(self.emitted, len(shown))
        return piece


def _begun(text: str) -> int:
    """Return how many of the last characters may be the beginning of a mark."""
    return next((size for size in range(len(OPENING) - 1, 0, -1) if text.endswith(OPENING[:size])), 0)


def _without_functions(request: ModelRequest) -> ModelRequest:
    names = {call.id: call.name for message in request.messages for call in message.tool_calls}
    messages = [_as_words(message, names) for message in request.messages]
    if request.functions and request.tool_choice != "none":
        messages = _with_instructions(messages, _how_to_call(request, language_of(messages[-1].text)))
    return replace(request, messages=tuple(messages), functions=(), titles={}, tool_choice="auto")


def _how_to_call(request: ModelRequest, language: Language) -> str:
    emitted = instructions(request.functions, language)
    if request.tool_choice == "auto":
        return emitted
    wanted = request.tool_choice.name if isinstance(request.tool_choice, NamedToolChoice) else _ANY[language]
    return f"{emitted}\n\n{_MUST[language].format(wanted=wanted)}"


def _with_instructions(messages: Sequence[Message], emitted: str) -> list[Message]:
    first, *others = messages
    if first.role == "system":
        return [replace(first, text=f"{first.text}\n\n{emitted}"), *others]
    return [Message("system", emitted), *messages]


def _as_words(message: Message, names: dict[str, str]) -> Message:
    if message.role == "tool":
        return Message("user", render_result(names.get(message.tool_call_id, ""), message.text))
    if message.tool_calls:
        written = [message.text, *map(render_call, message.tool_calls)]
        return replace(message, text="\n".join(part for part in written if part), tool_calls=(), raw=None)
    return message


def _with_calls(reply: ModelReply) -> ModelReply:
    text, calls = read_calls(reply.message.text)
    if not calls:
        return reply
    message = replace(reply.message, text=text, tool_calls=calls, raw=None)
    return replace(reply, message=message, finish_reason=FinishReason.TOOL_CALLS)
