"""Journal entries: steps of a conversation that must never be repeated, one class per kind.

An entry is created where the step happens and read everywhere: its fields are stored, and only its class knows their
names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from tools.core.definitions import Approval, JsonObject
from tools.core.envelope import ToolResult
from tools.core.registered.files import StoredFile
from tools.core.text import Text

_KINDS: dict[str, type["JournalEntry"]] = {}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Base of all entries. `round` counts model calls from 1; `call_id` is empty where no tool call is meant."""

    kind: ClassVar[str]
    round: int
    call_id: str = ""

    def __init_subclass__(cls) -> None:
        _KINDS[cls.kind] = cls

    @property
    def call(self) -> tuple[int, str]:
        return self.round, self.call_id

    def payload(self) -> JsonObject:
        """Return the JSON form of what is not a column of its own."""
        return {member.name: getattr(self, member.name) for member in fields(self) if member.name not in _COLUMNS}

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        return cls(round_, call_id, **payload)


_COLUMNS = {member.name for member in fields(JournalEntry)}


def read_entry(kind: str, round_: int, call_id: str, payload: JsonObject) -> JournalEntry:
    """Return a stored entry as an instance of its class."""
    return _KINDS[kind].of_payload(round_, call_id, payload)


@dataclass(frozen=True, slots=True)
class ModelReplied(JournalEntry):
    """A model replied after `duration_ms`, with its first words after `first_text_ms`.

    The first reply has the offered `functions` by tool id. `prompt` holds only the messages added since earlier rounds.
    """

    kind = "reply"
    reply: ModelReply = field(kw_only=True)
    duration_ms: int = field(kw_only=True)
    first_text_ms: int | None = field(default=None, kw_only=True)
    functions: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    prompt: JsonObject = field(default_factory=dict, kw_only=True)

    def payload(self) -> JsonObject:
        reply, message = self.reply, self.reply.message
        calls = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls]
        return {
            "text": message.text,
            "tool_calls": calls,
            "raw": message.raw,
            "finish_reason": reply.finish_reason.value,
            "usage": reply.usage.to_json(),
            "model": reply.model,
            "duration_ms": self.duration_ms,
            **({"thoughts": message.thoughts} if message.thoughts else {}),
            **({"first_text_ms": self.first_text_ms} if self.first_text_ms else {}),
            **({"files": [file.to_json() for file in reply.files]} if reply.files else {}),
            **({"functions": self.functions} if self.functions else {}),
            **({"prompt": self.prompt} if self.prompt else {}),
        }

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        calls: list[dict[str, Any]] = payload["tool_calls"]
        message = Message(
            role="assistant",
            text=payload["text"],
            tool_calls=tuple(ToolCallPart(call["id"], call["name"], call["arguments"]) for call in calls),
            raw=payload["raw"],
            thoughts=payload.get("thoughts", ""),
        )
        reply = ModelReply(
            message,
            FinishReason(payload["finish_reason"]),
            Usage.from_json(payload["usage"]),
            payload["model"],
            tuple(StoredFile.from_json(file) for file in payload.get("files", ())),
        )
        return cls(
            round_,
            call_id,
            reply=reply,
            duration_ms=payload["duration_ms"],
            first_text_ms=payload.get("first_text_ms"),
            functions=payload.get("functions", {}),
            prompt=payload.get("prompt", {}),
        )


@dataclass(frozen=True, slots=True)
class ModelReplyLost(JournalEntry):
    """A model call broke off; its `usage` is estimated, since nothing reported it."""

    kind = "reply_lost"
    usage: Usage = field(kw_only=True)

    def payload(self) -> JsonObject:
        return {"usage": self.usage.to_json()}

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        return cls(round_, call_id, usage=Usage.from_json(payload["usage"]))


@dataclass(frozen=True, slots=True)
class ApprovalAsked(JournalEntry):
    """A person must approve a call with these `arguments`, which are as they are, secrets included."""

    kind = "tool_asked"
    arguments: JsonObject = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class ApprovalAnswered(JournalEntry):
    """A person has decided; `arguments` are those that the call is to have."""

    kind = "tool_answered"
    arguments: JsonObject = field(kw_only=True)
    approval: Approval = field(kw_only=True)

    def payload(self) -> JsonObject:
        return {"arguments": self.arguments, "approval": self.approval.to_json()}

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        return cls(round_, call_id, arguments=payload["arguments"], approval=Approval(**payload["approval"]))


@dataclass(frozen=True, slots=True)
class CallBegun(JournalEntry):
    """A call begins that must not be made twice; `attempt` is that of a node that is itself the call."""

    kind = "tool_started"
    attempt: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class CallEnded(JournalEntry):
    """A call has its result, after `duration_ms`; `child_usage` is of the run that it started, or of its search."""

    kind = "tool_result"
    result: ToolResult = field(kw_only=True)
    duration_ms: int = field(kw_only=True)
    child_usage: Usage = field(default_factory=Usage, kw_only=True)

    def payload(self) -> JsonObject:
        return {
            "result": self.result.model_dump(mode="json", by_alias=True),
            "duration_ms": self.duration_ms,
            "child_usage": self.child_usage.to_json(),
        }

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        return cls(
            round_,
            call_id,
            result=ToolResult.model_validate(payload["result"]),
            duration_ms=payload["duration_ms"],
            child_usage=Usage.from_json(payload["child_usage"]),
        )


@dataclass(frozen=True, slots=True)
class CallAllowedAgain(JournalEntry):
    """Takes a `CallBegun` back: a person has decided that the call may be made again."""

    kind = "tool_again"


@dataclass(frozen=True, slots=True)
class CallWaiting(JournalEntry):
    """A call has started a run of its own, which the node waits for; `title` is the tool's."""

    kind = "tool_waiting"
    run_id: str = field(kw_only=True)
    title: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class SearchSkipped:
    """Why a knowledge base gave nothing."""

    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class PassagesFound(JournalEntry):
    """Passages found before the first round (0), or the reason that there are none."""

    kind = "passages"
    knowledge_base: str = field(kw_only=True)
    passages: Sequence[JsonObject] = field(default=(), kw_only=True)
    usage: Usage = field(default_factory=Usage, kw_only=True)
    skipped: SearchSkipped | None = field(default=None, kw_only=True)

    def payload(self) -> JsonObject:
        skipped = self.skipped
        return {
            "knowledge_base": self.knowledge_base,
            "passages": list(self.passages),
            "usage": self.usage.to_json(),
            "skipped": None if skipped is None else {"code": skipped.code, "text": skipped.text.to_json()},
        }

    @classmethod
    def of_payload(cls, round_: int, call_id: str, payload: JsonObject) -> Self:
        skipped = payload["skipped"]
        return cls(
            round_,
            call_id,
            knowledge_base=payload["knowledge_base"],
            passages=payload["passages"],
            usage=Usage.from_json(payload["usage"]),
            skipped=None if skipped is None else SearchSkipped(skipped["code"], Text.of(**skipped["text"])),
        )
