"""Declares one-line summaries of settings, filled in where they are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tools.core.definitions import JsonObject
from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class SummaryText:
    """One variant of a summary line.

    `text` names JSON fields in braces: `{url}`, `{tool.config}`, `{classes.label}` for that field of each item,
    `{url|host}` for a host, `{rows|first}` and `{rows|more}` for the first of some rows and the number of others.
    Fields are shown as their widget does: rows in words, code by its first line.
    """

    text: Text
    when: Mapping[str, Sequence[str | int]] = field(default_factory=dict)
    """Only while these fields hold one of these values."""
    missing: bool = False
    """Asks for something that is still to be filled in."""


SummaryLine = tuple[SummaryText, ...]
"""Variants of a line; the first that applies with all fields filled in is shown, or none."""


def field_line(field_name: str, empty: Text, *, missing: bool = True) -> SummaryLine:
    """Return a line that shows a field, or a text while it is empty."""
    name = "{" + field_name + "}"
    return (SummaryText(Text.verbatim(name)), SummaryText(empty, missing=missing))


def summary_json(lines: Sequence[SummaryLine]) -> list[list[JsonObject]]:
    return [
        [
            {
                "text": way.text.to_json(),
                "when": {name: list(values) for name, values in way.when.items()},
                "missing": way.missing,
            }
            for way in line
        ]
        for line in lines
    ]
