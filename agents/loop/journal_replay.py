"""Replays a conversation's journal, so that nothing is done or paid for twice. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from agents.core.journal import (
    ApprovalAnswered,
    ApprovalAsked,
    CallAllowedAgain,
    CallBegun,
    CallEnded,
    CallWaiting,
    JournalEntry,
    ModelReplied,
    ModelReplyLost,
    PassagesFound,
)
from agents.core.messages import Usage
from agents.core.ports import Journal
from tools.core.definitions import Approval, JsonObject
from tools.core.workflow_tool import ChildRun

T = TypeVar("T")


class Replay:
    """Index over a journal, updated as the loop writes.

    Only the newest entry can lack its event, after a crash between the two. `is_newest` identifies it, so the loop
    emits that event again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._replies: dict[int, ModelReplied] = {}
        self._results: dict[tuple[int, str], CallEnded] = {}
        self._started: set[tuple[int, str]] = set()
        self._waiting: set[tuple[int, str]] = set()
        self._asked: dict[tuple[int, str], JsonObject] = {}
        self._approvals: dict[tuple[int, str], Approval] = {}
        self.lost = Usage()
        """Usage of interrupted model calls."""
        self._newest: JournalEntry | None = None
        self._has_reply_waiting = False
        for entry in journal.entries():
            if isinstance(entry, PassagesFound):
                # Found before the conversation began.
                continue
            self._index(entry)
            self._newest = entry

    @property
    def is_fresh(self) -> bool:
        """True when nothing had been done before this process."""
        return self._newest is None

    def reply(self, round_: int) -> ModelReplied | None:
        return self._replies.get(round_)

    def result(self, round_: int, call_id: str) -> CallEnded | None:
        return self._results.get((round_, call_id))

    def was_started(self, round_: int, call_id: str) -> bool:
        return (round_, call_id) in self._started

    def is_waiting(self, round_: int, call_id: str) -> bool:
        """Return True if the call has started a run, whatever its state."""
        return (round_, call_id) in self._waiting

    def asked_arguments(self, round_: int, call_id: str) -> JsonObject | None:
        """Return the arguments that a person was asked about, or has put in their place; None: nobody was asked."""
        return self._asked.get((round_, call_id))

    def approval(self, round_: int, call_id: str) -> Approval | None:
        """Return what a person decided about the call."""
        return self._approvals.get((round_, call_id))

    def is_newest_reply(self, round_: int) -> bool:
        return isinstance(self._newest, ModelReplied) and self._newest.round == round_

    def is_newest_result(self, round_: int, call_id: str) -> bool:
        return isinstance(self._newest, CallEnded) and self._newest.call == (round_, call_id)

    def store_reply(self, replied: ModelReplied) -> None:
        """Keep a reply. It waits for what follows at once: the outcome, its first call, or `settle`."""
        self._append(replied, may_wait=True)
        self._has_reply_waiting = True

    def unfinished(self, round_: int) -> Sequence[str]:
        return self._journal.unfinished(round_)

    def store_lost(self, round_: int, usage: Usage) -> None:
        """Keep what a model call took that broke off; it waits for what follows."""
        self._append(ModelReplyLost(round_, usage=usage), may_wait=True)

    def settle(self) -> None:
        """Make a reply durable that nothing has taken along yet."""
        if self._has_reply_waiting:
            self.in_transaction(lambda: None)

    def in_transaction(self, write: Callable[[], T]) -> T:
        """Flush deferred entries in one transaction with `write`."""
        written = self._journal.in_transaction(write)
        self._has_reply_waiting = False
        return written

    def store_asked(self, round_: int, call_id: str, arguments: JsonObject) -> None:
        self._append(ApprovalAsked(round_, call_id, arguments=arguments))

    def store_started(self, round_: int, call_id: str) -> None:
        """Keep that a call begins which must not be made twice; it waits for the `in_transaction` of that call."""
        self._append(CallBegun(round_, call_id), may_wait=True)

    def store_waiting(self, round_: int, call_id: str, child: ChildRun) -> None:
        self._append(CallWaiting(round_, call_id, run_id=child.run_id, title=child.title))

    def store_result(self, ended: CallEnded) -> None:
        """Keep a result; that of a call that may be made again waits for what follows it."""
        self._append(ended, may_wait=ended.call not in self._started)

    def _append(self, entry: JournalEntry, *, may_wait: bool = False) -> None:
        self._journal.append(entry, may_wait=may_wait)
        self._has_reply_waiting = self._has_reply_waiting and may_wait
        self._index(entry)

    def _index(self, entry: JournalEntry) -> None:
        match entry:
            case ModelReplied():
                self._replies[entry.round] = entry
            case ModelReplyLost():
                self.lost += entry.usage
            case CallBegun():
                self._started.add(entry.call)
            case CallWaiting():
                self._waiting.add(entry.call)
            case CallAllowedAgain():
                self._started.discard(entry.call)
            case ApprovalAsked():
                self._asked[entry.call] = entry.arguments
            case ApprovalAnswered():
                self._asked[entry.call], self._approvals[entry.call] = entry.arguments, entry.approval
            case CallEnded():
                self._results[entry.call] = entry


def offered_names(journal: Journal) -> Mapping[str, str]:
    """Return the function names by tool id that the conversation began with; none before its first reply."""
    named = (entry.functions for entry in journal.entries() if isinstance(entry, ModelReplied) and entry.functions)
    return next(named, {})
