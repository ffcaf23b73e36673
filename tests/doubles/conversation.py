"""The world around the tool loop in memory: toolbox, journal, sink and cancel token."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from agents.core.errors import RunCancelledError
from agents.core.events import NodeEvent
from agents.core.journal import JournalEntry, read_entry
from agents.core.ports import OfferedTool
from tools.core.call.arguments import parse_arguments
from tools.core.definitions import (
    Approval,
    ApprovalRequest,
    EffectClass,
    FunctionDefinition,
    JsonObject,
    OperationType,
    SkippedTool,
    ToolCall,
)
from tools.core.envelope import ToolResult, failure, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.core.result_facts import ResultFacts
from tools.core.text import Text
from tools.core.tool_id import NO_TOOL, ToolId

T = TypeVar("T")


def good(data: Any = None, message: str = "done", **facts: Any) -> ToolResult:
    return query_success(data, message).with_facts(ResultFacts(**facts))


def bad(message: str, code: int = 2001, **facts: Any) -> ToolResult:
    return failure(OperationType.QUERY, message, code=code, facts=ResultFacts(**facts))


Behaviour = Callable[[JsonObject], ToolResult]


@dataclass
class FakeTool:
    """One offered tool; `run` gets the parsed arguments."""

    name: str
    run: Behaviour = field(default=lambda arguments: good(arguments))
    effect: EffectClass = EffectClass.REPEATABLE
    title: str = ""
    tool_id: ToolId = NO_TOOL
    needs_approval: bool = False

    def offered(self) -> OfferedTool:
        function = FunctionDefinition(self.name, f"Does {self.name}.", {"type": "object", "properties": {}})
        return OfferedTool(self.tool_id or ToolId(f"tool:{self.name}"), self.title or self.name.title(), function)


class FakeToolbox:
    """Runs fake tools and remembers each call that reached one."""

    def __init__(self, *tools: FakeTool, skipped: Sequence[SkippedTool] = ()) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._skipped = tuple(skipped)
        self._lock = threading.Lock()
        self.calls: list[ToolCall] = []
        self.timeouts: list[float] = []
        self.approvals: list[Approval | None] = []

    def tools(self) -> Sequence[OfferedTool]:
        return [tool.offered() for tool in self._tools.values()]

    def skipped(self) -> Sequence[SkippedTool]:
        return self._skipped

    def prepare(self, call: ToolCall) -> PreparedCall:
        tool, arguments = self._tools.get(call.name), _parsed(call)
        shown = {key: "***" if key == "secret" else value for key, value in (arguments or {}).items()}
        if arguments is None:
            shown = {"raw": call.arguments}
        return PreparedCall(
            call=call,
            arguments=arguments or {},
            shown=shown,
            effect=tool.effect if tool else EffectClass.PURE,
            question=_question(tool, call, shown) if tool and tool.needs_approval else None,
        )

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """Its tools cost nothing."""

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        call = prepared.call
        options.store(lambda: None)
        if options.cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")
        with self._lock:
            self.calls.append(call)
            self.timeouts.append(options.timeout_s)
            self.approvals.append(options.approval)
        if options.approval is not None and options.approval.decision != "approve":
            return bad("Refused.", 1006)
        arguments = _parsed(call)
        if call.name not in self._tools:
            return bad(f"There is no tool {call.name}.", 1001, bad_call=True)
        if arguments is None:
            return bad("The arguments are not JSON.", 1002, bad_call=True)
        return self._tools[call.name].run(arguments)


def _question(tool: FakeTool, call: ToolCall, shown: JsonObject) -> ApprovalRequest:
    reason = Text.of(en="Ask.", zh="需批准。")
    title = tool.name.title()
    return ApprovalRequest(ToolId(f"tool:{tool.name}"), title, call.name, shown, {}, reason, "r1", 1, "", 60, False)


def _parsed(call: ToolCall) -> JsonObject | None:
    try:
        return parse_arguments(call.arguments)
    except ToolArgumentsError:
        return None


class FakeJournal:
    """A list; entries go through JSON, as they would through a database."""

    def __init__(self, entries: Sequence[JournalEntry] = ()) -> None:
        self.rows: list[JournalEntry] = list(entries)
        self.durable = len(self.rows)
        """Number of rows that a crash would leave."""
        self.cut_off: dict[int, Sequence[str]] = {}
        """Text of model calls that an earlier process began and never ended, by round."""

    def entries(self) -> Sequence[JournalEntry]:
        return tuple(self.rows)

    def unfinished(self, round_: int) -> Sequence[str]:
        return self.cut_off.pop(round_, ())

    def append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        payload = json.loads(json.dumps(entry.payload()))
        self.rows.append(read_entry(entry.kind, entry.round, entry.call_id, payload))
        if not may_wait:
            self.durable = len(self.rows)

    def in_transaction(self, write: Callable[[], T]) -> T:
        self.durable = len(self.rows)
        return write()


@dataclass
class RecordingSink:
    """Keeps the payloads of events, those that are replayed with a mark, and text pieces, in order."""

    events: list[tuple[str, JsonObject]] = field(default_factory=list)
    pieces: list[tuple[str, int, str]] = field(default_factory=list)

    def text(self, stream: str, offset: int, text: str) -> None:
        self.pieces.append((stream, offset, text))

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        mark = {"replayed": True} if replayed else {}
        self.events.append((event.type, json.loads(json.dumps(event.payload() | mark))))

    def types(self) -> list[str]:
        return [type_ for type_, _ in self.events]

    def payloads(self, type_: str) -> list[JsonObject]:
        return [payload for reported, payload in self.events if reported == type_]


@dataclass
class Flag:
    """A cancel token that a test sets, at once or after a number of questions."""

    cancelled: bool = False
    after: int | None = None
    asked: int = 0
    time_left_s: float | None = None

    def is_cancelled(self) -> bool:
        self.asked += 1
        return self.cancelled or (self.after is not None and self.asked > self.after)
