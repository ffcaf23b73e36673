"""Pictures for documents, from `data:` addresses and files that came with the text. Pure.

Nothing is fetched. A missing, unreadable or too large picture is replaced by its text.
"""

import re
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote_to_bytes

from workflow_editor.nodes.file_writers.image import ImageChange, change_here

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_PICTURES = 50
"""Different ones, in one document."""
MAX_BYTES = 50 * 1024**2
"""Total of all files."""
_MAX_SIDE = 2_000
"""Pixels; larger ones are made smaller, which no reader sees on paper."""
_POINTS_PER_PIXEL = 0.75
_MAX_WIDTH, _MAX_HEIGHT, _MAX_WIDTH_IN_TABLE = 470.0, 640.0, 150.0
"""Points: what a page has between its margins, and a cell of a table with several columns."""
_Format = Literal["png", "jpeg"]
_Read = tuple[bytes, _Format, tuple[int, int]]
"""Written data, and its size in pixels."""
_DATA = re.compile(r"data:image/[a-z+.-]{1,30};base64,", re.IGNORECASE)
_JPEG = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Picture:
    """Written data, and its drawn size in points."""

    content: bytes
    format: _Format
    width: float
    height: float


class Pictures:
    """Finds the pictures of one text; `files` are contents by their addresses in it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._left = MAX_PICTURES
        self._read: dict[str, _Read | None] = {}

    def of(self, token: "Token", *, in_table: bool) -> Picture | None:
        """Return the picture of an `image`, no wider than the text or its `width` (pixels)."""
        source = str(token.attrs.get("src", ""))
        if source not in self._read:
            self._read[source] = self._read_once(source)
        found = self._read[source]
        if found is None:
            return None
        content, kind, (width, height) = found
        most = _MAX_WIDTH_IN_TABLE if in_table else _MAX_WIDTH
        if wanted := int(token.attrs.get("width", 0)):
            most = min(most, wanted * _POINTS_PER_PIXEL)
        scale = min(1.0, most / (width * _POINTS_PER_PIXEL), _MAX_HEIGHT / (height * _POINTS_PER_PIXEL))
        return Picture(content, kind, width * _POINTS_PER_PIXEL * scale, height * _POINTS_PER_PIXEL * scale)

    def _read_once(self, source: str) -> _Read | None:
        content = self._files.get(source) or _decoded(source)
        if not content or not self._left:
            return None
        self._left -= 1
        kind: _Format = "jpeg" if content.startswith(_JPEG) else "png"
        with suppress(MemoryError):
            change = ImageChange(kind, max_width=_MAX_SIDE, max_height=_MAX_SIDE)
            facts, written = change_here(content, change)
            if written:
                return written, kind, (int(facts["width"]), int(facts["height"]))
        return None


def _decoded(source: str) -> bytes:
    if not (begin := _DATA.match(source)):
        return b""
    with suppress(ValueError):
        return b64decode(unquote_to_bytes(source[begin.end() :]))
    return b""
