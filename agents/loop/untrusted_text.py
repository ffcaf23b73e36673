"""Tracks untrusted text in a conversation, and whether it may have reached a call's arguments. Pure.

A model can rephrase or encode untrusted text, so searching for it in arguments proves nothing. Instead, once untrusted
text is present, a text in the arguments is trusted only if it occurs verbatim, at word boundaries, in the system prompt
or the person's message.

The rule misses no text. It does not detect that a model was talked into choosing another trusted text, ignores numbers
and booleans (a condition on the arguments can check them), and trusts the whole person's message, even parts inserted
by an earlier step.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from agents.core.messages import Message
from tools.core.definitions import JsonObject
from tools.core.envelope import ToolResult

_SPACE = re.compile(r"\s+")
_LETTER = re.compile(r"[A-Za-z0-9_]")
"""Chinese knows no boundaries between words."""
_MOST_TEXTS = 1_000
"""More texts in one call than a person dictates."""


class UntrustedText:
    """Text that one conversation has read. `trusted` is from us and the person; `is_present`: it has read untrusted
    text.
    """

    def __init__(self, trusted: Iterable[str] = (), *, is_present: bool = False) -> None:
        self._trusted = _plain("\n".join(trusted))
        self.is_present = is_present
        """It has read some."""

    def read(self, results: Iterable[ToolResult]) -> None:
        self.is_present = self.is_present or any(result.facts.untrusted for result in results)

    def may_reach(self, arguments: str | JsonObject) -> bool:
        """Return whether text from outside may have come into these arguments; text is what could not be parsed."""
        if not self.is_present or isinstance(arguments, str):
            return self.is_present
        texts = {text for value in arguments.values() for text in _texts(value)}
        return len(texts) > _MOST_TEXTS or not all(map(self._is_trusted, texts))

    def _is_trusted(self, text: str) -> bool:
        wanted = _plain(text)
        if not wanted:
            return True
        place = self._trusted.find(wanted)
        while place >= 0:
            end = place + len(wanted)
            if not _LETTER.match(self._trusted, place - 1, place) and not _LETTER.match(self._trusted, end, end + 1):
                return True
            # A pattern that begins with the text would read it from each of its letters again.
            place = self._trusted.find(wanted, place + 1)
        return False


def untrusted_text(system: str, messages: Sequence[Message], *, quoted: str = "") -> UntrustedText:
    """Return the text read by a conversation that begins with these messages.

    Files, results of the caller's tools, earlier model texts (which may repeat tool results) and `quoted`, a part of
    `system` such as passages, are untrusted.
    """
    own = [message for message in messages if message.role in ("user", "system")]
    is_untrusted = bool(quoted) or len(own) < len(messages) or any(message.files for message in messages)
    own_system = system.replace(quoted, "\n") if quoted else system
    return UntrustedText([own_system, *(message.text for message in own)], is_present=is_untrusted)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in a value, names of free objects included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
