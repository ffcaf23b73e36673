"""A model that says exactly what a test wrote down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from tools.core.definitions import CancelToken
from tools.core.registered.files import StoredFile


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One reply: its text in pieces, then its calls as (id, name, JSON arguments)."""

    text: str | Sequence[str] = ""
    calls: Sequence[tuple[str, str, str]] = ()
    usage: Usage = field(default_factory=lambda: Usage(10, 5))
    raw: Any = None
    files: tuple[StoredFile, ...] = ()
    finish: FinishReason | None = None
    thoughts: str = ""
    breaks: Exception | None = None
    """Comes behind the text in place of the reply."""

    def reply(self, model: str) -> ModelReply:
        text = self.text if isinstance(self.text, str) else "".join(self.text)
        calls = tuple(ToolCallPart(*call) for call in self.calls)
        reason = self.finish or (FinishReason.TOOL_CALLS if calls else FinishReason.STOP)
        message = Message("assistant", text, tool_calls=calls, raw=self.raw, thoughts=self.thoughts)
        return ModelReply(message, reason, self.usage, model, self.files)


@dataclass
class ScriptedModel:
    """Plays its steps in order; an exception as a step is raised.

    A call beyond the script fails at once; a step that nobody asked for fails in `assert_finished`, which the context
    manager calls when the test body passed.
    """

    steps: list[ScriptedReply | Exception]
    requests: list[ModelRequest] = field(default_factory=list)
    closed: int = 0

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        if len(self.requests) >= len(self.steps):
            raise AssertionError(f"The model was called {len(self.requests) + 1} times; the script has fewer steps.")
        step = self.steps[len(self.requests)]
        self.requests.append(request)
        try:
            if isinstance(step, Exception):
                raise step
            for piece in [step.text] if isinstance(step.text, str) else step.text:
                yield TextDelta(piece)
            if step.breaks is not None:
                raise step.breaks
            yield ReplyCompleted(step.reply(request.model))
        finally:
            self.closed += 1

    def assert_finished(self) -> None:
        unused = len(self.steps) - len(self.requests)
        assert unused == 0, f"{unused} steps of the script were not used."

    def __enter__(self) -> "ScriptedModel":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None:
            self.assert_finished()
