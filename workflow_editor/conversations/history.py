"""Conversation history for an agent: the turns of a branch, the oldest summarized. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agents.core.attachments import MAX_FILES, MAX_TOTAL_BYTES
from agents.core.tokens import estimated_tokens
from agents.loop.client_tools import pending_call_json
from tools.core.definitions import JsonObject
from workflow_editor.models import Turn

_TOKENS_PER_FILE = 1_000
_SUMMED_UP = "Summary of what was said before:\n\n"


@dataclass(frozen=True, slots=True)
class Context:
    history: list[JsonObject] = field(default_factory=list)
    """Messages in OpenAI's form, oldest first."""
    earlier: str = ""
    """Turns to summarize first; empty if all fits."""
    until: Turn | None = None
    """Last turn of `earlier`."""


def context_of(path: Sequence[Turn], limit_tokens: int, *, files: bool = True) -> Context:
    """Return the history for a new turn, from turns oldest first.

    Beyond the limit, the newest turns stay within half of it, and the others go to `earlier` with the previous summary.
    `files` repeats the newest files, otherwise only their names.
    """
    summary, turns = _after_summary(path)
    tokens = [_tokens(turn) for turn in turns]
    if estimated_tokens(summary) + sum(tokens) <= limit_tokens or len(turns) < 2:
        return Context(_messages(summary, turns, files=files))
    kept = len(turns) - 1
    capacity = limit_tokens // 2 - tokens[kept]
    while kept > 1 and tokens[kept - 1] <= capacity:
        kept -= 1
        capacity -= tokens[kept]
    return Context(_messages("", turns[kept:], files=files), _as_text(summary, turns[:kept]), turns[kept - 1])


def _after_summary(path: Sequence[Turn]) -> tuple[str, list[Turn]]:
    places = {turn.pk: index for index, turn in enumerate(path)}
    for turn in reversed(path):
        if turn.summary and turn.summary_until_id in places:
            return turn.summary, list(path[places[turn.summary_until_id] + 1 :])
    return "", list(path)


def _tokens(turn: Turn) -> int:
    calls = "".join(call["arguments"] + call["result"] for call in turn.tool_calls or ())
    return estimated_tokens(turn.user_text + turn.answer + calls) + _TOKENS_PER_FILE * len(turn.attachments)


def _messages(summary: str, turns: Sequence[Turn], *, files: bool) -> list[JsonObject]:
    messages: list[JsonObject] = [{"role": "system", "content": _SUMMED_UP + summary}] if summary else []
    with_files = _with_files(turns) if files else []
    for turn in turns:
        messages.append({"role": "user", "content": _content(turn, with_files=turn in with_files)})
        messages += _calls(turn)
        if turn.answer.strip():
            messages.append({"role": "assistant", "content": turn.answer})
    return messages


def _calls(turn: Turn) -> list[JsonObject]:
    """Return what the tools of a turn were asked and what they found, as its model was given them."""
    calls: list[JsonObject] = turn.tool_calls or []
    if not calls:
        return []
    ids = [f"{turn.pk.hex}_{number}" for number in range(len(calls))]
    asked = [pending_call_json(id_, call["name"], call["arguments"]) for id_, call in zip(ids, calls, strict=True)]
    results = [
        {"role": "tool", "tool_call_id": id_, "content": call["result"]} for id_, call in zip(ids, calls, strict=True)
    ]
    return [{"role": "assistant", "content": None, "tool_calls": asked}, *results]


def _with_files(turns: Sequence[Turn]) -> list[Turn]:
    """Return the newest turns with repeated files."""
    found: list[Turn] = []
    size = count = 0
    for turn in reversed(turns):
        size += sum(file["size"] for file in turn.attachments)
        count += len(turn.attachments)
        if size > MAX_TOTAL_BYTES // 2 or count > MAX_FILES:
            break
        found.append(turn)
    return found


def _content(turn: Turn, *, with_files: bool) -> str | list[JsonObject]:
    if not turn.attachments:
        return turn.user_text
    if not with_files:
        return f"{turn.user_text}\n\n[{_names(turn)}]".strip()
    files: list[JsonObject] = [{"type": "file", "file": {"file_id": file["file_id"]}} for file in turn.attachments]
    return [*files, {"type": "text", "text": turn.user_text}]


def _as_text(summary: str, turns: Sequence[Turn]) -> str:
    return "\n\n".join([*([_SUMMED_UP + summary] if summary else []), *_lines(turns)])


def _lines(turns: Sequence[Turn]) -> Iterator[str]:
    for turn in turns:
        yield f"User: {turn.user_text}" + (f" [{_names(turn)}]" if turn.attachments else "")
        if turn.answer.strip():
            yield f"Assistant: {turn.answer}"


def _names(turn: Turn) -> str:
    return ", ".join(file["name"] for file in turn.attachments)
