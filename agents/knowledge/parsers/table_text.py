"""Tables as text: a passage out of the middle must still say what its numbers are. Pure."""

from collections.abc import Iterable, Iterator


def row_lines(rows: Iterable[list[str]]) -> Iterator[str]:
    """Yield one line for each row, `column: value; column: value`, with the names from the first row that has any."""
    names: list[str] = []
    for row in rows:
        if not any(row):
            continue
        if not names:
            names = row
            yield f"{' | '.join(row)}\n"
            continue
        yield f"{'; '.join(_cells(names, row))}\n"


def _cells(names: list[str], row: list[str]) -> Iterator[str]:
    for position, value in enumerate(row):
        if value:
            name = names[position] if position < len(names) else ""
            yield f"{name}: {value}" if name else value
