"""Error texts for nodes with a recording that does not match. Pure."""

from collections.abc import Callable, Sequence
from typing import Any

from tools.core.text import Text
from workflow_editor.cassettes.format import ModelRequestEntry, ToolEntry
from workflow_editor.cassettes.mismatches import CassetteMismatchError, Mismatch, around_difference, names_text, same


class Refusals:
    """Mismatch texts of one node in one pass; each is recorded by `remember` and returned as the node's error."""

    def __init__(self, node: str, scope: str, remember: Callable[[Mismatch], CassetteMismatchError]) -> None:
        self._node = node
        self._scope = scope
        self._remember = remember

    def compare(self, recorded: ModelRequestEntry, found: ModelRequestEntry, round_: int) -> None:
        """Compare a model's request with the recorded one.

        Raises CassetteMismatchError if model, tools or prompt differ.
        """
        if recorded.model != found.model:
            text = Text("{where} calls another model in round {round} than in the recording.")
            raise self._refuse("model_changed", round_, text, recorded.model, found.model)
        if recorded.functions != found.functions:
            before, now = names_text(recorded.functions), names_text(found.functions)
            text = Text("{where} offers other tools in round {round}: {now}. Recorded: {before}.")
            functions = recorded.functions, found.functions
            raise self._refuse("tools_changed", round_, text, *functions, before=before, now=now)
        if not same(recorded.system, found.system):
            raise self._other_prompt(Text("system prompt"), recorded.system, found.system, round_)
        before_texts, now_texts = _texts(recorded), _texts(found)
        if not same(before_texts, now_texts):
            raise self._other_prompt(Text("prompt"), "\n\n".join(before_texts), "\n\n".join(now_texts), round_)

    def new_search(self, base: str) -> CassetteMismatchError:
        text = Text("{where} searches a knowledge base, which was not recorded.")
        return self._refuse("search_new", 0, text, None, base)

    def other_search(self, what: Text, recorded: str | None, found: str) -> CassetteMismatchError:
        text = Text("{where} searches with {what} than in the recording.")
        return self._refuse("search_changed", 0, text, recorded, found, what=what)

    def new_model_call(self, round_: int) -> CassetteMismatchError:
        text = Text("{where} calls a model in round {round}, which was not recorded.")
        return self._refuse("model_call_new", round_, text, None, "model")

    def new_tool_call(self, title: str, round_: int) -> CassetteMismatchError:
        text = Text("{where} calls “{title}”, which was not recorded.")
        return self._refuse("tool_call_new", round_, text, None, title, title=title)

    def other_tool(self, entry: ToolEntry, title: str) -> CassetteMismatchError:
        text = Text("{where} calls “{title}” in round {round}. Recorded: “{entry_title}”.")
        return self._refuse("tool_changed", entry.round, text, entry.title, title, title=title, entry_title=entry.title)

    def other_arguments(self, entry: ToolEntry, arguments: Any) -> CassetteMismatchError:
        before, now = around_difference(str(entry.arguments), str(arguments))
        text = Text("{where} calls “{title}” in round {round} with {now}. Recorded: {before}.")
        values = {"title": entry.title, "now": now, "before": before}
        return self._refuse("arguments_changed", entry.round, text, entry.arguments, arguments, **values)

    def lost_tool(self, entry: ToolEntry) -> CassetteMismatchError:
        text = Text("{where} calls “{title}” in round {round}, which it no longer offers.")
        return self._refuse("tool_changed", entry.round, text, entry.title, None, title=entry.title)

    def new_file(self, file_id: str) -> CassetteMismatchError:
        text = Text("{where} opens a file that was not opened in the recording.")
        return self._refuse("file_new", 0, text, None, file_id)

    def no_answer(self, kind: str) -> CassetteMismatchError:
        text = Text("{where} waits for an answer that was not recorded.")
        return self._refuse("answer_missing", 0, text, None, kind)

    def new_child(self) -> CassetteMismatchError:
        text = Text("{where} runs another workflow, which was not recorded.")
        return self._refuse("child_run_new", 0, text, None, None)

    def unused_model(self, round_: int) -> CassetteMismatchError:
        text = Text("{where} did not call the model again in round {round}, as in the recording.")
        return self._refuse("recording_unused", round_, text, "model", None)

    def unused_tool(self, entry: ToolEntry) -> CassetteMismatchError:
        text = Text("{where} did not call “{title}” in round {round}, as in the recording.")
        return self._refuse("recording_unused", entry.round, text, entry.title, None, title=entry.title)

    def unused_search(self, base: str) -> CassetteMismatchError:
        text = Text("{where} did not search its knowledge base, as in the recording.")
        return self._refuse("recording_unused", 0, text, base, None)

    def _other_prompt(self, what: Text, recorded: str, found: str, round_: int) -> CassetteMismatchError:
        before, now = around_difference(recorded, found)
        text = Text("{where}: the {what} of round {round} is “{now}”. Recorded: “{before}”.")
        return self._refuse("prompt_changed", round_, text, recorded, found, what=what, now=now, before=before)

    @property
    def _where(self) -> Text:
        name, scope = self._node, self._scope
        if scope:
            return Text("Node {name} (pass {scope})", name=name, scope=scope)
        return Text("Node {name}", name=name)

    def _refuse(
        self, code: str, round_: int, text: Text, recorded: Any, found: Any, **values: object
    ) -> CassetteMismatchError:
        text = text.filled(where=self._where, round=round_, **values)
        return self._remember(Mismatch(code, self._node, self._scope, round_, text, recorded, found))


def _texts(request: ModelRequestEntry) -> Sequence[str]:
    return [f"{turn.role}: {turn.text}" if turn.role != "user" else turn.text for turn in request.messages]
