"""Files, folders, modules and links named in documents and settings exist."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ("tools", "agents", "workflow_editor")
TOP = (*APPS, "frontend", "tests", "docs", "templates", ".ci")
DOCUMENTS = sorted([*ROOT.glob("*.md"), ROOT / "frontend/README.md", *(ROOT / "docs").rglob("*.md")])
PACKAGES = sorted(path for app in APPS for path in (ROOT / app).rglob("__init__.py"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
MADE = ("frontend/dist", "frontend/node_modules")
HISTORY = ROOT / "CHANGELOG.md"
OF_MCP = "tools/list_changed"
"""A message of that protocol, which looks like a path."""

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
_PATH = re.compile(rf"(?:{'|'.join(re.escape(name) for name in TOP)})/[\w./*\-]*")
_MODULE = re.compile(rf"(?:{'|'.join(APPS)}|tests)(?:\.\w+)+")


def paths_in(text: str) -> Iterator[str]:
    """Yield each path from the root that is alone in code marks, without a test's name behind `::`."""
    for code in _CODE.findall(text):
        for word in code.split():
            path = word.partition("::")[0].rstrip(",")
            if _PATH.fullmatch(path) and not path.startswith((*MADE, OF_MCP)):
                yield path


def modules_in(text: str) -> Iterator[str]:
    """Yield each dotted name of ours that is alone in code marks."""
    for code in _CODE.findall(text):
        name = code.removesuffix("()")
        if _MODULE.fullmatch(name):
            yield name


def is_path(path: str) -> bool:
    return next(ROOT.glob(path.rstrip("/")), None) is not None


def is_module(name: str) -> bool:
    """Return True for a module, a package, or a name in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        if place.is_dir() and length == len(parts):
            return True
        source = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
        if source.is_file():
            return not parts[length:] or bool(re.search(rf"\b{re.escape(parts[length])}\b", source.read_text()))
    return False


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if path != HISTORY], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_a_document_names_what_is_there(document: Path) -> None:
    text = document.read_text()
    gone = [path for path in paths_in(text) if not is_path(path)]
    gone += [name for name in modules_in(text) if not is_module(name)]
    gone += [to for to in _LINK.findall(text) if "://" not in to and not (document.parent / to).exists()]
    assert not gone


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.parent.relative_to(ROOT).as_posix())
def test_a_docstring_of_a_package_names_what_is_there(package: Path) -> None:
    text = ast.get_docstring(ast.parse(package.read_text())) or ""
    gone = [path for path in paths_in(text) if not is_path(path)]
    gone += [name for name in modules_in(text) if not is_module(name)]
    assert not gone


def test_settings_of_the_type_checker_name_modules_that_are_there() -> None:
    named = [name for override in SETTINGS["tool"]["mypy"]["overrides"] for name in override["module"]]
    ours = [name.removesuffix(".*") for name in named if name.startswith((*(f"{app}." for app in APPS), "tests."))]
    assert ours
    assert [name for name in ours if not is_module(name)] == []


def test_layers_name_modules_that_are_there() -> None:
    """A layer in parentheses is one that import-linter does not miss."""
    gone = []
    for contract in SETTINGS["tool"]["importlinter"]["contracts"]:
        named = [part.strip(" ()") for layer in contract.get("layers", ()) for part in layer.split("|")]
        named += contract.get("exhaustive_ignores", ())
        for container in contract.get("containers", ("",)):
            gone += [name for name in named if not (is_module(f"{container}.{name}".lstrip(".")))]
        gone += [name for name in contract.get("source_modules", ()) if not is_module(name)]
    assert not gone


def test_exceptions_of_the_linter_match_a_file() -> None:
    patterns = SETTINGS["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert [pattern for pattern in patterns if next(ROOT.glob(pattern), None) is None] == []


def test_tests_left_out_on_postgresql_are_there() -> None:
    text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    lists = re.findall(r"\$\(addprefix (tests/\S+/),([^)]*)\)", text)
    named = [folder + name for folder, names in lists for name in names.split()]
    assert named
    assert [path for path in named if not is_path(path)] == []


def test_tests_of_tools_and_agents_mirror_their_folders() -> None:
    folders = {path.parent for app in ("tools", "agents") for path in (ROOT / "tests" / app).rglob("test_*.py")}
    databases = ("*/postgresql", "*/sqlite")
    mirrored = {
        folder.parent if any(fnmatch(str(folder), database) for database in databases) else folder for folder in folders
    }
    assert [str(path) for path in mirrored if not (ROOT / path.relative_to(ROOT / "tests")).is_dir()] == []
