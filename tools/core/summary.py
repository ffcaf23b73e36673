"""What a few settings do, in a line of words: declared beside the settings, filled in where they are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tools.core.definitions import JsonObject
from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class SummaryText:
    """One way to say what settings do.

    `text` names fields of the settings (JSON names) in braces: `{url}`, `{tool.config}`, `{classes.label}` for that
    field of each item, `{url|host}` for the host of an address, `{rows|first}` and `{rows|more}` for the first of some
    rows and the number of the others. Fields are shown as their widget is: rows in words, code by its first line.
    """

    text: Text
    when: Mapping[str, Sequence[str | int]] = field(default_factory=dict)
    """Only while these fields hold one of these values."""
    missing: bool = False
    """Asks for something that is still to be filled in."""


SummaryLine = tuple[SummaryText, ...]
"""The first one is shown that applies and whose fields are all filled in; none applies: there is no line."""


def field_line(field_name: str, empty: Text, *, missing: bool = True) -> SummaryLine:
    """Return a line that shows a field, or what is said while it is empty."""
    name = "{" + field_name + "}"
    return (SummaryText(Text.verbatim(name)), SummaryText(empty, missing=missing))


def summary_json(lines: Sequence[SummaryLine]) -> list[list[JsonObject]]:
    """Return the lines of a summary as JSON."""
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
