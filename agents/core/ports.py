"""What the tool loop needs from the world, as protocols: a toolbox, a journal and a sink. No framework."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from agents.core.events import NodeEvent
from agents.core.journal import JournalEntry
from tools.core.definitions import OfferedTool as OfferedTool  # part of this module's face: the loop's tests build them
from tools.core.definitions import SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.ports import InTransaction, immediately
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
        """Parse, validate, redact and decide the call, once; nothing is sent or stored. A wrong call is prepared too:
        to be refused when it runs."""
        ...

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """Set aside what these calls, which run next, cost by themselves; raises to put them off."""
        ...

    def note_asked(self, prepared: PreparedCall, store: InTransaction = immediately) -> None:
        """Store that a person is asked the call's question."""
        ...

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        """Run the call if the rules still allow it. Never raises for a failing tool: the result reports it.

        Several calls of one reply may run at once, each in a short-lived thread of its own, so an implementation that
        opens something per thread (a database connection) closes it before it returns.

        Raises:
            agents.core.errors.RunCancelledError: `cancel` was set (raised by the caller's adapter).
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
        """Store the entry; it is durable when this returns.

        Args:
            may_wait: it need not be yet: it is when the next entry is, when the conversation's outcome is, or when
                `in_transaction` returns, whichever comes first. For what a crash may cost in between.
        """
        ...

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Make durable whatever waits, in one transaction with what `write` stores; see `InTransaction`.

        Args:
            write: stores something, and nothing more: others wait meanwhile. It may be called again after a cut.
        """
        ...


class LoopSink(Protocol):
    """Where the loop reports what it does."""

    def text(self, stream: str, offset: int, text: str) -> None:
        """A piece of model text; `stream` is `r<round>`, `offset` counts characters from the start of that stream."""
        ...

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        """Take an event; the sink knows which node it is of.

        Args:
            replayed: an earlier process made it, and may have emitted it already; then it is dropped.
        """
        ...
