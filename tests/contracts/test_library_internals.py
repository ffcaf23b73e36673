"""Parts that rely on internals of libraries are in two places, and were written for the versions that are installed."""

import ast
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from workflow_editor.adapters.internals import WRITTEN_FOR

ROOT = Path(__file__).parents[2]
PLACES = ("workflow_editor/adapters/internals/", "workflow_editor/serving/connections.py")
EXTENDED = {
    "channels_redis": ("channels_redis",),
    "django": ("django.db.backends.sqlite3", "django.db.backends.postgresql"),
    "kombu": ("kombu.transport",),
    "uvicorn": ("uvicorn.protocols",),
}
"""Modules with classes that nobody else extends."""


@cache
def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return found


@pytest.mark.parametrize("library", WRITTEN_FOR)
def test_the_installed_version_is_the_one_that_the_parts_were_written_for(library: str) -> None:
    assert version(library).startswith(f"{WRITTEN_FOR[library]}.")


@pytest.mark.parametrize("library", EXTENDED)
def test_only_two_places_extend_a_library(library: str) -> None:
    users = {
        str(path.relative_to(ROOT))
        for app in ("agents", "tools", "workflow_editor")
        for path in (ROOT / app).rglob("*.py")
        if any(name.startswith(EXTENDED[library]) for name in imported(path))
    }
    assert users
    assert [user for user in users if not user.startswith(PLACES)] == []
