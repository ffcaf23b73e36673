"""Tool loop: ask the model, run its calls, return the results, until it answers. Pure.

A round is one model call, counted from 1. The model may use tools in at most `max_rounds` of them; then it is asked
once more without tools. A forced choice (`required` or a named tool) applies to the first round only, later ones are
`auto`, since a model that is always forced could never answer. A forced model that answers in words (some services
cannot force) is reminded once; a second answer in words is accepted.

A reply that calls one of the client's functions ends the conversation: the client runs it, and asks again with the
reply and its result. Our own tools in the same reply are not run.

An answer refused by the request's `check` is returned to the model with the reason, `max_repairs` times.

Replies and results of unrepeatable calls are journaled before the next step, so calling `run_tool_loop` with the same
request resumes after a crash.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from agents.core.attachments import IMAGE_TYPES, MAX_FILES, MAX_TOTAL_BYTES, FilePart, OpenFile, check_file
from agents.core.errors import (
    AttachmentError,
    ClientToolError,
    NothingFoundError,
    ProviderRequestError,
    RoundLimitError,
    ToolExecutionFailedError,
)
from agents.core.events import ToolSkipped, ToolsOffered
from agents.core.language import Language
from agents.core.messages import FinishReason, Message, ModelReply
from agents.core.ports import Journal, LoopSink, Toolbox
from agents.loop import prompts
from agents.loop.calls import CallRunner, ToolRecord
from agents.loop.journal_replay import Replay
from agents.loop.outcome import outcome_of
from agents.loop.prompts import FAILURE_MARKER
from agents.loop.request import LoopRequest as LoopRequest
from agents.loop.request import LoopResult as LoopResult
from agents.loop.result_text import text_for_model
from agents.loop.rounds import Rounds
from agents.loop.untrusted_text import untrusted_text
from agents.providers.base import ModelClient, NamedToolChoice, ToolChoice
from tools.core.definitions import CancelToken
from tools.core.envelope import ToolResult, is_success, message_text
from tools.core.registered.files import MARK, MARKER
from tools.core.tool_id import ToolKind


def run_tool_loop(
    request: LoopRequest,
    client: ModelClient,
    toolbox: Toolbox,
    journal: Journal,
    sink: LoopSink,
    cancel: CancelToken,
) -> LoopResult:
    """Run the conversation to its end, resuming from the journal.

    Raises:
        ProviderError: the model API failed.
        NothingFoundError: a tool found nothing, and that stops the conversation.
        ToolExecutionFailedError: a tool failed and the policy is `stop`, the model replied with the failure marker, or
            a forced tool is not offered.
        ClientToolError: one of the caller's functions has the name of one of our tools.
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
        self._toolbox = toolbox
        self._replay = replay
        self._sink = sink
        self._offered = tuple(toolbox.tools())
        self._calls = CallRunner(
            toolbox,
            replay,
            sink,
            cancel,
            timeout_s=request.tool_timeout_s,
            stop_on_failure=request.on_tool_failure == "stop",
            on_empty=request.on_empty,
            untrusted=untrusted_text(_own_text(request), request.messages, quoted=request.quoted),
        )
        self._rounds = Rounds(request, self._system_prompt(), self._offered, client, replay, sink, cancel)
        self._client_names = frozenset(function.name for function in request.client_functions)
        self._history: list[ToolRecord] = []
        self._shown = 0
        """Number of results with pictures shown."""
        self._pictures: list[Message] = []
        self._sees = True
        """False once the model has refused pictures."""
        self._repairs_left = request.max_repairs

    def run(self) -> LoopResult:
        self._refuse_shared_names()
        self._emit_offer()
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
                    self._rounds.messages.append(Message("user", complaint))
                    continue
                nudged = True
                wanted = choice.name if isinstance(choice, NamedToolChoice) else None
                self._rounds.messages.append(Message("user", prompts.nudge(wanted, self._request.language)))
                continue
            pending = tuple(call for call in reply.message.tool_calls if call.name in self._client_names)
            if pending:
                return replace(self._result(reply, reply.message.text), pending_calls=pending, outcome="answered")
            rounds_left -= 1
            self._run_calls(reply)
            choice = "auto"
        return self._last_round()

    def _refuse_shared_names(self) -> None:
        for tool in self._offered:
            if tool.function.name in self._client_names:
                raise ClientToolError(prompts.name_taken(tool.function.name))

    def _complaint(self, text: str) -> str | None:
        """Return what is wrong with an answer while it may still be repaired."""
        if self._request.check is None or self._repairs_left == 0:
            return None
        complaint = self._request.check(text)
        if complaint is not None:
            self._repairs_left -= 1
        return complaint

    def _emit_offer(self) -> None:
        skipped = self._toolbox.skipped()
        if self._replay.is_fresh and (self._offered or skipped):
            self._sink.emit(ToolsOffered(len(self._offered)))
            for tool in skipped:
                self._sink.emit(ToolSkipped(tool.tool_id, tool.title, tool.code, tool.text.to_json()))

    def _ask(self, choice: ToolChoice) -> ModelReply:
        """Ask the model, with the tools that are offered by now, and with pictures of the newest results."""
        self._take_changed_tools()
        self._show_pictures()
        try:
            return self._rounds.ask(choice)
        except ProviderRequestError:
            # Perhaps a model that cannot see: services have many words for that, and Chinese ones do not even say so.
            self._sees = False
            if not self._rounds.leave_out_files(self._pictures):
                raise
        return self._rounds.ask_again(choice)

    def _take_changed_tools(self) -> None:
        offered = tuple(one for one in self._toolbox.tools() if one.function.name not in self._client_names)
        if offered != self._offered:
            self._offered = offered
            self._rounds.offer(offered, self._system_prompt())
            self._calls.offer(offered)

    def _system_prompt(self) -> str:
        request = self._request
        return prompts.system_prompt(
            request.system, self._offered, request.json_schema, request.on_tool_failure, request.language
        )

    def _show_pictures(self) -> None:
        newest, self._shown = self._history[self._shown :], len(self._history)
        open_file = self._request.open_file if self._sees else None
        shown = picture_message(newest, open_file, self._request.language) if open_file else None
        if shown is not None:
            self._pictures.append(shown)
            self._rounds.messages.append(shown)

    def _first_choice(self) -> ToolChoice:
        choice = self._request.tool_choice
        if isinstance(choice, NamedToolChoice):
            return NamedToolChoice(self._named(choice.name))
        return choice if self._offered or self._client_names else "none"

    def _named(self, wanted: str) -> str:
        if wanted in self._client_names:
            return wanted
        for tool in self._offered:
            if wanted in (tool.function.name, tool.tool_id, tool.title):
                return tool.function.name
        reasons = [tool.text for tool in self._toolbox.skipped() if wanted in (tool.tool_id, tool.title)]
        raise ToolExecutionFailedError(
            prompts.not_offered(wanted, reasons[0] if reasons else None), details={"tool": wanted}
        )

    def _last_round(self) -> LoopResult:
        self._rounds.messages.append(Message("user", prompts.last_round(self._request.language)))
        reply = self._ask("none")
        self._stop_on_marker(reply)
        text = reply.message.text
        if not text.strip():
            if self._request.on_max_rounds == "fail":
                rounds = self._request.max_rounds
                raise RoundLimitError(prompts.round_limit_error(rounds), details={"max_rounds": rounds})
            text = prompts.round_limit_answer(self._request.language)
            return replace(self._result(reply, text), finish_reason=FinishReason.MAX_ROUNDS, outcome="answered")
        return self._result(reply, text)

    def _result(self, reply: ModelReply, text: str) -> LoopResult:
        rounds = self._rounds
        files = tuple(rounds.files.values())
        history = tuple(self._history)
        outcome = outcome_of(text, reply.finish_reason, reply.message.thoughts)
        return LoopResult(
            text, reply.finish_reason, rounds.usage, rounds.number, history, reply.model, files, outcome=outcome
        )

    def _stop_on_marker(self, reply: ModelReply) -> None:
        if not reply.message.tool_calls and reply.message.text.strip() == FAILURE_MARKER:
            failed = [record for record in self._history if not is_success(record.result)]
            if failed:
                self._fail(failed[-1])
            raise ToolExecutionFailedError(prompts.MARKER_SEEN)

    def _fail(self, record: ToolRecord) -> None:
        error, text = ToolExecutionFailedError, prompts.tool_failed
        if record.result.facts.empty:
            error, text = NothingFoundError, prompts.nothing_found
        raise error(
            text(record.title, message_text(record.result)),
            details={"tool": record.title, "tool_id": record.tool_id, "code": record.result.code},
        )

    def _run_calls(self, reply: ModelReply) -> None:
        records = self._calls.run(reply.message.tool_calls, self._rounds.number)
        is_cut = reply.finish_reason is FinishReason.LENGTH
        self._history.extend(records)
        for record in records:
            if self._calls.stops_after(record.result):
                self._fail(record)
            self._rounds.messages.append(
                Message(
                    "tool",
                    text_for_model(_explained(record.result) if is_cut else record.result),
                    tool_call_id=record.id,
                    is_error=not is_success(record.result),
                )
            )


def _own_text(request: LoopRequest) -> str:
    return "\n".join([request.system, *(example.text for example in request.examples)])


def _explained(result: ToolResult) -> ToolResult:
    """Return the message for the model about a call cut by the model's token limit."""
    return result.with_message(prompts.CUT_CALL) if result.facts.bad_call else result


def picture_message(records: Sequence[ToolRecord], open_file: OpenFile, language: Language) -> Message | None:
    """Return the message that shows the pictures of results; None if there are none.

    Excess and unreadable pictures are left out: their results name them.
    """
    files: list[FilePart] = []
    for file_id in dict.fromkeys(_picture_ids(records)):
        try:
            file = open_file(file_id)
            check_file(file.name, file.media_type, file.size)
        except AttachmentError:
            continue
        if len(files) < MAX_FILES and sum(one.size for one in files) + file.size <= MAX_TOTAL_BYTES:
            files.append(file)
    if not files:
        return None
    names = ", ".join(file.name for file in files)
    return Message("user", prompts.tool_pictures(names, language), files=tuple(files))


def _picture_ids(records: Sequence[ToolRecord]) -> Iterator[str]:
    for record in records:
        if record.tool_id.kind is ToolKind.MCP:
            yield from _ids_in(record.result.data)


def _ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _ids_in(one)
    elif isinstance(value, dict):
        if value.get(MARKER) == MARK:
            if value.get("type") in IMAGE_TYPES and isinstance(value.get("id"), str):
                yield value["id"]
        else:
            for one in value.values():
                yield from _ids_in(one)
