"""Plays one track: hands out what was recorded, in order, and remembers where a run asks for something else. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from tools.core.text import Text
from workflow_editor.cassettes.format import (
    AnswerEntry,
    FileEntry,
    ModelEntry,
    ModelRequestEntry,
    NodeEntry,
    SearchEntry,
    ToolEntry,
    Track,
)
from workflow_editor.cassettes.mismatches import CassetteMismatchError, Mismatch, same
from workflow_editor.cassettes.refusals import Refusals
from workflow_editor.errors import NodeError


@dataclass(slots=True)
class PlayedCalls:
    """Recorded calls used by a replay, over all nested runs."""

    tools: list[ToolEntry] = field(default_factory=list)
    """In the order of their calls."""
    duration_ms: int = 0
    """Total of all recorded model and tool calls used."""


@dataclass(slots=True)
class Recording:
    """State shared by all players of a replay.

    `learns` records requests instead of comparing them; `compares_prompts` makes a changed prompt a mismatch.
    """

    learns: bool = False
    compares_prompts: bool = True
    mismatches: list[Mismatch] = field(default_factory=list)
    played: PlayedCalls = field(default_factory=PlayedCalls)
    lock: Lock = field(default_factory=Lock)

    def refuse(self, mismatch: Mismatch) -> CassetteMismatchError:
        """Record a mismatch, even if the graph handles the failure, and return the node's error."""
        with self.lock:
            self.mismatches.append(mismatch)
        return CassetteMismatchError(mismatch)


class NodePlayer:
    """Outside answers to one node in one pass."""

    def __init__(self, entry: NodeEntry, recording: Recording) -> None:
        self.entry = entry
        self._recording = recording
        self._refusals = Refusals(entry.node, entry.scope, recording.refuse)
        self._models = 0
        self._tools: set[int] = set()
        self._answers = 0
        self._children = 0
        self._searches = 0

    def model_call(self, request: ModelRequestEntry) -> ModelEntry:
        """Return the reply to the node's next request.

        Raises:
            CassetteMismatchError: nothing, or another request, was recorded.
            NodeError: the model service failed at this point of the recording.
        """
        round_ = self._models + 1
        if self._models >= len(self.entry.models):
            if self.entry.failure is not None:
                raise NodeError(self.entry.failure.message.text(), code=self.entry.failure.code)
            raise self._refusals.new_model_call(round_)
        entry = self.entry.models[self._models]
        self._models += 1
        if self._recording.learns:
            entry.request = request
        elif self._recording.compares_prompts and entry.request is not None:
            self._refusals.compare(entry.request, request, round_)
        self._count(entry.duration_ms)
        return entry

    def tool_entry(self, call_id: str) -> ToolEntry | None:
        """Return the next unused call with this id, without using it up."""
        found = self._next_tool(call_id)
        return None if found is None else self.entry.tools[found]

    def tool_call(self, call_id: str, function: str, title: str, arguments: Any, *, by_model: bool) -> ToolEntry:
        """Return the recorded result.

        Raises CassetteMismatchError if no such call, or one of another tool or with other arguments, was recorded.
        """
        with self._recording.lock:
            index = self._next_tool(call_id)
            if index is not None:
                self._tools.add(index)
        if index is None:
            raise self._refusals.new_tool_call(title, max(1, self._models))
        entry = self.entry.tools[index]
        if entry.function != function:
            raise self._refusals.other_tool(entry, title)
        # The recorded reply has the arguments of a model's calls.
        if not by_model and not same(entry.arguments, arguments):
            raise self._refusals.other_arguments(entry, arguments)
        with self._recording.lock:
            self._recording.played.tools.append(entry)
        self._count(entry.duration_ms)
        return entry

    def refuse_gone(self, entry: ToolEntry) -> CassetteMismatchError:
        """Return what a call of a tool fails with that the node does not offer any more."""
        return self._refusals.lost_tool(entry)

    def search(self, base: str, question: str) -> SearchEntry:
        """Return the result of the node's next search.

        Raises:
            CassetteMismatchError: nothing, or another query, was recorded.
            NodeError: the search failed in the recording.
        """
        if self._searches >= len(self.entry.searches):
            raise self._refusals.new_search(base)
        entry = self.entry.searches[self._searches]
        self._searches += 1
        if self._recording.learns:
            entry.question = question
        if entry.base != base:
            raise self._refusals.other_search(Text("another knowledge base"), entry.base, base)
        asks_other = entry.question is not None and not same(entry.question, question)
        if self._recording.compares_prompts and asks_other:
            raise self._refusals.other_search(Text("another question"), entry.question, question)
        if entry.failure is not None:
            raise NodeError(entry.failure.message.text(), code=entry.failure.code)
        return entry

    def file(self, file_id: str, opened: Callable[[], FileEntry]) -> FileEntry:
        """Return a recorded file; `opened` is used only while recording. Raises CassetteMismatchError if it was not
        opened.
        """
        known = next((entry for entry in self.entry.files if entry.file_id == file_id), None)
        if known is None and self._recording.learns:
            known = opened()
            self.entry.files.append(known)
        if known is None:
            raise self._refusals.new_file(file_id)
        return known

    def answer(self) -> AnswerEntry | None:
        """Return the next answer; None when there is no other one."""
        if self._answers >= len(self.entry.answers):
            return None
        self._answers += 1
        return self.entry.answers[self._answers - 1]

    def refuse_unanswered(self, kind: str) -> None:
        """Remember that the node waits for an answer that was not recorded."""
        self._refusals.no_answer(kind)

    def child(self) -> Track:
        """Return the next child run's track. Raises CassetteMismatchError if none was recorded."""
        if self._children >= len(self.entry.children):
            raise self._refusals.new_child()
        self._children += 1
        return self.entry.children[self._children - 1]

    def report_unused(self) -> None:
        """Remember what of the recording the node did not ask for."""
        if self._models < len(self.entry.models):
            self._refusals.unused_model(self.entry.models[self._models].round)
            return
        unused = [entry for index, entry in enumerate(self.entry.tools) if index not in self._tools]
        if unused:
            self._refusals.unused_tool(unused[0])
            return
        if self._searches < len(self.entry.searches):
            self._refusals.unused_search(self.entry.searches[self._searches].base)

    def _next_tool(self, call_id: str) -> int | None:
        matching = (index for index, entry in enumerate(self.entry.tools) if entry.call_id == call_id)
        return next((index for index in matching if index not in self._tools), None)

    def _count(self, duration_ms: int) -> None:
        with self._recording.lock:
            self._recording.played.duration_ms += duration_ms


class Player:
    def __init__(self, track: Track, recording: Recording) -> None:
        self.recording = recording
        self._nodes = {(entry.node, entry.scope): NodePlayer(entry, recording) for entry in track.nodes}
        self._children: list[Player] = []

    def node(self, key: str, scope: str) -> NodePlayer:
        """Return the player of a node; one that heard nothing in the recording has an empty one."""
        with self.recording.lock:
            known = self._nodes.get((key, scope))
            if known is None:
                known = self._nodes[key, scope] = NodePlayer(NodeEntry(node=key, scope=scope), self.recording)
            return known

    def child(self, key: str, scope: str) -> "Player":
        """Return the player of a node's next child run. Raises CassetteMismatchError if none was recorded."""
        player = Player(self.node(key, scope).child(), self.recording)
        self._children.append(player)
        return player

    def report_unused(self) -> None:
        """Remember what of the recording nobody asked for; call it once, when the run has ended."""
        for player in self._nodes.values():
            player.report_unused()
        for child in self._children:
            child.report_unused()
