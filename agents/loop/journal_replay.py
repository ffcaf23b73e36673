"""What one conversation has already done, read from its journal, so that nothing is done or paid for twice. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.core.ports import Journal, JournalEntry
from tools.core.definitions import Approval, JsonObject
from tools.core.envelope import ToolResult
from tools.core.file_port import StoredFile
from tools.core.workflow_tool import ChildRun

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply of an earlier or of this process; `duration_ms` is the time of the model call."""

    reply: ModelReply
    duration_ms: int


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A tool result of an earlier or of this process; `duration_ms` is the time of the tool call."""

    result: ToolResult
    duration_ms: int


class Replay:
    """Index over a journal, kept up to date while the loop writes to it.

    Only the newest entry of a journal can lack its event: the crash came between the two. `is_newest` returns
    which entry that is, so that the loop emits this one event again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._replies: dict[int, StoredReply] = {}
        self._results: dict[tuple[int, str], StoredResult] = {}
        self._started: set[tuple[int, str]] = set()
        self._waiting: set[tuple[int, str]] = set()
        self._asked: dict[tuple[int, str], JsonObject] = {}
        self._approvals: dict[tuple[int, str], Approval] = {}
        self.lost = Usage()
        """What the model calls took that broke off."""
        self._newest: tuple[str, int, str] | None = None
        self._has_reply_waiting = False
        for entry in journal.entries():
            if entry.kind == "passages":
                # Found before the conversation began.
                continue
            self._index(entry)
            self._newest = (entry.kind, entry.round, entry.call_id)

    @property
    def is_fresh(self) -> bool:
        """True when nothing had been done before this process."""
        return self._newest is None

    def reply(self, round_: int) -> StoredReply | None:
        return self._replies.get(round_)

    def result(self, round_: int, call_id: str) -> StoredResult | None:
        return self._results.get((round_, call_id))

    def was_started(self, round_: int, call_id: str) -> bool:
        return (round_, call_id) in self._started

    def is_waiting(self, round_: int, call_id: str) -> bool:
        """True when the call has started a run, whatever became of that."""
        return (round_, call_id) in self._waiting

    def asked_arguments(self, round_: int, call_id: str) -> JsonObject | None:
        """Return the arguments that a person was asked about, or has put in their place; None: nobody was asked."""
        return self._asked.get((round_, call_id))

    def approval(self, round_: int, call_id: str) -> Approval | None:
        """Return what a person decided about the call."""
        return self._approvals.get((round_, call_id))

    def is_newest_reply(self, round_: int) -> bool:
        return self._newest == ("reply", round_, "")

    def is_newest_result(self, round_: int, call_id: str) -> bool:
        return self._newest == ("tool_result", round_, call_id)

    def store_reply(
        self, round_: int, reply: ModelReply, duration_ms: int, functions: Mapping[str, str] | None = None
    ) -> None:
        """Keep a reply. It waits for what follows at once: the outcome, its first call, or `settle`.

        Args:
            functions: names by tool id of what was offered, for `offered_names`.
        """
        payload = encode_reply(reply) | {"duration_ms": duration_ms} | ({"functions": functions} if functions else {})
        entry = JournalEntry("reply", round_, payload=payload)
        self._append(entry, may_wait=True)
        self._has_reply_waiting = True

    def unfinished(self, round_: int) -> Sequence[str]:
        """See `Journal.unfinished`."""
        return self._journal.unfinished(round_)

    def store_lost(self, round_: int, usage: Usage) -> None:
        """Keep what a model call took that broke off; it waits for what follows."""
        self._append(JournalEntry("reply_lost", round_, payload={"usage": usage.to_json()}), may_wait=True)

    def settle(self) -> None:
        """Make a reply durable that nothing has taken along yet."""
        if self._has_reply_waiting:
            self.in_transaction(lambda: None)

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Make durable whatever waits, in one transaction with what `write` stores."""
        written = self._journal.in_transaction(write)
        self._has_reply_waiting = False
        return written

    def store_asked(self, round_: int, call_id: str, arguments: JsonObject) -> None:
        self._append(JournalEntry("tool_asked", round_, call_id, {"arguments": arguments}))

    def store_started(self, round_: int, call_id: str) -> None:
        """Keep that a call begins which must not be made twice; it waits for the `in_transaction` of that call."""
        self._append(JournalEntry("tool_started", round_, call_id), may_wait=True)

    def store_waiting(self, round_: int, call_id: str, child: ChildRun) -> None:
        about = {"run_id": child.run_id, "title": child.title}
        self._append(JournalEntry("tool_waiting", round_, call_id, about))

    def store_result(self, round_: int, call_id: str, result: ToolResult, duration_ms: int, usage: JsonObject) -> None:
        """Keep a result; that of a call that may be made again waits for what follows it.

        Args:
            usage: of the run which the call has started, or of the search that it was, if any.
        """
        payload = result.model_dump(mode="json", by_alias=True) | {"duration_ms": duration_ms}
        entry = JournalEntry("tool_result", round_, call_id, payload | ({"child_usage": usage} if usage else {}))
        self._append(entry, may_wait=not self.was_started(round_, call_id))

    def _append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        self._journal.append(entry, may_wait=may_wait)
        self._has_reply_waiting = self._has_reply_waiting and may_wait
        self._index(entry)

    def _index(self, entry: JournalEntry) -> None:
        call = (entry.round, entry.call_id)
        duration_ms = int(entry.payload.get("duration_ms", 0))
        if entry.kind == "reply":
            self._replies[entry.round] = StoredReply(decode_reply(entry.payload), duration_ms)
        elif entry.kind == "reply_lost":
            self.lost += Usage.from_json(entry.payload["usage"])
        elif entry.kind == "tool_started":
            self._started.add(call)
        elif entry.kind == "tool_waiting":
            self._waiting.add(call)
        elif entry.kind == "tool_again":
            self._started.discard(call)
        elif entry.kind == "tool_asked":
            self._asked[call] = entry.payload["arguments"]
        elif entry.kind == "tool_answered":
            self._asked[call], self._approvals[call] = decode_answer(entry.payload)
        elif entry.kind == "tool_result":
            self._results[call] = StoredResult(ToolResult.model_validate(entry.payload), duration_ms)


def offered_names(journal: Journal) -> Mapping[str, str]:
    """Return the function names by tool id that the conversation began with; none before its first reply."""
    named = (entry.payload["functions"] for entry in journal.entries() if "functions" in entry.payload)
    return next(named, {})


def encode_answer(arguments: JsonObject, approval: Approval) -> JsonObject:
    """Return the payload of `tool_answered`."""
    return approval.to_json() | {"arguments": arguments}


def decode_answer(payload: JsonObject) -> tuple[JsonObject, Approval]:
    fields = dict(payload)
    return fields.pop("arguments"), Approval(**fields)


def encode_reply(reply: ModelReply) -> JsonObject:
    """Return the JSON form: text, tool_calls [{id, name, arguments}], raw, finish_reason, usage, model, and files
    [{address, name, content_type, size}] when there are any."""
    message = reply.message
    return {
        "text": message.text,
        "tool_calls": [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls],
        "raw": message.raw,
        "finish_reason": reply.finish_reason.value,
        "usage": reply.usage.to_json(),
        "model": reply.model,
        **({"files": [file.to_json() for file in reply.files]} if reply.files else {}),
    }


def decode_reply(payload: JsonObject) -> ModelReply:
    calls: list[dict[str, Any]] = payload["tool_calls"]
    message = Message(
        role="assistant",
        text=payload["text"],
        tool_calls=tuple(ToolCallPart(call["id"], call["name"], call["arguments"]) for call in calls),
        raw=payload["raw"],
    )
    usage = Usage(**payload["usage"])
    files = tuple(StoredFile(**file) for file in payload.get("files", ()))
    return ModelReply(message, FinishReason(payload["finish_reason"]), usage, payload["model"], files)
