"""Every package says what is in it and what may be imported from it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    {
        path.parent
        for app in ("tools", "agents", "workflow_editor")
        for path in (ROOT / app).rglob("*.py")
        if path.parent.name != "migrations"
    }
)
SHORTEST = 40


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_a_package_has_a_docstring(folder: Path) -> None:
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    assert len(docstring) >= SHORTEST, "say in __init__.py what is in here and what may be imported from it"
