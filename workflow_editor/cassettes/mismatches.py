"""Differences between a replay and its cassette, in words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.registered.files import MARK, MARKER
from tools.core.text import Text, listed
from tools.secrets.names import MASK
from workflow_editor.errors import NodeError

_AROUND = 60
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where the recording does not fit what the graph does now."""

    code: str
    """`model_call_new`, `model_changed`, `tools_changed`, `prompt_changed`, `tool_call_new`, `tool_changed`,
    `arguments_changed`, `search_new`, `search_changed`, `file_new`, `answer_missing`, `child_run_new` or
    `recording_unused`."""
    node: str
    scope: str
    round: int
    """Model round or attempt; 0 for the node as a whole."""
    text: Text
    recorded: Any = None
    found: Any = None

    def to_json(self) -> JsonObject:
        """Return {code, node, scope, round, message: {en, zh}, recorded, found}; long values are cut."""
        return {
            "code": self.code,
            "node": self.node,
            "scope": self.scope,
            "round": self.round,
            "message": self.text.to_json(),
            "recorded": _cut(self.recorded),
            "found": _cut(self.found),
        }


class CassetteMismatchError(NodeError):
    """The node asked for what its cassette does not hold."""

    code = "cassette_mismatch"

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(mismatch.text, details=mismatch.to_json())


def same(recorded: Any, found: Any) -> bool:
    """Compare two JSON values; masked recorded values equal anything.

    Recreated files have other ids: they match by name and type, and by content if text. Office files and archives
    contain timestamps.
    """
    if isinstance(recorded, str) and isinstance(found, str):
        return recorded == found or (MASK in recorded and _fits_mask(recorded, found))
    if isinstance(recorded, dict) and isinstance(found, dict):
        if recorded.get(MARKER) == MARK == found.get(MARKER):
            is_text = str(recorded.get("type")).startswith("text/")
            compared = ("name", "type", "hash") if is_text else ("name", "type")
            return all(recorded.get(key) == found.get(key) for key in compared)
        return recorded.keys() == found.keys() and all(same(recorded[key], found[key]) for key in recorded)
    if isinstance(recorded, list) and isinstance(found, list):
        return len(recorded) == len(found) and all(map(same, recorded, found))
    return bool(recorded == found) or recorded == MASK


def around_difference(recorded: str, found: str) -> tuple[str, str]:
    """Return both texts near the first character in which they differ."""
    ends = (at for at, (left, right) in enumerate(zip(recorded, found, strict=False)) if left != right)
    at = next(ends, min(len(recorded), len(found)))
    start = max(0, at - _AROUND)
    return _window(recorded, start, at), _window(found, start, at)


def names_text(names: Sequence[str]) -> Text:
    return listed(names) if names else Text("none")


def _fits_mask(recorded: str, found: str) -> bool:
    """Find the parts between the masks one after the other; the first and the last are bound to their ends."""
    first, *others = recorded.split(MASK)
    last = others.pop()
    if not found.startswith(first) or not found.endswith(last) or len(found) < len(first) + len(last):
        return False
    at, end = len(first), len(found) - len(last)
    for part in others:
        place = found.find(part, at, end)
        if place < 0:
            return False
        at = place + len(part)
    return True


def _window(text: str, start: int, at: int) -> str:
    shown = text[start : at + _AROUND]
    return f"{'…' if start else ''}{shown}{'…' if len(text) > at + _AROUND else ''}"


def _cut(value: Any) -> Any:
    return f"{value[:_LONGEST]}…" if isinstance(value, str) and len(value) > _LONGEST else value
