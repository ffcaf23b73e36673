"""A name means one thing: no two public classes, and no two exports of the front end, share one but for those that a
framework names.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

import tools

ROOT = Path(tools.__file__).parent.parent
PACKAGES = ("tools", "agents", "workflow_editor")

ALLOWED = {
    "Command": "Django finds a management command by this name",
    "DatabaseWrapper": "Django finds a database backend by this name",
    "ReplyBuilder": "the same part of each vendor's adapter",
}
"""Names that several modules may define, each with its reason."""

_EXPORT = re.compile(
    r"^export (?:async )?(?:abstract )?(?:type|interface|class|enum|function|const) (\w+)", re.MULTILINE
)


def modules_by_class() -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_public_class_name_is_defined_twice() -> None:
    found = modules_by_class()
    assert len(found) > 500, "the walk has lost the product"
    twice = {name: modules for name, modules in found.items() if len(modules) > 1}
    assert {name: twice[name] for name in twice.keys() - ALLOWED.keys()} == {}


def test_every_exception_is_still_one() -> None:
    twice = {name for name, modules in modules_by_class().items() if len(modules) > 1}
    assert ALLOWED.keys() - twice == set()


def test_no_export_of_the_front_end_is_defined_twice() -> None:
    """One module's types and another's functions count too: a reader meets both under the same name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "frontend" / "src").rglob("*.ts*")):
        if not {".test", ".catalogue", ".gen"}.isdisjoint(path.suffixes):
            continue
        for name in _EXPORT.findall(path.read_text()):
            found[name].append(str(path.relative_to(ROOT)))
    assert len(found) > 500, "the walk has lost the product"
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}
