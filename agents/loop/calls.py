"""Runs the tool calls of one reply: journal, order or threads, events. Pure."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NoReturn

from agents.core.errors import ApprovalNeededError, ChildRunOpenError, OutcomeUnknownError, RunCancelledError
from agents.core.events import ChildRunFinished, ChildRunStarted, ToolCallFinished, ToolCallStarted
from agents.core.journal import CallEnded
from agents.core.messages import ToolCallPart, Usage
from agents.core.ports import LoopSink, OfferedTool, Toolbox
from agents.loop import prompts
from agents.loop.journal_replay import Replay
from agents.loop.result_text import shortened_envelope, shortened_translations
from agents.loop.untrusted_text import UntrustedText
from tools.core.call.arguments import parse_arguments
from tools.core.call.nothing_found import OnEmpty, settled
from tools.core.definitions import ApprovalRequest, CancelToken, EffectClass, JsonObject, ToolCall
from tools.core.envelope import ToolResult, is_success, tool_failed
from tools.core.errors import ToolArgumentsError
from tools.core.ports import InTransaction, immediately
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.core.tool_id import NO_TOOL, ToolId
from tools.core.workflow_tool import ChildRun

MAX_PARALLEL_CALLS = 8


@dataclass(frozen=True, slots=True)
class ToolRecord:
    id: str
    round: int
    tool_id: ToolId
    """NO_TOOL when the model made the name up."""
    function: str
    title: str
    arguments: JsonObject
    """Redacted."""
    result: ToolResult

    def as_json(self) -> JsonObject:
        """Return {id, round, tool, function, title, arguments, result}; `result` is the whole envelope."""
        return {
            "id": self.id,
            "round": self.round,
            "tool": self.tool_id or self.function,
            "function": self.function,
            "title": self.title,
            "arguments": self.arguments,
            "result": self.result.to_json(),
        }


class CallRunner:
    """Runs calls through a toolbox, journaling each result before reporting it.

    `on_empty` handles tools that find nothing; None: as the tool declares, else as a failure.
    """

    def __init__(
        self,
        toolbox: Toolbox,
        replay: Replay,
        sink: LoopSink,
        cancel: CancelToken,
        *,
        timeout_s: float,
        stop_on_failure: bool,
        on_empty: OnEmpty | None = None,
        untrusted: UntrustedText | None = None,
        most_attempts: int | None = None,
        answer_was_lost: bool = False,
    ) -> None:
        self._toolbox = toolbox
        self._replay = replay
        self._sink = sink
        self._cancel = cancel
        self._timeout_s = timeout_s
        self._stop_on_failure = stop_on_failure
        self._on_empty = on_empty
        self._untrusted = untrusted or UntrustedText()
        self._most_attempts = most_attempts
        self._answer_was_lost = answer_was_lost
        self._offered = {tool.function.name: tool for tool in toolbox.tools()}

    def offer(self, offered: Sequence[OfferedTool]) -> None:
        """Know the tools that are offered from now on, beside those that were."""
        self._offered |= {tool.function.name: tool for tool in offered}

    def run(self, parts: Sequence[ToolCallPart], round_: int) -> list[ToolRecord]:
        """Run every call and return the records in call order; ordered calls after one that stops are skipped.

        Raises:
            OutcomeUnknownError: an unrepeatable call was interrupted in an earlier attempt.
            ApprovalNeededError: a person must approve a call first; the other calls of the reply have their results.
            ChildRunOpenError: a call's run is still open.
            RunCancelledError: the work was stopped.
        """
        calls = [self._toolbox.prepare(self._as_decided(part, round_)) for part in parts]
        self._refuse_unknown_outcome(calls, round_)
        self._emit_newest_again(calls, round_)
        open_calls = [prepared for prepared in calls if self._result(prepared, round_) is None]
        if len(open_calls) > 1 and all(map(_may_repeat, calls)):
            self._run_in_parallel(open_calls, round_)
        else:
            self._run_in_order(calls, round_)
        records = list(self._records(calls, round_))
        self._untrusted.read(record.result for record in records)
        return records

    def stops_after(self, result: ToolResult) -> bool:
        """Say whether the conversation ends with this result: a failure, or nothing found where that stops it."""
        stops = self._stop_on_failure
        if result.facts.empty and self._on_empty is not None:
            stops = self._on_empty == "stop"
        return stops and tool_failed(result)

    def _as_decided(self, part: ToolCallPart, round_: int) -> ToolCall:
        """Return the call as a person has decided about it, marked when text from outside may be in it."""
        decided = self._replay.asked_arguments(round_, part.id)
        arguments = part.arguments if decided is None else decided
        if self._untrusted.is_present:
            with suppress(ToolArgumentsError):
                arguments = parse_arguments(arguments)
        return ToolCall(part.id, part.name, arguments, self._untrusted.may_reach(arguments))

    def _result(self, prepared: PreparedCall, round_: int) -> CallEnded | None:
        return self._replay.result(round_, prepared.call.id)

    def _refuse_unknown_outcome(self, calls: Sequence[PreparedCall], round_: int) -> None:
        for prepared in calls:
            call = prepared.call
            if self._replay.was_started(round_, call.id) and self._result(prepared, round_) is None:
                offered = self._offered.get(call.name)
                raise OutcomeUnknownError(
                    prompts.unknown_outcome(self._title(call)),
                    details={
                        "call_id": call.id,
                        "round": round_,
                        "tool": self._title(call),
                        "arguments": {**(offered.fixed if offered else {}), **prepared.shown},
                        "destination": offered.destination if offered else "",
                    },
                )

    def _emit_newest_again(self, calls: Sequence[PreparedCall], round_: int) -> None:
        for prepared in calls:
            stored = self._result(prepared, round_)
            if stored is not None and self._replay.is_newest_result(round_, prepared.call.id):
                self._emit_finished(prepared.call, round_, stored, replayed=True)

    def _run_in_order(self, calls: Sequence[PreparedCall], round_: int) -> None:
        has_run = False
        for prepared in calls:
            stored = self._result(prepared, round_)
            if stored is None:
                self._stop_if_cancelled()
                # A call before it may have changed the tools, or taken so long that somebody else has.
                current = self._toolbox.prepare(prepared.call) if has_run else prepared
                stored, has_run = self._run_next(current, round_), True
            if self.stops_after(stored.result):
                return

    def _run_next(self, prepared: PreparedCall, round_: int) -> CallEnded:
        self._park(prepared, round_, self._question(prepared, round_))
        self._toolbox.reserve([prepared])
        if not _may_repeat(prepared):
            self._replay.store_started(round_, prepared.call.id)
        self._emit_started(prepared, round_)
        stored = self._run(prepared, round_, self._replay.in_transaction)
        if (child := _open_child(stored)) is not None:
            self._wait_for(prepared.call, round_, child)
        self._keep(prepared.call, round_, stored)
        return stored

    def _run_in_parallel(self, calls: Sequence[PreparedCall], round_: int) -> None:
        self._stop_if_cancelled()
        # None of them is sure to come before the others.
        self._replay.settle()
        questions = {prepared.call.id: self._question(prepared, round_) for prepared in calls}
        free = [prepared for prepared in calls if questions[prepared.call.id] is None]
        waiting = self._run_free(free, round_)
        if any(self._stopped(prepared, round_) for prepared in free):
            return
        for prepared in calls:
            call = prepared.call
            self._park(prepared, round_, questions[call.id])
            if call.id in waiting:
                self._wait_for(call, round_, waiting[call.id])

    def _run_free(self, calls: Sequence[PreparedCall], round_: int) -> Mapping[str, ChildRun]:
        """Run calls at the same time that nobody has to approve; return the open runs that they started, by call."""
        waiting: dict[str, ChildRun] = {}
        if not calls:
            return waiting
        self._toolbox.reserve(calls)
        with ThreadPoolExecutor(min(len(calls), MAX_PARALLEL_CALLS), thread_name_prefix="tool-call") as pool:
            futures = {}
            for prepared in calls:
                self._emit_started(prepared, round_)
                futures[pool.submit(self._run, prepared, round_)] = prepared.call
            errors: list[BaseException] = []
            for future in as_completed(futures):
                call, error = futures[future], future.exception()
                if error is not None:
                    errors.append(error)
                elif (child := _open_child(future.result())) is not None:
                    waiting[call.id] = child
                    self._note_waiting(call, round_, child)
                else:
                    self._keep(call, round_, future.result())
        if errors:
            raise errors[0]
        return waiting

    def _stopped(self, prepared: PreparedCall, round_: int) -> bool:
        stored = self._result(prepared, round_)
        return stored is not None and self.stops_after(stored.result)

    def _question(self, prepared: PreparedCall, round_: int) -> ApprovalRequest | None:
        """Return what a person must be asked now."""
        return prepared.question if self._replay.approval(round_, prepared.call.id) is None else None

    def _park(self, prepared: PreparedCall, round_: int, question: ApprovalRequest | None) -> None:
        """Stop until a person has decided about the call; the journal keeps what was asked about."""
        if question is None:
            return
        call_id = prepared.call.id
        if self._replay.asked_arguments(round_, call_id) is None:
            self._replay.store_asked(round_, call_id, prepared.arguments)
        raise ApprovalNeededError(
            prompts.approval_needed(question.title),
            details=question.to_json() | {"call_id": call_id, "round": round_},
        )

    def _run(self, prepared: PreparedCall, round_: int, store: InTransaction = immediately) -> CallEnded:
        started = time.monotonic()
        approval = self._replay.approval(round_, prepared.call.id)
        options = CallOptions(
            self._timeout_s, self._cancel, approval, store, self._most_attempts, self._answer_was_lost
        )
        result = settled(self._toolbox.run(prepared, options), self._on_empty)
        duration_ms = round((time.monotonic() - started) * 1000)
        return CallEnded(round_, prepared.call.id, result=result, duration_ms=duration_ms)

    def _keep(self, call: ToolCall, round_: int, stored: CallEnded) -> None:
        child = stored.result.facts.child_run
        if child is not None:
            stored = replace(stored, duration_ms=child.duration_ms)
            self._sink.emit(ChildRunFinished(call.id, round_, child.run_id, child.title, child.end))
        usage = child.usage if child else stored.result.facts.usage
        stored = replace(stored, child_usage=Usage.from_json(usage))
        self._replay.store_result(stored)
        self._emit_finished(call, round_, stored)

    def _note_waiting(self, call: ToolCall, round_: int, child: ChildRun) -> None:
        """Remember that the call has its run, so that its beginning is reported once."""
        if not self._replay.is_waiting(round_, call.id):
            self._sink.emit(ChildRunStarted(call.id, round_, child.run_id, child.title))
            self._replay.store_waiting(round_, call.id, child)

    def _wait_for(self, call: ToolCall, round_: int, child: ChildRun) -> NoReturn:
        """Stop until the run is over; the call then finds it again."""
        self._note_waiting(call, round_, child)
        details = {"run_id": child.run_id, "workflow": {"name": child.title}, "call_id": call.id, "round": round_}
        raise ChildRunOpenError(
            prompts.child_run_open(child.title), details=details | {"look_again_s": child.look_again_s}
        )

    def _records(self, calls: Sequence[PreparedCall], round_: int) -> Iterator[ToolRecord]:
        for prepared in calls:
            call, stored = prepared.call, self._result(prepared, round_)
            if stored is not None:
                yield ToolRecord(
                    call.id, round_, self._tool_id(call), call.name, self._title(call), prepared.shown, stored.result
                )

    def _stop_if_cancelled(self) -> None:
        if self._cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")

    def _title(self, call: ToolCall) -> str:
        tool: OfferedTool | None = self._offered.get(call.name)
        return tool.title if tool else call.name

    def _tool_id(self, call: ToolCall) -> ToolId:
        tool = self._offered.get(call.name)
        return tool.tool_id if tool else NO_TOOL

    def _emit_started(self, prepared: PreparedCall, round_: int) -> None:
        call = prepared.call
        if self._replay.is_waiting(round_, call.id):
            return
        event = ToolCallStarted(
            call_id=call.id,
            round=round_,
            tool_id=self._tool_id(call),
            function=call.name,
            title=self._title(call),
            arguments=prepared.shown,
        )
        self._sink.emit(event)

    def _emit_finished(self, call: ToolCall, round_: int, stored: CallEnded, *, replayed: bool = False) -> None:
        event = ToolCallFinished(
            call_id=call.id,
            round=round_,
            tool_id=self._tool_id(call),
            function=call.name,
            title=self._title(call),
            success=is_success(stored.result),
            result=shortened_envelope(stored.result),
            duration_ms=stored.duration_ms,
            test_mode=is_test_result(stored.result),
            translations=shortened_translations(stored.result),
        )
        self._sink.emit(event, replayed=replayed)


def _may_repeat(prepared: PreparedCall) -> bool:
    return prepared.effect is not EffectClass.UNREPEATABLE


def _open_child(stored: CallEnded) -> ChildRun | None:
    child = stored.result.facts.child_run
    return child if child is not None and child.end == "open" else None


def is_test_result(result: ToolResult) -> bool:
    """Return True when the tool only reported what it would have done."""
    in_data = isinstance(result.data, dict) and result.data.get("testMode") is True
    return in_data or result.facts.test_mode
