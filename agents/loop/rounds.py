"""Asks the model round by round: journal, stream, events. Pure."""

import time
from collections.abc import Sequence
from dataclasses import replace

from agents.core.errors import RunCancelledError
from agents.core.events import ModelCallFinished, ModelCallStarted
from agents.core.journal import ModelReplied
from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.core.ports import LoopSink, OfferedTool
from agents.core.tokens import estimated_tokens
from agents.loop.journal_replay import Replay
from agents.loop.request import LoopRequest
from agents.loop.result_text import shortened_thoughts
from agents.providers.base import ModelClient, ModelRequest, ReplyCompleted, ToolChoice, closing_stream
from agents.providers.failures import failure
from tools.core.definitions import CancelToken, JsonObject
from tools.core.registered.files import StoredFile
from tools.core.text import Text


def prompt_json(request: ModelRequest, kept: int) -> JsonObject:
    """Return {messages: [{role, text, calls, files}], functions: [{name, description}]} without empty values.

    Files are named only. The first `kept` messages are in earlier rounds, with the same functions.
    """
    messages = [
        {
            "role": message.role,
            "text": message.text,
            **({"calls": [[call.name, call.arguments] for call in message.tool_calls]} if message.tool_calls else {}),
            **({"files": [file.name for file in message.files]} if message.files else {}),
        }
        for message in request.messages[kept:]
    ]
    if kept:
        return {"messages": messages}
    functions = [{"name": function.name, "description": function.description} for function in request.functions]
    return {"messages": messages, "functions": functions}


_CUT = "{"
"""Arguments that nobody takes for whole."""


class Rounds:
    """Messages of one conversation and the model calls over them.

    `system` is the whole system prompt; `cancel` is checked before each call and between stream pieces.
    """

    def __init__(
        self,
        request: LoopRequest,
        system: str,
        offered: Sequence[OfferedTool],
        client: ModelClient,
        replay: Replay,
        sink: LoopSink,
        cancel: CancelToken,
    ) -> None:
        self._request = request
        self._client = client
        self._replay = replay
        self._sink = sink
        self._cancel = cancel
        self._functions = (*(tool.function for tool in offered), *request.client_functions)
        self._names = {str(tool.tool_id): tool.function.name for tool in offered}
        self._titles = {tool.function.name: Text.of(en=tool.title, **tool.translations) for tool in offered}
        first = [Message("system", system)] if system else []
        self.messages = [*first, *request.examples, *request.messages]
        self.number = 0
        """Number of the newest round, counted from 1."""
        self._kept = 0
        self.replies = Usage()
        """Usage of the replies."""
        self.files: dict[str, StoredFile] = {}
        """Files made by the service in all rounds, by address."""
        self._history = max((index for index, message in enumerate(self.messages) if message.role == "user"), default=0)
        self._call_ids = {call.id for message in request.messages for call in message.tool_calls}

    @property
    def usage(self) -> Usage:
        """Usage of all model calls, including interrupted and repeated ones."""
        return self.replies + self._replay.lost

    def ask(self, choice: ToolChoice) -> ModelReply:
        """Take the reply of the next round from the journal, or else from the model."""
        self.number += 1
        stored = self._replay.reply(self.number)
        if stored is None:
            stored = self._call_model(choice)
            self._replay.store_reply(stored)
            self._emit_reply(stored)
        elif self._replay.is_newest_reply(self.number):
            self._emit_reply(stored, replayed=True)
        reply = stored.reply
        self._call_ids.update(call.id for call in reply.message.tool_calls)
        self.replies += reply.usage
        self.files |= {file.address: file for file in reply.files}
        self.messages.append(reply.message)
        self._kept = len(self.messages)
        return reply

    def offer(self, offered: Sequence[OfferedTool], system: str) -> None:
        """Take other tools from the next round on; the names that were given stay."""
        self._functions = (*(tool.function for tool in offered), *self._request.client_functions)
        self._titles |= {tool.function.name: Text.of(en=tool.title, **tool.translations) for tool in offered}
        if self.messages[0].role == "system":
            self.messages[0] = Message("system", system)

    def leave_out_files(self, pictures: list[Message]) -> bool:
        """Name the files of these messages, and of earlier turns, in their place; False where there are none."""
        shown = {id(message) for message in pictures}
        before = self.messages
        self.messages = [
            _with_names(one) if index < self._history or id(one) in shown else one for index, one in enumerate(before)
        ]
        pictures.clear()
        return self.messages != before

    def ask_again(self, choice: ToolChoice) -> ModelReply:
        """Ask in the round that has just failed."""
        self.number -= 1
        return self.ask(choice)

    def _call_model(self, choice: ToolChoice) -> ModelReplied:
        if self._cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")
        self._replay.settle()
        request = self._model_request(choice)
        for text in self._replay.unfinished(self.number):
            self._replay.store_lost(self.number, self._estimated(request, text))
        self._sink.emit(ModelCallStarted(self.number, self._request.model, self._request.provider))
        started = time.monotonic()
        reply, first_text = self._stream_reply(request)
        duration_ms = _ms_between(started, time.monotonic())
        return ModelReplied(
            self.number,
            reply=self._with_usage(request, self._with_usable_calls(reply, choice)),
            duration_ms=duration_ms,
            first_text_ms=None if first_text is None else _ms_between(started, first_text),
            functions=self._names if self.number == 1 else {},
            prompt=prompt_json(request, self._kept),
        )

    def _stream_reply(self, request: ModelRequest) -> tuple[ModelReply, float | None]:
        """Pass the text on; returns the reply, and the moment of its first words by the monotonic clock."""
        received: list[str] = []
        first_text: float | None = None
        offset = 0
        try:
            with closing_stream(self._client.stream(request, self._cancel)) as events:
                for event in events:
                    if isinstance(event, ReplyCompleted):
                        return event.reply, first_text
                    if first_text is None and event.text:
                        first_text = time.monotonic()
                    if event.text:
                        self._sink.text(f"r{self.number}", offset, event.text)
                    offset += len(event.text)
                    received.append(event.text)
            raise failure("stream", self._request.provider or self._request.model)
        except Exception:
            # A service that has begun to answer is paid, also when it is asked again.
            usage = self._estimated(request, "".join(received)) if received else Usage()
            self._replay.store_lost(self.number, usage)
            raise

    def _estimated(self, request: ModelRequest, received: str) -> Usage:
        sent = [message.text for message in request.messages]
        sent += [call.arguments for message in request.messages for call in message.tool_calls]
        sent += [f"{function.name}{function.description}{function.parameters}" for function in request.functions]
        usage = Usage(sum(map(estimated_tokens, sent)), estimated_tokens(received), estimated=True)
        return self._request.prices.priced(usage)

    def _with_usage(self, request: ModelRequest, reply: ModelReply) -> ModelReply:
        """Return the reply with an estimate where the service keeps silent about what it took."""
        if reply.usage.tokens:
            return reply
        message = reply.message
        written = [message.text, message.thoughts, *(call.arguments for call in message.tool_calls)]
        return replace(reply, usage=self._estimated(request, "".join(written)))

    def _model_request(self, choice: ToolChoice) -> ModelRequest:
        return ModelRequest(
            model=self._request.model,
            messages=tuple(self.messages),
            functions=self._functions,
            titles=self._titles,
            tool_choice=choice,
            temperature=self._request.temperature,
            sampling=self._request.sampling,
            max_tokens=self._request.max_tokens,
            json_schema=self._request.json_schema,
            effort=self._request.effort,
            extra=self._request.extra,
            idempotency_key=self._call_key(),
            keep_file=self._request.keep_file,
            links_files=self._request.links_files,
            history=self._history,
        )

    def _call_key(self) -> str:
        key = self._request.idempotency_key
        return f"{key}-{self.number}" if key else ""

    def _with_usable_calls(self, reply: ModelReply, choice: ToolChoice) -> ModelReply:
        """Drop calls of functions not offered, and replace missing or duplicate ids.

        Some services repeat `call_0` in every reply; the journal and the gateway need unique ids.
        """
        if choice == "none":
            is_call = reply.finish_reason is FinishReason.TOOL_CALLS
            reason = FinishReason.STOP if is_call else reply.finish_reason
            return replace(reply, message=replace(reply.message, tool_calls=()), finish_reason=reason)
        seen = set(self._call_ids)
        calls = []
        for index, call in enumerate(_marked(reply)):
            unique = call if call.id and call.id not in seen else replace(call, id=f"call_{self.number}_{index}")
            seen.add(unique.id)
            calls.append(unique)
        return replace(reply, message=replace(reply.message, tool_calls=tuple(calls)))

    def _emit_reply(self, stored: ModelReplied, *, replayed: bool = False) -> None:
        reply = stored.reply
        event = ModelCallFinished(
            round=self.number,
            finish_reason=reply.finish_reason.value,
            usage=reply.usage.to_json(),
            tool_calls=len(reply.message.tool_calls),
            duration_ms=stored.duration_ms,
            first_text_ms=stored.first_text_ms,
            thoughts=shortened_thoughts(reply.message.thoughts),
        )
        self._sink.emit(event, replayed=replayed)


def _marked(reply: ModelReply) -> tuple[ToolCallPart, ...]:
    """Return the calls; the last one of a reply that was cut before its arguments is marked as broken."""
    calls = reply.message.tool_calls
    if reply.finish_reason is not FinishReason.LENGTH or not calls or calls[-1].arguments.strip():
        return calls
    return (*calls[:-1], replace(calls[-1], arguments=_CUT))


def _ms_between(began: float, ended: float) -> int:
    return round((ended - began) * 1000)


def _with_names(message: Message) -> Message:
    if not message.files:
        return message
    names = ", ".join(file.name for file in message.files)
    return replace(message, text=f"{message.text}\n\n[{names}]".strip(), files=())
