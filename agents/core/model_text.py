"""Splits a model's text into thoughts, answer, fences and JSON, in linear time. Pure.

Some services leave thoughts in the text: between `<think>` and `</think>` before the answer, or before a lone
`</think>` if the model's template opened them. Source: chat templates of DeepSeek R1, QwQ and Qwen3; "Reasoning
Outputs" of vLLM.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAMES = ("think", "thinking", "thought")
_OPENING = re.compile(rf"\s*<({'|'.join(_NAMES)})>", re.IGNORECASE)
_CLOSING = {name: re.compile(f"</{name}>", re.IGNORECASE) for name in _NAMES}
_LONE = re.compile(rf"(?<!`)</(?:{'|'.join(_NAMES)})>(?!`)", re.IGNORECASE)
_ANY_OPENING = re.compile(rf"<(?:{'|'.join(_NAMES)})>", re.IGNORECASE)
_MARKS = tuple(f"<{name}>" for name in _NAMES)
_LONGEST_CLOSING = max(len(name) for name in _NAMES) + len("</>")
_FENCE = re.compile(r"```[\w-]*+[ \t]*+\r?\n")
_JSON_MARKS = re.compile(r'["\\{}\[\]]')
_HOLDS_VALUES = re.compile(r"\[\s*+[\[{\"]")


class ModelText(NamedTuple):
    """A model's text: `thoughts` explain, `answer` is the rest."""

    thoughts: str
    answer: str


def read_text(text: str) -> ModelText:
    """Return the parts of a whole text; thoughts that never end leave no answer."""
    thoughts: list[str] = []
    at = 0
    while True:
        if opening := _OPENING.match(text, at):
            closing = _CLOSING[opening[1].lower()].search(text, opening.end())
            thoughts.append(text[opening.end() : closing.start() if closing else len(text)])
            at = closing.end() if closing else len(text)
        elif (end := _lone_end(text, at)) > at:
            thoughts.append(_LONE.sub("", text[at:end]))
            at = end
        else:
            break
    if not thoughts:
        return ModelText("", text)
    return ModelText("\n\n".join(filter(None, map(str.strip, thoughts))), text[at:].lstrip())


def _lone_end(text: str, at: int) -> int:
    """Return where the last closing mark ends that comes before any opening one; `at` without one."""
    opening = _ANY_OPENING.search(text, at)
    marks = _LONE.finditer(text, at, opening.start() if opening else len(text))
    return max((mark.end() for mark in marks), default=at)


class AnswerStream:
    """Filters a text stream to its answer, dropping thoughts with an opening mark.

    Text before a lone closing mark has already been passed on: only `read_text` recognizes it as thoughts.
    """

    def __init__(self) -> None:
        self._space: list[str] = []
        """Before the answer."""
        self._held = ""
        """A possible partial opening mark."""
        self._closing: re.Pattern[str] | None = None
        self._has_thoughts = self._is_answer = False

    def feed(self, piece: str) -> str:
        """Return what of the answer is certain now."""
        if self._is_answer:
            return piece
        self._held += piece
        while self._held and not self._is_answer:
            before = self._held
            if self._closing is None:
                self._begin()
            else:
                if closing := self._closing.search(self._held):
                    self._held, self._closing = self._held[closing.end() :], None
                else:
                    self._held = self._held[-_LONGEST_CLOSING + 1 :]
            if self._held == before and not self._is_answer:
                return ""
        answer, self._held = self._held, ""
        return answer

    def _begin(self) -> None:
        text = self._held.lstrip()
        self._space.append(self._held[: len(self._held) - len(text)])
        self._held = text
        if opening := _OPENING.match(text):
            self._closing = _CLOSING[opening[1].lower()]
            self._has_thoughts = True
            self._held, self._space = text[opening.end() :], []
        elif text and not any(mark.startswith(text.lower()) for mark in _MARKS):
            self._is_answer = True
            # As `read_text`: space behind thoughts belongs to nobody.
            self._held = text if self._has_thoughts else "".join(self._space) + text


def json_texts(text: str, *, tolerant: bool = True) -> Iterator[str]:
    """Yield candidates for the requested JSON, the likeliest first.

    `tolerant` prefers the last code fence and accepts JSON between words; otherwise only the first fence counts.
    """
    answer = read_text(text).answer
    yield answer
    if fences := _fences(answer):
        yield fences[-1 if tolerant else 0]
    if tolerant:
        yield _last_value(answer)
        yield answer[answer.find("{") : answer.rfind("}") + 1]


def _fences(text: str) -> list[str]:
    """Return what is in each code fence; the last one may have no end."""
    found: list[str] = []
    at = 0
    while opening := _FENCE.search(text, at):
        end = text.find("```", opening.end())
        found.append(text[opening.end() : end if end >= 0 else len(text)])
        at = end + 3 if end >= 0 else len(text)
    return found


def _last_value(text: str) -> str:
    """Return the last object, or list of more than numbers, between words; "" if there is none."""
    depth = start = 0
    escaped = -1
    is_string = False
    found = ""
    for mark in _JSON_MARKS.finditer(text):
        letter, at = mark.group(), mark.start()
        if at == escaped:
            continue
        if is_string:
            if letter == "\\":
                escaped = at + 1
            is_string = letter != '"'
        elif letter == '"':
            # An apostrophe of prose opens nothing.
            is_string = depth > 0
        elif letter in "{[":
            start = at if depth == 0 else start
            depth += 1
        elif letter in "}]" and depth:
            depth -= 1
            if depth == 0 and (text[start] == "{" or _HOLDS_VALUES.match(text, start)):
                found = text[start : at + 1]
    return found
