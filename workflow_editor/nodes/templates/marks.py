"""Facts about a template from its `{{ }}` and `{% %}` marks alone, in one pass. Pure."""

import re

from tools.core.text import Text

_QUICK_CHARACTERS = 10_000
_QUICK_MARKUP = 400
"""Longest markup with an expression that always parses quickly."""
_QUICK_MARKS = 250
_MARK = re.compile(r"\{\{|\}\}|\{%|%\}")
_BLOCK = re.compile(r"raw|comment|doc")
_MANY_SPACES = re.compile(r"\s{20}")
_RANGE = re.compile(r"\.\.")
_SHORT_RANGE = re.compile(r"\(\s?\d{1,3}\s?\.\.\s?\d{1,3}\s?\)")
_CLOSING = {"{{": "}}", "{%": "%}"}


def unclosed_mark(source: str) -> Text | None:
    """Return the error of a last mark that is never closed.

    python-liquid searches the end from each mark again. Inside `raw` and the like a mark need not be closed.
    """
    place = max(source.rfind("{{"), source.rfind("{%"))
    closing = _CLOSING.get(source[place : place + 2], "")
    if place < 0 or closing in source[place:] or _BLOCK.search(source):
        return None
    line, column = source.count("\n", 0, place) + 1, place - source.rfind("\n", 0, place)
    opening = source[place : place + 2]
    return Text(
        "The template has an error (line {line}, column {column}): {opening} is not closed; expected {closing}.",
        line=line,
        column=column,
        opening=opening,
        closing=closing,
    )


def is_quickly_read(source: str) -> bool:
    """Say whether reading the template takes little time for sure: its marks come in pairs and hold little each."""
    if len(source) > _QUICK_CHARACTERS or len(_BLOCK.findall(source)) > 4:
        return False
    opened, marks = None, 0
    for mark in _MARK.finditer(source):
        marks += 1
        if opened is None:
            if mark.group() not in _CLOSING:
                continue
            opened = mark
        elif mark.group() in _CLOSING or mark.start() - opened.end() > _QUICK_MARKUP:
            return False
        elif mark.group() == _CLOSING[opened.group()]:
            if _MANY_SPACES.search(source, opened.end(), mark.start()):
                return False
            opened = None
    return opened is None and marks <= 2 * _QUICK_MARKS


def has_short_ranges(markup: str) -> bool:
    """Say whether all ranges in a piece of markup are written in numbers, and short: `(1..10)`."""
    return len(_RANGE.findall(markup)) == len(_SHORT_RANGE.findall(markup))
