"""Makes any history acceptable to strict services. Pure.

Histories may be broken or cut. The result has system text first; a user turn next; each call with a name, an id and
bounded arguments, answered at once and once; no empty turns; the turn to answer last.
Source: error texts of the services, each in `tests/doubles/strict_services.py`.
"""

import hashlib
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agents.core.language import Language, language_of
from agents.core.messages import Message, ToolCallPart
from agents.core.model_text import read_text
from tools.core.call.arguments import parse_arguments
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json

CallIds = Literal["any", "word", "nine"]
"""Up to 40 characters; of these only letters, digits, `_` and `-`; or nine letters and digits."""

_LEGAL_IDS = {
    # OpenAI: "string too long. Expected a string with maximum length 40".
    "any": re.compile(r"[\x21-\x7e]{1,40}"),
    "word": re.compile(r"[a-zA-Z0-9_-]{1,64}"),
    "nine": re.compile(r"[a-zA-Z0-9]{9}"),
}
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST_NAME = 64
_NAMELESS = "unnamed"
_BEGIN = "…"
"""The user's turn of a conversation that begins with a model's."""
_NO_TEXT = "(empty)"
_NOT_RUN: dict[Language, str] = {
    "en": "This call has no result: it was not run.",
    "zh": "此调用没有结果：它没有被执行。",
}
CONTINUE: dict[Language, str] = {"en": "Continue.", "zh": "请继续。"}
_NOTED: dict[Language, str] = {"en": "Noted.", "zh": "收到。"}


@dataclass(frozen=True, slots=True)
class HistoryRules:
    call_ids: CallIds = "any"
    user_after_results: bool = True
    """Accepts a user turn right after results; otherwise a short model turn is inserted."""


def legal_history(messages: Sequence[Message], rules: HistoryRules) -> tuple[Message, ...]:
    """Return the messages as every service takes them; those that are legal stay as they are."""
    system = "\n\n".join(message.text for message in messages if message.role == "system" and message.text.strip())
    language = language_of(*(message.text for message in messages if message.role == "user"))
    paired = list(_paired([_cleaned(one) for one in messages if one.role != "system"], rules, language))
    turns = [turn for turn in paired if not _is_blank(turn)]
    if not turns or turns[0].role != "user":
        turns.insert(0, Message("user", _BEGIN))
    if turns[-1].role == "assistant":
        turns.append(Message("user", CONTINUE[language]))
    if not rules.user_after_results:
        turns = list(_parted(turns, language))
    return (*([Message("system", system)] if system else []), *turns)


def alternating(turns: Sequence[Message]) -> Iterator[Message]:
    """Yield the turns with neighbours of one role joined, as the templates of many models want them."""
    held: Message | None = None
    for turn in turns:
        if held is not None and held.role == turn.role and turn.role != "tool":
            held = _joined(held, turn)
            continue
        if held is not None:
            yield held
        held = turn
    if held is not None:
        yield held


def _joined(first: Message, second: Message) -> Message:
    text = "\n\n".join(part for part in (first.text, second.text) if part)
    return replace(second, text=text, files=(*first.files, *second.files), raw=second.raw)


def _cleaned(message: Message) -> Message:
    """Return a message without thoughts in its text, and a result that is not empty."""
    if message.role == "assistant":
        answer = read_text(message.text).answer
        return message if answer == message.text else replace(message, text=answer)
    if message.role == "tool" and not message.text.strip():
        return replace(message, text=_NO_TEXT)
    return message


def _is_blank(turn: Message) -> bool:
    if turn.role == "tool" or turn.tool_calls or turn.files or turn.text.strip():
        return False
    content = turn.raw.get("content") if isinstance(turn.raw, dict) else None
    # Blocks of the service's own tools hold something, also without text.
    return not any(block.get("type") not in _EMPTY_BLOCKS for block in content or ())


_EMPTY_BLOCKS = ("text", "thinking", "redacted_thinking", "tool_use")


def _paired(messages: Sequence[Message], rules: HistoryRules, language: Language) -> Iterator[Message]:
    """Yield the messages with each call answered right behind it; results without a call are left out."""
    used: set[str] = set()
    for at, message in enumerate(messages):
        if message.role == "tool":
            continue
        if message.role != "assistant" or not message.tool_calls:
            yield message
            continue
        results = _results_behind(messages, at)
        calls = tuple(_legal_call(call, rules, used) for call in message.tool_calls)
        yield replace(message, tool_calls=calls)
        for asked, call in zip(message.tool_calls, calls, strict=True):
            found = results[asked.id].popleft() if results[asked.id] else None
            if found is None:
                yield Message("tool", _NOT_RUN[language], tool_call_id=call.id, is_error=True)
            else:
                yield replace(found, tool_call_id=call.id)


def _results_behind(messages: Sequence[Message], at: int) -> dict[str, deque[Message]]:
    """Return the results up to the model's next turn, by the id that they answer."""
    found: dict[str, deque[Message]] = defaultdict(deque)
    for place in range(at + 1, len(messages)):
        message = messages[place]
        if message.role == "assistant":
            break
        if message.role == "tool":
            found[message.tool_call_id].append(message)
    return found


def _legal_call(call: ToolCallPart, rules: HistoryRules, used: set[str]) -> ToolCallPart:
    is_legal = _LEGAL_IDS[rules.call_ids].fullmatch(call.id) and call.id not in used
    id_ = call.id if is_legal else _new_id(call.id, used)
    used.add(id_)
    name = _NOT_IN_NAMES.sub("_", call.name)[:_LONGEST_NAME] or _NAMELESS
    return ToolCallPart(id_, name, legal_arguments(call.arguments))


def _new_id(id_: str, used: set[str]) -> str:
    """Return an id that every service takes; the same one each time that the history is sent."""
    number = len(used)
    while (made := hashlib.sha256(f"{number}/{id_}".encode(errors="replace")).hexdigest()[:9]) in used:
        number += 1
    return made


def legal_arguments(arguments: str) -> str:
    """Return arguments as the text of a JSON object: `{}` in the place of what cannot be read."""
    try:
        found = parse_arguments(arguments)
    except ToolArgumentsError:
        return "{}"
    return arguments if arguments.lstrip().startswith("{") else write_json(found).decode()


def _parted(turns: Sequence[Message], language: Language) -> Iterator[Message]:
    before = None
    for turn in turns:
        if before == "tool" and turn.role == "user":
            yield Message("assistant", _NOTED[language])
        yield turn
        before = turn.role
