"""Rows of docs/performance.md, made from documents of the bench.

Usage: `python -m tests.bench.row FILE...` prints a row for each commit, in the order of the files; several documents of
one commit give one row of medians. A figure that slipped against its yardstick since the row below is reported.
"""

import json
import re
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.figure_paths import FigurePath, figure_at
from tests.bench.measuring import Document
from tests.bench.size import SMOKE
from tests.bench.targets import COMMITS, LANGGRAPH_CHAIN, LANGGRAPH_FAN, LANGGRAPH_RATE, SDK
from tests.runtime import ROOT

PAGE = ROOT / "docs" / "performance.md"
SLIP = 0.05
NOTHING = "–"
_CELL = re.compile(r"^([\d.]+)(?: \(([\d.]+)\))?$")


@dataclass(frozen=True, slots=True)
class Column:
    """A figure and the figure of somebody else's work in the same run.

    Attributes:
        is_rate: more is better.
        ms_of_rate: the yardstick is a rate and the figure a time; this, divided by the rate, is a time, too.
    """

    title: str
    figure: FigurePath
    yardstick: FigurePath | None = None
    is_rate: bool = False
    ms_of_rate: float | None = None

    def cell(self, runs: Sequence[Mapping[str, Any]]) -> "Cell | None":
        """Return the medians over several runs, or None when the figure or its yardstick was not measured."""
        figures = [found for run in runs if (found := figure_at(run, self.figure)) is not None]
        if self.yardstick is None:
            return Cell(statistics.median(figures), None) if figures else None
        ratios = [ratio for run in runs if (ratio := self._ratio(run)) is not None]
        return Cell(statistics.median(figures), statistics.median(ratios)) if figures and ratios else None

    def _ratio(self, run: Mapping[str, Any]) -> float | None:
        ours, theirs = figure_at(run, self.figure), self.yardstick and figure_at(run, self.yardstick)
        if ours is None or not theirs:
            return None
        return ours / (self.ms_of_rate / theirs if self.ms_of_rate else theirs)


_FIVE = ("embedded", "five_nodes_16_clients")
COLUMNS = (
    Column("chain of 50, ms", ("embedded", "chain_of_50", "ms"), LANGGRAPH_CHAIN),
    Column("the same by SQLite", ("embedded", "chain_of_50", "ms"), ("embedded", "chain_of_50", "floor_ms")),
    Column("fan of 50, ms", ("embedded", "fan_of_50", "ms"), LANGGRAPH_FAN),
    Column("50 effects, ms", ("embedded", "chain_of_50_effects", "ms"), COMMITS),
    Column("five nodes, runs/s", (*_FIVE, "runs_per_second"), LANGGRAPH_RATE, is_rate=True),
    Column("five nodes, p95 ms", (*_FIVE, "p95_ms"), LANGGRAPH_RATE, ms_of_rate=16_000),
    Column("a run's processor, ms", (*_FIVE, "processor_ms_per_run", "server"), LANGGRAPH_RATE, ms_of_rate=1_000),
    Column("agent turn, ms", ("embedded", "agent_with_one_tool_call", "ms"), SDK),
    Column("event to socket, p50 ms", ("embedded", "event_to_socket_ms", "p50"), SDK),
    Column("webhook, deliveries/s", ("webhook", "at_once", "runs_per_second"), LANGGRAPH_RATE, is_rate=True),
    Column("idle, MB", ("embedded", "idle", "memory_mb")),
    Column("start, s", ("embedded", "start", "s"), ("embedded", "start", "floor_s")),
)
HEADER = f"| commit | measured | {' | '.join(column.title for column in COLUMNS)} |"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure, and how many times its yardstick it is."""

    figure: float
    ratio: float | None

    def __str__(self) -> str:
        return _number(self.figure) + (f" ({_number(self.ratio)})" if self.ratio is not None else "")

    @staticmethod
    def read(text: str) -> "Cell | None":
        """Read a cell of the page; None where nothing was measured."""
        found = _CELL.match(text)
        return Cell(float(found[1]), float(found[2]) if found[2] else None) if found else None

    def slip_since(self, before: "Cell", *, is_rate: bool) -> float:
        """Return how much worse it is against its yardstick, as a share: 0.1 for a tenth."""
        now, then = self.ratio or self.figure, before.ratio or before.figure
        return (then / now if is_rate else now / then) - 1


@dataclass(frozen=True, slots=True)
class Row:
    """One commit, measured once or several times."""

    commit: str
    measured: str
    cells: tuple[Cell | None, ...]

    def __str__(self) -> str:
        cells = " | ".join(NOTHING if cell is None else str(cell) for cell in self.cells)
        return f"| {self.commit} | {self.measured} | {cells} |"

    def slips_since(self, before: "Row") -> Iterator[str]:
        """Yield a sentence for each figure that is more than 5 % worse against its yardstick."""
        for column, now, then in zip(COLUMNS, self.cells, before.cells, strict=True):
            if now and then and (slip := now.slip_since(then, is_rate=column.is_rate)) > SLIP:
                yield f"{self.commit}: {column.title} slipped by {slip:.0%} since {before.commit}: {then} -> {now}"


def row_of(documents: Sequence[Document]) -> Row:
    """Return the row of one commit."""
    first, figures = documents[0], [document["figures"] for document in documents]
    times = f", {len(documents)} runs" if len(documents) > 1 else ""
    measured = f"{first['date'][:10]}, {first['machine']['cores']} cores{times}"
    return Row(first["commit"]["hash"][:8], measured, tuple(column.cell(figures) for column in COLUMNS))


def rows_of_page(text: str) -> list[Row]:
    """Read the table of the page. Raises ValueError if the table is missing or has other columns."""
    _, header, rest = text.partition(HEADER + "\n")
    if not header:
        raise ValueError(f"There is no table with this first line: {HEADER}")
    rows = []
    for line in rest.splitlines()[1:]:
        if not line.startswith("|"):
            break
        commit, measured, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if len(cells) != len(COLUMNS):
            raise ValueError(f"The row of {commit} has {len(cells)} figures for {len(COLUMNS)} columns.")
        rows.append(Row(commit, measured, tuple(map(Cell.read, cells))))
    return rows


def refusal(document: Document) -> str | None:
    """Return why a document makes no row, or None."""
    commit = document["commit"]
    if document["size"] == SMOKE.name:
        return "it was measured at the smallest size"
    if commit["hash"] is None:
        return "it names no commit"
    if not commit["is_clean"]:
        return f"there were changes on top of {commit['hash'][:8]}"
    return None


def _number(value: float) -> str:
    """Three digits, never as a power of ten."""
    return f"{float(f'{value:.3g}'):.10g}"


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("Usage: python -m tests.bench.row FILE...")
    commits: dict[str, list[Document]] = {}
    for name in sys.argv[1:]:
        try:
            document = json.loads(Path(name).read_text())
            reason = refusal(document)
        except (OSError, ValueError, LookupError, TypeError) as error:
            sys.exit(f"{name} is no document of the bench: {error}")
        if reason:
            sys.exit(f"{name} makes no row: {reason}.")
        commits.setdefault(document["commit"]["hash"], []).append(document)
    rows = [row_of(documents) for documents in commits.values()]
    printed = {row.commit for row in rows}
    below = [row for row in rows_of_page(PAGE.read_text()) if row.commit not in printed]
    sys.stdout.writelines(f"{row}\n" for row in rows)
    for row, before in zip(rows, [*rows[1:], *below[:1]], strict=False):
        sys.stderr.writelines(f"{sentence}\n" for sentence in row.slips_since(before))


if __name__ == "__main__":
    main()
