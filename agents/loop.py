"""The tool loop: ask the model, run its calls, give the results back, until it answers. Pure.

Rounds. A round is one model call, counted from 1. In at most `max_rounds` of them the model may ask for tools; after
the last of these it is asked once more without tools. A forced choice (`required` or a named tool) holds for the first
round only: later ones are `auto`, since a model that is always forced could never answer. When a forced model answers
in words all the same (some services cannot force), it is told once more and that round is repeated; a second answer in
words stands.

Repairs. An answer that the request's `check` refuses goes back to the model with the reason, `max_repairs` times.

Crashes. Each reply and each tool result is in the journal before the next step, so the same call of `run_tool_loop`
with the same request continues where the last one stopped.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from agents import prompts
from agents.calls import CallRunner, ToolRecord, text_for_model
from agents.errors import RoundLimitError, RunCancelledError, ToolExecutionFailedError
from agents.foreign_text import ForeignText
from agents.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.ports import Journal, LoopSink, OfferedTool, Toolbox
from agents.prompts import FAILURE_MARKER, FailurePolicy, Language
from agents.providers.base import (
    ModelClient,
    ModelRequest,
    NamedToolChoice,
    ReplyCompleted,
    TextDelta,
    ToolChoice,
    closing_stream,
)
from agents.providers.failures import failure
from agents.replay import Replay, StoredReply
from tools.definitions import CancelToken, JsonObject, Text
from tools.envelope import message_text


@dataclass(frozen=True, slots=True)
class LoopRequest:
    """One task for a model with tools."""

    model: str
    messages: tuple[Message, ...]
    """The conversation without the system message; a node sends one user message."""
    provider: str = ""
    """Shown name of the provider, for events."""
    system: str = ""
    tool_choice: ToolChoice = "auto"
    """A named choice may give the function name, the tool's id or its title."""
    temperature: float | None = None
    max_tokens: int | None = None
    max_rounds: int = 5
    tool_timeout_s: float = 60.0
    on_tool_failure: FailurePolicy = "stop"
    on_max_rounds: Literal["answer", "fail"] = "answer"
    json_schema: JsonObject | None = None
    """Put into the system prompt, and sent in the vendor's own form where the model takes it."""
    extra: dict[str, Any] = field(default_factory=dict)
    """See `ModelRequest.extra`."""
    idempotency_key: str = ""
    """Stable over attempts of the conversation; each of its model calls has a key made from it."""
    language: Language = "en"
    """Language of the tool section, of our own sentences and of error texts."""
    check: Callable[[str], str | None] | None = field(default=None, compare=False)
    """Judges an answer: returns what the model is told so that it does better, or None when the answer will do. It must
    give the same for the same text, since a continued conversation asks it again."""
    max_repairs: int = 0
    """How often an answer that will not do is sent back; the one after that stands."""


@dataclass(frozen=True, slots=True)
class LoopResult:
    """What came of it."""

    text: str
    finish_reason: FinishReason
    usage: Usage
    """Sum over all model calls, those before a crash included."""
    rounds: int
    """Number of model calls."""
    tool_history: tuple[ToolRecord, ...]
    model: str
    """As the provider names it in its last reply."""


def run_tool_loop(
    request: LoopRequest,
    client: ModelClient,
    toolbox: Toolbox,
    journal: Journal,
    sink: LoopSink,
    cancel: CancelToken,
) -> LoopResult:
    """Run the conversation to its end, continuing from the journal.

    Raises:
        ProviderError: the model API failed.
        ToolExecutionFailedError: a tool failed and the policy is `stop`, the model replied with the failure marker, or
            the tool that it must call is not offered.
        RoundLimitError: no answer within the limit and `on_max_rounds` is `fail`.
        OutcomeUnknownError: an unrepeatable call was interrupted in an earlier attempt.
        RunCancelledError: `cancel` was set.
    """
    return _Conversation(request, client, toolbox, Replay(journal), sink, cancel).run()


class _Conversation:
    def __init__(
        self,
        request: LoopRequest,
        client: ModelClient,
        toolbox: Toolbox,
        replay: Replay,
        sink: LoopSink,
        cancel: CancelToken,
    ) -> None:
        self._request = request
        self._client = client
        self._toolbox = toolbox
        self._replay = replay
        self._sink = sink
        self._cancel = cancel
        self._offered = tuple(toolbox.tools())
        self._calls = CallRunner(
            toolbox,
            replay,
            sink,
            cancel,
            timeout_s=request.tool_timeout_s,
            stop_on_failure=request.on_tool_failure == "stop",
            foreign=ForeignText([request.system, *(message.text for message in request.messages)]),
        )
        system = prompts.system_prompt(
            request.system, self._offered, request.json_schema, request.on_tool_failure, request.language
        )
        self._messages = [*([Message("system", system)] if system else []), *request.messages]
        self._round = 0
        self._usage = Usage()
        self._history: list[ToolRecord] = []
        self._call_ids: set[str] = set()
        self._repairs_left = request.max_repairs

    def run(self) -> LoopResult:
        self._tell_skipped()
        choice = self._first_choice()
        nudged = False
        rounds_left = self._request.max_rounds
        while rounds_left > 0:
            reply = self._ask(choice)
            self._stop_on_marker(reply)
            if not reply.message.tool_calls:
                if choice in ("auto", "none") or nudged:
                    complaint = self._complaint(reply.message.text)
                    if complaint is None:
                        return self._result(reply, reply.message.text)
                    self._messages.append(Message("user", complaint))
                    continue
                nudged = True
                wanted = choice.name if isinstance(choice, NamedToolChoice) else None
                self._messages.append(Message("user", prompts.nudge(wanted, self._request.language)))
                continue
            rounds_left -= 1
            self._run_calls(reply.message.tool_calls)
            choice = "auto"
        return self._last_round()

    def _complaint(self, text: str) -> str | None:
        """Return what is wrong with an answer while it may still be repaired."""
        if self._request.check is None or self._repairs_left == 0:
            return None
        complaint = self._request.check(text)
        if complaint is not None:
            self._repairs_left -= 1
        return complaint

    def _tell_skipped(self) -> None:
        if self._replay.is_fresh:
            for tool in self._toolbox.skipped():
                self._sink.emit("tool_skipped", tool.to_json())

    def _first_choice(self) -> ToolChoice:
        choice = self._request.tool_choice
        if isinstance(choice, NamedToolChoice):
            return NamedToolChoice(self._named(choice.name).function.name)
        return choice if self._offered else "none"

    def _named(self, wanted: str) -> OfferedTool:
        for tool in self._offered:
            if wanted in (tool.function.name, tool.tool_id, tool.title):
                return tool
        reasons = [tool.text for tool in self._toolbox.skipped() if wanted in (tool.tool_id, tool.title)]
        raise ToolExecutionFailedError(
            prompts.not_offered(wanted, reasons[0] if reasons else None), details={"tool": wanted}
        )

    def _last_round(self) -> LoopResult:
        self._messages.append(Message("user", prompts.last_round(self._request.language)))
        reply = self._ask("none")
        self._stop_on_marker(reply)
        text = reply.message.text
        if not text.strip():
            if self._request.on_max_rounds == "fail":
                rounds = self._request.max_rounds
                raise RoundLimitError(prompts.round_limit_error(rounds), details={"max_rounds": rounds})
            text = prompts.round_limit_answer(self._request.language)
        return self._result(reply, text)

    def _result(self, reply: ModelReply, text: str) -> LoopResult:
        return LoopResult(text, reply.finish_reason, self._usage, self._round, tuple(self._history), reply.model)

    def _stop_on_marker(self, reply: ModelReply) -> None:
        if not reply.message.tool_calls and reply.message.text.strip() == FAILURE_MARKER:
            failed = [record for record in self._history if not record.result.success]
            if failed:
                self._fail(failed[-1])
            raise ToolExecutionFailedError(prompts.MARKER_SEEN)

    def _fail(self, record: ToolRecord) -> None:
        raise ToolExecutionFailedError(
            prompts.tool_failed(record.title, message_text(record.result)),
            details={"tool": record.title, "tool_id": record.tool_id, "code": record.result.code},
        )

    def _run_calls(self, parts: tuple[ToolCallPart, ...]) -> None:
        records = self._calls.run(parts, self._round)
        self._history.extend(records)
        for record in records:
            if not record.result.success and self._request.on_tool_failure == "stop":
                self._fail(record)
            self._messages.append(
                Message(
                    "tool",
                    text_for_model(record.result),
                    tool_call_id=record.id,
                    is_error=not record.result.success,
                )
            )

    def _ask(self, choice: ToolChoice) -> ModelReply:
        """Take the reply of the next round from the journal, or else from the model."""
        self._round += 1
        stored = self._replay.reply(self._round)
        if stored is None:
            stored = self._call_model(choice)
            self._replay.store_reply(self._round, stored.reply, stored.duration_ms)
            self._tell_reply(stored)
        elif self._replay.is_newest_reply(self._round):
            self._tell_reply(stored, replayed=True)
        reply = stored.reply
        self._call_ids.update(call.id for call in reply.message.tool_calls)
        self._usage += reply.usage
        self._messages.append(reply.message)
        return reply

    def _call_model(self, choice: ToolChoice) -> StoredReply:
        if self._cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")
        model = {"round": self._round, "model": self._request.model, "provider": self._request.provider}
        self._sink.emit("model_call_started", model)
        started = time.monotonic()
        reply = self._stream_reply(self._model_request(choice))
        duration_ms = round((time.monotonic() - started) * 1000)
        return StoredReply(self._with_usable_calls(reply, choice), duration_ms)

    def _stream_reply(self, request: ModelRequest) -> ModelReply:
        offset = 0
        with closing_stream(self._client.stream(request, self._cancel)) as events:
            for event in events:
                if isinstance(event, ReplyCompleted):
                    return event.reply
                self._tell_text(event, offset)
                offset += len(event.text)
        raise failure("stream", self._request.provider or self._request.model)

    def _model_request(self, choice: ToolChoice) -> ModelRequest:
        return ModelRequest(
            model=self._request.model,
            messages=tuple(self._messages),
            functions=tuple(tool.function for tool in self._offered),
            titles={tool.function.name: Text(tool.title, tool.title_zh or tool.title) for tool in self._offered},
            tool_choice=choice,
            temperature=self._request.temperature,
            max_tokens=self._request.max_tokens,
            json_schema=self._request.json_schema,
            extra=self._request.extra,
            idempotency_key=self._call_key(),
        )

    def _call_key(self) -> str:
        key = self._request.idempotency_key
        return f"{key}-{self._round}" if key else ""

    def _with_usable_calls(self, reply: ModelReply, choice: ToolChoice) -> ModelReply:
        """Drop calls that nobody offered, and give calls with a missing or used id one that is theirs alone.

        Some services repeat `call_0` in every reply; the journal and the gateway tell calls apart by id.
        """
        if choice == "none":
            is_call = reply.finish_reason is FinishReason.TOOL_CALLS
            reason = FinishReason.STOP if is_call else reply.finish_reason
            return replace(reply, message=replace(reply.message, tool_calls=()), finish_reason=reason)
        seen = set(self._call_ids)
        calls = []
        for index, call in enumerate(reply.message.tool_calls):
            unique = call if call.id and call.id not in seen else replace(call, id=f"call_{self._round}_{index}")
            seen.add(unique.id)
            calls.append(unique)
        return replace(reply, message=replace(reply.message, tool_calls=tuple(calls)))

    def _tell_text(self, delta: TextDelta, offset: int) -> None:
        if delta.text:
            self._sink.text(f"r{self._round}", offset, delta.text)

    def _tell_reply(self, stored: StoredReply, *, replayed: bool = False) -> None:
        reply = stored.reply
        payload: JsonObject = {
            "round": self._round,
            "finish_reason": reply.finish_reason.value,
            "usage": reply.usage.to_json(),
            "tool_calls": len(reply.message.tool_calls),
            "duration_ms": stored.duration_ms,
        }
        self._sink.emit("model_call_finished", payload | {"replayed": True} if replayed else payload)
