"""The table of all types of tools: printed with what has just been tested, and kept in the docs as a list of proofs."""

import re
from collections.abc import Iterable

from tests.workflow_editor.every_tool.row import ToolRow
from tools.executors.registry import map_ui_tool_to_executor

COLUMNS = (
    "config valid",
    "form drawn",
    "function offered",
    "call succeeds",
    "failures mapped",
    "test mode",
    "audit row",
)
MOST_TYPES = 4
"""Longer lists of types are on the page itself."""
_CELL = re.compile(r"every_tool/test_\w+\.py::test_(?P<column>\w+)\[(?P<type>[\w-]+)\]$")


def table_lines(outcomes: Iterable[tuple[str, str]]) -> list[str]:
    """Return the table as lines of text, empty when none of its cells was tested.

    Args:
        outcomes: ids of tests, and `passed` or `failed`.
    """
    cells: dict[str, dict[str, str]] = {}
    for test, outcome in outcomes:
        found = _CELL.search(test)
        if found and (column := found["column"].replace("_", " ")) in COLUMNS:
            cells.setdefault(found["type"], {})[column] = "green" if outcome == "passed" else "RED"
    if not cells:
        return []
    width = max(map(len, cells))
    head = "  ".join([" " * width, *COLUMNS])
    return [
        head,
        *(
            "  ".join([type_.ljust(width), *(row.get(column, "-").ljust(len(column)) for column in COLUMNS)])
            for type_, row in sorted(cells.items())
        ),
    ]


def page(row: ToolRow) -> str:
    """Return the name of the tool's page in the docs."""
    return map_ui_tool_to_executor(row.ui_type).replace("_", "-") + ".md"


def documented(rows: Iterable[ToolRow]) -> str:
    """Return the table for the docs, in Markdown: a line per page, with its types and the proven failures of all."""
    types: dict[str, dict[str, None]] = {}
    failures: dict[str, dict[str, None]] = {}
    for row in rows:
        types.setdefault(page(row), {})[f"`{row.ui_type}`"] = None
        failures.setdefault(page(row), {}).update(dict.fromkeys(f"{one.name} {one.code}" for one in row.failures))
    lines = ["| Tool | Types | Failures that are proven, with their codes |", "| --- | --- | --- |"]
    for name, of_page in types.items():
        shown = ", ".join(of_page) if len(of_page) <= MOST_TYPES else "see its page"
        lines.append(
            f"| [`{name.removesuffix('.md').replace('-', '_')}`]({name}) | {shown} | {', '.join(failures[name])} |"
        )
    return "\n".join(lines)
