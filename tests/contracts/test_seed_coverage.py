"""What docs/seed-coverage.md names as built and shown is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/seed-coverage.md").read_text()
NAMED = sorted(set(re.findall(r"`((?:agents|docs|frontend|tests|tools|workflow_editor)/[^`\s]+)`", DOCUMENT)))


def problem(named: str) -> str | None:
    """Say why a path, or a test in it, is not there."""
    path, _, test = named.partition("::")
    if not (ROOT / path).exists():
        return f"{path} does not exist"
    if test and not re.search(rf"^(?:async )?def {re.escape(test)}\(", (ROOT / path).read_text(), re.MULTILINE):
        return f"{path} has no {test}"
    return None


def test_every_path_and_test_that_is_named_exists() -> None:
    assert [found for found in map(problem, NAMED) if found] == []


def test_every_seed_is_walked_through_and_every_row_says_where_and_how() -> None:
    assert re.findall(r"^## Seed (\d+)", DOCUMENT, re.MULTILINE) == ["000", "001", "002", "003", "004"]
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    assert len(rows) > 90
    assert [row for row in rows if len([cell for cell in row.strip("| ").split(" | ") if cell.strip()]) != 3] == []
