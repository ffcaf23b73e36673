"""Collects extra reply fields of OpenAI-compatible services in the form they require back. Pure.

Source: DeepSeek, "Thinking Mode"; OpenRouter, "Preserving reasoning" (a list of blocks, streamed in pieces by `index`);
LiteLLM, "thinking blocks".
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject

_GROWING = ("text", "summary", "thinking")
"""Fields of a block that come in pieces; what others hold comes whole."""
_THOUGHTS = ("reasoning_content", "reasoning")
_BLOCKS = ("reasoning_details", "thinking_blocks")


class _Block:
    def __init__(self, piece: JsonObject) -> None:
        self._fields: JsonObject = {}
        self._texts: dict[str, list[str]] = {}
        self.add(piece)

    def add(self, piece: JsonObject) -> None:
        for name, value in piece.items():
            if name in _GROWING and isinstance(value, str):
                self._texts.setdefault(name, []).append(value)
            if value is not None or name not in self._fields:
                self._fields[name] = value

    def goes_on_with(self, piece: JsonObject, *, single: bool) -> bool:
        """Return whether a piece is of this block: of its type and number, or the only one of its chunk."""
        if piece.get("type") != self._fields.get("type") or "data" in piece:
            return False
        return piece.get("index") == self._fields.get("index") and (single or piece.get("index") is not None)

    def whole(self) -> JsonObject:
        return self._fields | {name: "".join(pieces) for name, pieces in self._texts.items()}


class BesideText:
    """Collects the fields; texts and blocks grow, of all others the newest counts."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._blocks: dict[str, list[_Block]] = {}
        self._values: JsonObject = {}

    def add(self, fields: JsonObject) -> None:
        """Take what one chunk has, or a whole answer."""
        for name, value in fields.items():
            if isinstance(value, str):
                self._texts.setdefault(name, []).append(value)
            elif name in _BLOCKS and isinstance(value, list):
                self._add_blocks(name, [piece for piece in value if isinstance(piece, dict)])
            else:
                self._values[name] = value

    def _add_blocks(self, name: str, pieces: list[JsonObject]) -> None:
        known = self._blocks.setdefault(name, [])
        for piece in pieces:
            if known and known[-1].goes_on_with(piece, single=len(pieces) == 1):
                known[-1].add(piece)
            else:
                known.append(_Block(piece))

    def fields(self) -> JsonObject:
        """Return what goes back, by the names that the service has for it."""
        texts = {name: "".join(pieces) for name, pieces in self._texts.items()}
        blocks = {name: [block.whole() for block in found] for name, found in self._blocks.items()}
        return texts | blocks | self._values


def thoughts_in(fields: Mapping[str, Any]) -> str:
    """Return the thoughts among these fields as text; services often have them under two names."""
    for name in _THOUGHTS:
        if isinstance(text := fields.get(name), str) and text.strip():
            return text
    blocks = [block for name in _BLOCKS for block in fields.get(name) or ()]
    return "".join(str(block.get(name) or "") for block in blocks for name in _GROWING)
