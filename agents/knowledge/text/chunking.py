"""Cuts a text into overlapping pieces at the best border within reach. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agents.knowledge.parsers.content import DocumentText, Mark
from tools.core.definitions import JsonObject

CHUNK_SIZE = 1000
CHUNK_OVERLAP = 200
MIN_CHUNK_SIZE, MAX_CHUNK_SIZE = 100, 8000

_BORDERS = (
    re.compile(r"\n(?=#{1,6} )"),
    re.compile(r"\n(?:[^\S\n]*+\n)+"),
    re.compile(r"\n"),
    re.compile(r"[。！？；…]++[”’」』）]*+|(?<![.!?;])[.!?;]++[\"')\]]*+(?=\s)"),
    re.compile(r"[，、,:：]|\s"),
)
"""From the best place to cut to the worst: before a heading; after a paragraph, line, sentence, clause, word."""
_CLOSE = 200
_FILLED = 0.5
"""A piece is filled at least so far before a border of a better kind is preferred to a later one."""


@dataclass(frozen=True, slots=True)
class Chunk:
    index: int
    start: int
    """Offset of its first character in the document's text."""
    end: int
    """Offset after its last character."""
    text: str
    metadata: JsonObject = field(default_factory=dict)
    """`page` and `sheet` where the format knows them."""


def chunks_of(document: DocumentText, *, size: int = CHUNK_SIZE, overlap: int = CHUNK_OVERLAP) -> Iterator[Chunk]:
    """Yield a document's chunks of at most `size` characters in order, without blank ones.

    About `overlap` characters, less than half of `size`, are repeated at the start of the next chunk, from a border on.
    """
    text, start, index = document.text, 0, 0
    offsets = [mark.offset for mark in document.marks]
    while start < len(text):
        end = _end_of(text, start, size)
        first, last = _stripped(text, start, end)
        if first < last:
            yield Chunk(index, first, last, text[first:last], _metadata(document.marks, offsets, (first + last) // 2))
            index += 1
        if end >= len(text):
            return
        start = _next_start(text, end, overlap, after=start)


def _end_of(text: str, start: int, size: int) -> int:
    """Return where a piece that starts here ends."""
    limit = start + size
    if limit >= len(text):
        return len(text)
    floor = start + int(size * _FILLED)
    for border in _BORDERS:
        # The last one is wanted, and where there are many it is close to the end.
        for begin in (max(floor, limit - _CLOSE), floor):
            ends = [found.end() for found in border.finditer(text, begin, limit)]
            if ends:
                return ends[-1]
    return limit


def _next_start(text: str, end: int, overlap: int, *, after: int) -> int:
    """Return where the next piece starts: at the first good border within the overlap, and always further on."""
    floor = max(end - overlap, after + 1)
    for border in _BORDERS[2:]:
        found = border.search(text, floor, end)
        if found is not None and found.end() < end:
            return found.end()
    return floor


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip())


def _metadata(marks: Sequence[Mark], offsets: Sequence[int], middle: int) -> JsonObject:
    """Return the location of most of a chunk."""
    position = bisect_right(offsets, middle) - 1
    if position < 0:
        return {}
    mark = marks[position]
    return {name: value for name, value in (("page", mark.page), ("sheet", mark.sheet)) if value}
