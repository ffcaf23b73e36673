"""Meanings of values that have changed: a node keeps those that it was made with. Pure.

The version of its type stands in the document (`type_version`), and each name below is the version that began a
meaning. Published documents carry a hash of their content and are never rewritten.
"""

from tools.core.csv_lines import Guard

FIRST = 1
"""Version of nodes made before there was a second one, and of what has none."""
NEWEST = 2
"""Version of new nodes."""

NULL_IS_MISSING = 2
"""Filters of templates read null as a value that is not there."""
EXACT_EQUALITY = 2
"""A text equals a number only in the form in which the number is written; null is not an empty text."""
NUMBERS_OR_REFUSED = 2
"""Sums and averages refuse a text that is no number, where they left it out."""
NUMBERS_ARE_NO_FORMULAS = 2
"""CSV gets no apostrophe before amounts and telephone numbers with a sign."""
CELLS_ARE_WHOLE = 2
"""A text that a cell of Excel cannot hold is refused, where it was cut or lost its control characters."""
ANY_METHOD_HAS_A_BODY = 2
"""The body of a DELETE or GET is sent, where it was dropped."""
JSON_FIELDS_ARE_ALIKE = 2
"""JSON of requests, answers and files is read by `json_field`; an answer was text where it was written out."""
NO_ANSWER_FAILS = 2
"""A node whose model refuses, is cut off or writes nothing fails, where it went on with what there was."""
JSON_BETWEEN_WORDS = 2
"""JSON between words is found in an answer; of several code fences the last one counts, where it was the first."""


def guard_of(version: int, guards: bool) -> Guard:
    """Return which texts get an apostrophe in a CSV that a node writes."""
    if version < NUMBERS_ARE_NO_FORMULAS:
        return "signs"
    return "formulas" if guards else "none"
