"""What a node is told whose recording does not fit, in words. Pure."""

from collections.abc import Callable, Sequence
from typing import Any

from tools.core.definitions import Text
from workflow_editor.cassettes.format import ModelRequestEntry, ToolEntry
from workflow_editor.cassettes.misfits import CassetteMisfitError, Misfit, around_difference, names_text, same

_PASS = Text(" (pass {scope})", "（{scope}）")


class Refusals:
    """Words for the misfits of one node in one pass; each is remembered, and returned as what the node fails with.

    Args:
        remember: takes a misfit in.
    """

    def __init__(self, node: str, scope: str, remember: Callable[[Misfit], CassetteMisfitError]) -> None:
        self._node = node
        self._scope = scope
        self._remember = remember

    def compare(self, recorded: ModelRequestEntry, found: ModelRequestEntry, round_: int) -> None:
        """Compare what a model is asked with what it was asked.

        Raises:
            CassetteMisfitError: another model, other tools or other words.
        """
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

    def new_search(self, base: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} searches a knowledge base, which was not recorded.",
            f"{self._where.zh}检索了知识库，但没有相应的录制。",
        )
        return self._refuse("search_new", 0, text, None, base)

    def other_search(self, what: Text, recorded: str | None, found: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} searches with {what.en} than in the recording.",
            f"{self._where.zh}检索时使用了与录制不同的内容：{what.zh}。",
        )
        return self._refuse("search_changed", 0, text, recorded, found)

    def new_model_call(self, round_: int) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} asks a model in round {round_}, for which nothing was recorded.",
            f"{self._where.zh}在第 {round_} 轮调用了模型，但没有相应的录制。",
        )
        return self._refuse("model_call_new", round_, text, None, "model")

    def new_tool_call(self, title: str, round_: int) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} calls “{title}”, for which nothing was recorded.",
            f"{self._where.zh}调用了“{title}”，但没有相应的录制。",
        )
        return self._refuse("tool_call_new", round_, text, None, title)

    def other_tool(self, entry: ToolEntry, title: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} calls “{title}” in round {entry.round}. Recorded: “{entry.title}”.",
            f"{self._where.zh}在第 {entry.round} 轮调用了“{title}”。录制时：“{entry.title}”。",
        )
        return self._refuse("tool_changed", entry.round, text, entry.title, title)

    def other_arguments(self, entry: ToolEntry, arguments: Any) -> CassetteMisfitError:
        before, now = around_difference(str(entry.arguments), str(arguments))
        text = Text(
            f"{self._where.en} calls “{entry.title}” in round {entry.round} with {now}. Recorded: {before}.",
            f"{self._where.zh}在第 {entry.round} 轮调用“{entry.title}”的参数为 {now}。录制时：{before}。",
        )
        return self._refuse("arguments_changed", entry.round, text, entry.arguments, arguments)

    def lost_tool(self, entry: ToolEntry) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} calls “{entry.title}” in round {entry.round}, which it does not offer any more.",
            f"{self._where.zh}在第 {entry.round} 轮调用了“{entry.title}”，但该节点已不再提供此工具。",
        )
        return self._refuse("tool_changed", entry.round, text, entry.title, None)

    def new_file(self, file_id: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} opens a file that it did not open in the recording.",
            f"{self._where.zh}打开了录制时未打开的文件。",
        )
        return self._refuse("file_new", 0, text, None, file_id)

    def no_answer(self, kind: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} waits for an answer that was not recorded.",
            f"{self._where.zh}正在等待一个未录制的答复。",
        )
        return self._refuse("answer_missing", 0, text, None, kind)

    def new_child(self) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} runs another workflow, which was not recorded.",
            f"{self._where.zh}运行了另一个工作流，但没有相应的录制。",
        )
        return self._refuse("child_run_new", 0, text, None, None)

    def unused_model(self, round_: int) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} did not ask the model again in round {round_}, as it did in the recording.",
            f"{self._where.zh}没有像录制时那样在第 {round_} 轮调用模型。",
        )
        return self._refuse("recording_unused", round_, text, "model", None)

    def unused_tool(self, entry: ToolEntry) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} did not call “{entry.title}” in round {entry.round}, as it did in the recording.",
            f"{self._where.zh}没有像录制时那样在第 {entry.round} 轮调用“{entry.title}”。",
        )
        return self._refuse("recording_unused", entry.round, text, entry.title, None)

    def unused_search(self, base: str) -> CassetteMisfitError:
        text = Text(
            f"{self._where.en} did not search its knowledge base, as it did in the recording.",
            f"{self._where.zh}没有像录制时那样检索知识库。",
        )
        return self._refuse("recording_unused", 0, text, base, None)

    def _other_prompt(self, what: Text, recorded: str, found: str, round_: int) -> CassetteMisfitError:
        before, now = around_difference(recorded, found)
        text = Text(
            f"{self._where.en}: the {what.en} of round {round_} is “{now}”. Recorded: “{before}”.",
            f"{self._where.zh}：第 {round_} 轮的{what.zh}为“{now}”。录制时：“{before}”。",
        )
        return self._refuse("prompt_changed", round_, text, recorded, found)

    @property
    def _where(self) -> Text:
        name, scope = self._node, self._scope
        inside = Text(_PASS.en.format(scope=scope), _PASS.zh.format(scope=scope)) if scope else Text("", "")
        return Text(f"Node {name}{inside.en}", f"节点 {name}{inside.zh} ")

    def _refuse(self, code: str, round_: int, text: Text, recorded: Any, found: Any) -> CassetteMisfitError:
        return self._remember(Misfit(code, self._node, self._scope, round_, text, recorded, found))


def _texts(request: ModelRequestEntry) -> Sequence[str]:
    return [f"{turn.role}: {turn.text}" if turn.role != "user" else turn.text for turn in request.messages]
