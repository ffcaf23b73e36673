"""Plays one track: hands out what was recorded, in order, and remembers where a run asks for something else. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from tools.definitions import Text
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
from workflow_editor.cassettes.misfits import CassetteMisfitError, Misfit, around_difference, names_text, same
from workflow_editor.errors import NodeError

_PASS = Text(" (pass {scope})", "（{scope}）")


@dataclass(slots=True)
class PlayedCalls:
    """What a replay has used so far, over all runs inside of one another."""

    tools: list[ToolEntry] = field(default_factory=list)
    """In the order of their calls."""
    duration_ms: int = 0
    """Of all recorded model and tool calls that were used, one after the other."""


@dataclass(slots=True)
class Recording:
    """What all players of one replay share.

    Args:
        learns: requests are written into the cassette instead of being compared with it.
        compares_prompts: a model that is asked something else than in the recording is a misfit.
    """

    learns: bool = False
    compares_prompts: bool = True
    misfits: list[Misfit] = field(default_factory=list)
    played: PlayedCalls = field(default_factory=PlayedCalls)
    lock: Lock = field(default_factory=Lock)

    def refuse(self, misfit: Misfit) -> CassetteMisfitError:
        """Remember a misfit, whatever the graph makes of the failure, and return what the node fails with."""
        with self.lock:
            self.misfits.append(misfit)
        return CassetteMisfitError(misfit)


class NodePlayer:
    """What one node heard in one pass."""

    def __init__(self, entry: NodeEntry, recording: Recording) -> None:
        self.entry = entry
        self._recording = recording
        self._models = 0
        self._tools: set[int] = set()
        self._answers = 0
        self._children = 0
        self._searches = 0

    def model_call(self, request: ModelRequestEntry) -> ModelEntry:
        """Return the reply to the node's next question.

        Raises:
            CassetteMisfitError: nothing was recorded, or for another question.
            NodeError: the model service failed at this point of the recording.
        """
        round_ = self._models + 1
        if self._models >= len(self.entry.models):
            if self.entry.failure is not None:
                raise NodeError(self.entry.failure.message.text(), code=self.entry.failure.code)
            raise self._new_model_call(round_)
        entry = self.entry.models[self._models]
        self._models += 1
        if self._recording.learns:
            entry.request = request
        elif self._recording.compares_prompts and entry.request is not None:
            self._compare(entry.request, request, round_)
        self._count(entry.duration_ms)
        return entry

    def tool_entry(self, call_id: str) -> ToolEntry | None:
        """Return the next unused call with this id, without using it up."""
        found = self._next_tool(call_id)
        return None if found is None else self.entry.tools[found]

    def tool_call(self, call_id: str, function: str, title: str, arguments: Any, *, by_model: bool) -> ToolEntry:
        """Return what the call gave.

        Raises:
            CassetteMisfitError: no such call was recorded, or one of another tool or with other arguments.
        """
        with self._recording.lock:
            index = self._next_tool(call_id)
            if index is not None:
                self._tools.add(index)
        if index is None:
            raise self._new_tool_call(title)
        entry = self.entry.tools[index]
        if entry.function != function:
            raise self._other_tool(entry, title)
        # What a model calls with stands in its recorded reply.
        if not by_model and not same(entry.arguments, arguments):
            raise self._other_arguments(entry, arguments)
        with self._recording.lock:
            self._recording.played.tools.append(entry)
        self._count(entry.duration_ms)
        return entry

    def refuse_gone(self, entry: ToolEntry) -> CassetteMisfitError:
        """Return what a call of a tool fails with that the node does not offer any more."""
        text = Text(
            f"{self._where.en} calls “{entry.title}” in round {entry.round}, which it does not offer any more.",
            f"{self._where.zh}在第 {entry.round} 轮调用了“{entry.title}”，但该节点已不再提供此工具。",
        )
        return self._refuse("tool_changed", entry.round, text, entry.title, None)

    def search(self, base: str, question: str) -> SearchEntry:
        """Return what the node's next search gave.

        Raises:
            CassetteMisfitError: nothing was recorded, or for another question.
            NodeError: the search failed in the recording.
        """
        if self._searches >= len(self.entry.searches):
            raise self._new_search(base)
        entry = self.entry.searches[self._searches]
        self._searches += 1
        if self._recording.learns:
            entry.question = question
        if entry.base != base:
            raise self._other_search(Text("another knowledge base", "另一个知识库"), entry.base, base)
        asks_other = entry.question is not None and not same(entry.question, question)
        if self._recording.compares_prompts and asks_other:
            raise self._other_search(Text("another question", "另一个问题"), entry.question, question)
        if entry.failure is not None:
            raise NodeError(entry.failure.message.text(), code=entry.failure.code)
        return entry

    def file(self, file_id: str, opened: Callable[[], FileEntry]) -> FileEntry:
        """Return what a stored file was.

        Args:
            opened: opens the file; asked only while the recording learns.
        Raises:
            CassetteMisfitError: the node did not open it in the recording.
        """
        known = next((entry for entry in self.entry.files if entry.file_id == file_id), None)
        if known is None and self._recording.learns:
            known = opened()
            self.entry.files.append(known)
        if known is None:
            text = Text(
                f"{self._where.en} opens a file that it did not open in the recording.",
                f"{self._where.zh}打开了录制时未打开的文件。",
            )
            raise self._refuse("file_new", 0, text, None, file_id)
        return known

    def answer(self) -> AnswerEntry | None:
        """Return the next answer; None when there is no other one."""
        if self._answers >= len(self.entry.answers):
            return None
        self._answers += 1
        return self.entry.answers[self._answers - 1]

    def refuse_unanswered(self, kind: str) -> None:
        """Remember that the node waits for an answer that was not recorded."""
        text = Text(
            f"{self._where.en} waits for an answer that was not recorded.",
            f"{self._where.zh}正在等待一个未录制的答复。",
        )
        self._refuse("answer_missing", 0, text, None, kind)

    def child(self) -> Track:
        """Return what the next child run heard.

        Raises:
            CassetteMisfitError: none was recorded.
        """
        if self._children >= len(self.entry.children):
            text = Text(
                f"{self._where.en} runs another workflow, which was not recorded.",
                f"{self._where.zh}运行了另一个工作流，但没有相应的录制。",
            )
            raise self._refuse("child_run_new", 0, text, None, None)
        self._children += 1
        return self.entry.children[self._children - 1]

    def tell_unused(self) -> None:
        """Remember what of the recording the node did not ask for."""
        if self._models < len(self.entry.models):
            round_ = self.entry.models[self._models].round
            text = Text(
                f"{self._where.en} did not ask the model again in round {round_}, as it did in the recording.",
                f"{self._where.zh}没有像录制时那样在第 {round_} 轮调用模型。",
            )
            self._refuse("recording_unused", round_, text, "model", None)
            return
        unused = [entry for index, entry in enumerate(self.entry.tools) if index not in self._tools]
        if unused:
            first = unused[0]
            text = Text(
                f"{self._where.en} did not call “{first.title}” in round {first.round}, as it did in the recording.",
                f"{self._where.zh}没有像录制时那样在第 {first.round} 轮调用“{first.title}”。",
            )
            self._refuse("recording_unused", first.round, text, first.title, None)
            return
        if self._searches < len(self.entry.searches):
            text = Text(
                f"{self._where.en} did not search its knowledge base, as it did in the recording.",
                f"{self._where.zh}没有像录制时那样检索知识库。",
            )
            self._refuse("recording_unused", 0, text, self.entry.searches[self._searches].base, None)

    def _compare(self, recorded: ModelRequestEntry, found: ModelRequestEntry, round_: int) -> None:
        if recorded.model != found.model:
            text = Text(
                f"{self._where.en} asks another model in round {round_} than in the recording.",
                f"{self._where.zh}在第 {round_} 轮调用的模型与录制时不同。",
            )
            raise self._refuse("model_changed", round_, text, recorded.model, found.model)
        if recorded.functions != found.functions:
            before, now = names_text(recorded.functions), names_text(found.functions)
            text = Text(
                f"{self._where.en} offers other tools in round {round_}: {now.en}. Recorded: {before.en}.",
                f"{self._where.zh}在第 {round_} 轮提供的工具不同：{now.zh}。录制时：{before.zh}。",
            )
            raise self._refuse("tools_changed", round_, text, recorded.functions, found.functions)
        if not same(recorded.system, found.system):
            raise self._other_prompt(Text("system prompt", "系统提示词"), recorded.system, found.system, round_)
        before_texts, now_texts = _texts(recorded), _texts(found)
        if not same(before_texts, now_texts):
            raise self._other_prompt(
                Text("prompt", "提示词"), "\n\n".join(before_texts), "\n\n".join(now_texts), round_
            )

    def _new_search(self, base: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} searches a knowledge base, which was not recorded.",
            f"{self._where.zh}检索了知识库，但没有相应的录制。",
        )
        return self._refuse("search_new", 0, text, None, base)

    def _other_search(self, what: Text, recorded: str | None, found: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} searches with {what.en} than in the recording.",
            f"{self._where.zh}检索时使用了与录制不同的内容：{what.zh}。",
        )
        return self._refuse("search_changed", 0, text, recorded, found)

    def _other_prompt(self, what: Text, recorded: str, found: str, round_: int) -> CassetteMisfitError:
        before, now = around_difference(recorded, found)
        text = Text(
            f"{self._where.en}: the {what.en} of round {round_} is “{now}”. Recorded: “{before}”.",
            f"{self._where.zh}：第 {round_} 轮的{what.zh}为“{now}”。录制时：“{before}”。",
        )
        return self._refuse("prompt_changed", round_, text, recorded, found)

    def _new_model_call(self, round_: int) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} asks a model in round {round_}, for which nothing was recorded.",
            f"{self._where.zh}在第 {round_} 轮调用了模型，但没有相应的录制。",
        )
        return self._refuse("model_call_new", round_, text, None, "model")

    def _new_tool_call(self, title: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} calls “{title}”, for which nothing was recorded.",
            f"{self._where.zh}调用了“{title}”，但没有相应的录制。",
        )
        return self._refuse("tool_call_new", max(1, self._models), text, None, title)

    def _other_tool(self, entry: ToolEntry, title: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} calls “{title}” in round {entry.round}. Recorded: “{entry.title}”.",
            f"{self._where.zh}在第 {entry.round} 轮调用了“{title}”。录制时：“{entry.title}”。",
        )
        return self._refuse("tool_changed", entry.round, text, entry.title, title)

    def _other_arguments(self, entry: ToolEntry, arguments: Any) -> CassetteMisfitError:
        before, now = around_difference(str(entry.arguments), str(arguments))
        text = Text(
            f"{self._where.en} calls “{entry.title}” in round {entry.round} with {now}. Recorded: {before}.",
            f"{self._where.zh}在第 {entry.round} 轮调用“{entry.title}”的参数为 {now}。录制时：{before}。",
        )
        return self._refuse("arguments_changed", entry.round, text, entry.arguments, arguments)

    @property
    def _where(self) -> Text:
        name, scope = self.entry.node, self.entry.scope
        inside = Text(_PASS.en.format(scope=scope), _PASS.zh.format(scope=scope)) if scope else Text("", "")
        return Text(f"Node {name}{inside.en}", f"节点 {name}{inside.zh} ")

    def _refuse(self, code: str, round_: int, text: Text, recorded: Any, found: Any) -> CassetteMisfitError:
        return self._recording.refuse(Misfit(code, self.entry.node, self.entry.scope, round_, text, recorded, found))

    def _next_tool(self, call_id: str) -> int | None:
        matching = (index for index, entry in enumerate(self.entry.tools) if entry.call_id == call_id)
        return next((index for index in matching if index not in self._tools), None)

    def _count(self, duration_ms: int) -> None:
        with self._recording.lock:
            self._recording.played.duration_ms += duration_ms


class Player:
    """The players of one run's nodes."""

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
        """Return the player of the next child run of a node.

        Raises:
            CassetteMisfitError: none was recorded.
        """
        player = Player(self.node(key, scope).child(), self.recording)
        self._children.append(player)
        return player

    def tell_unused(self) -> None:
        """Remember what of the recording nobody asked for; call it once, when the run has ended."""
        for player in self._nodes.values():
            player.tell_unused()
        for child in self._children:
            child.tell_unused()


def _texts(request: ModelRequestEntry) -> Sequence[str]:
    return [f"{turn.role}: {turn.text}" if turn.role != "user" else turn.text for turn in request.messages]
