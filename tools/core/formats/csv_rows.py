"""Rows of a CSV text: the delimiter, the rows, unique names of columns. The product's only reader of CSV. Pure."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Final

DELIMITERS: Final = (",", ";", "\t", "|")
UNCLOSED: Final = "unexpected end of data"
"""Error of Python's strict reader for an unclosed quotation mark."""
_COMPARED_CHARS = 64 * 1024
_COMPARED_ROWS = 100


def csv_rows(text: str, delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    """Yield the rows as spreadsheets read them; `strict` refuses text after a closing quote, and a quote left open.

    Raises csv.Error, also for a field longer than `csv.field_size_limit()` characters.
    """
    return csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=strict)


def is_unclosed(text: str, delimiter: str) -> bool:
    """Report whether a field begins with a quotation mark that nothing closes, so that it swallows the rest."""
    try:
        for _ in csv_rows(text, delimiter, strict=True):
            pass
    except csv.Error as error:
        return str(error) == UNCLOSED
    return False


def delimiter_of(text: str) -> str:
    """Return the delimiter that gives the most rows of one width, by the beginning of the text; a comma for none."""
    return max(DELIMITERS, key=lambda delimiter: _evenness(text[:_COMPARED_CHARS], delimiter))


def _evenness(text: str, delimiter: str) -> tuple[int, int]:
    """Return how many rows have the most common width, and that width; nothing for single cells."""
    widths: Counter[int] = Counter()
    try:
        widths.update(len(row) for row in islice(csv_rows(text, delimiter), _COMPARED_ROWS))
    except csv.Error:
        pass
    del widths[0], widths[1]
    width, rows = max(widths.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
    return rows, width


def column_names(header: Sequence[str]) -> list[str]:
    """Return unique names: one that is missing is `column_3`, the second of a repeated one is `name_2`."""
    names: dict[str, None] = {}
    counts: dict[str, int] = {}
    for place, name in enumerate(header, start=1):
        wanted = found = name or f"column_{place}"
        while found in names:
            counts[wanted] = counts.get(wanted, 1) + 1
            found = f"{wanted}_{counts[wanted]}"
        names[found] = None
    return list(names)
