"""Everything that docs/seed-coverage.md names as built and shown exists."""

import ast
import re
from pathlib import Path

import pytest

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


def test_every_seed_is_walked_through_and_every_row_states_where_and_how() -> None:
    assert re.findall(r"^## Seed (\d+)", DOCUMENT, re.MULTILINE) == ["000", "001", "002", "003", "004"]
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    assert len(rows) > 90
    assert [row for row in rows if len([cell for cell in row.strip("| ").split(" | ") if cell.strip()]) != 3] == []


def _called(path: Path, defined_in: str) -> set[str]:
    """Return which names of a module another one, or itself, calls or hands on; imports and definitions are no use."""
    tree = ast.parse(path.read_text())
    if path == ROOT / defined_in:
        # A method that is made known by its bare name is not used by that.
        tree.body = [part for part in tree.body if not isinstance(part, ast.Assign)]
        imported = {part.name for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)}
    else:
        module = defined_in.removesuffix(".py").replace("/", ".")
        imports = [part for part in ast.walk(tree) if isinstance(part, ast.ImportFrom) and part.module == module]
        imported = {alias.name for part in imports for alias in part.names}
    names = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    owners = {"self", "registry", "self._registry"}
    methods = {
        part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute) and ast.unparse(part.value) in owners
    }
    return (names & imported) | methods


@pytest.mark.parametrize(
    ("defined_in", "names"),
    [
        ("tools/core/envelope.py", "is_success is_empty extract_data parse get_message to_ai_friendly_message"),
        (
            "tools/executors/registry.py",
            "map_ui_tool_to_executor map_executor_to_ui_tools get_notification_platform is_tool_implemented "
            "get_unimplemented_tool_message",
        ),
    ],
)
def test_the_product_calls_what_the_seeds_name(defined_in: str, names: str) -> None:
    paths = [path for app in ("tools", "agents", "workflow_editor") for path in (ROOT / app).rglob("*.py")]
    assert set(names.split()) - set().union(*(_called(path, defined_in) for path in paths)) == set()
