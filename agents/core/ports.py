"""Protocols that the tool loop depends on: a toolbox, a journal and a sink. No framework."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from agents.core.events import NodeEvent
from agents.core.journal import JournalEntry
from tools.core.definitions import OfferedTool as OfferedTool  # part of this module's face: the loop's tests build them
from tools.core.definitions import SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions, PreparedCall

T = TypeVar("T")


class Toolbox(Protocol):
    """The tools of one conversation; `tools.calls.gateway` provides it."""

    def tools(self) -> Sequence[OfferedTool]:
        """Return what is offered, in a stable order."""
        ...

    def skipped(self) -> Sequence[SkippedTool]:
        """Return what was wanted but is not offered, and why."""
        ...

    def prepare(self, call: ToolCall) -> PreparedCall:
        """Parse, validate, redact and decide the call, once; nothing is sent or stored. Wrong calls are refused when
        run.
        """
        ...

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """Set aside what these calls, which run next, cost by themselves; raises to put them off."""
        ...

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        """Run the call if the rules still allow it. Never raises for a failing tool: the result reports it.

        Calls of one reply may run concurrently in short-lived threads, so an implementation closes per-thread resources
        (a database connection) before it returns. Raises agents.core.errors.RunCancelledError if `cancel` was set
        (raised by the caller's adapter).
        """
        ...


class Journal(Protocol):
    """Durable, append-only memory of one node run (or chat turn)."""

    def entries(self) -> Sequence[JournalEntry]:
        """Return everything written so far, oldest first."""
        ...

    def unfinished(self, round_: int) -> Sequence[str]:
        """Return the text that came of each model call of the round that an earlier process began and never ended."""
        ...

    def append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        """Store the entry durably.

        `may_wait` defers that to the next entry, the conversation's outcome or `in_transaction`, for steps that a crash
        may repeat.
        """
        ...

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Flush deferred entries in one transaction with `write`; see `InTransaction`.

        `write` only stores something, since others wait, and may be repeated after a lost connection.
        """
        ...


class LoopSink(Protocol):
    def text(self, stream: str, offset: int, text: str) -> None:
        """Take a piece of model text; `stream` is `r<round>`, `offset` counts characters from the stream's start."""
        ...

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        """Take an event of the sink's node. A `replayed` one may have been emitted by an earlier process, and is then
        dropped.
        """
        ...
