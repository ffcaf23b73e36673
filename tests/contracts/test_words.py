"""Identifiers and file names are the field's words: metaphors that were once used here do not come back."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tools

ROOT = Path(tools.__file__).parent.parent

FORBIDDEN = frozenset(
    "tell tells telling told say says saying said anew bell bells doorbell desk door doors hands looks world departure "
    "wall house room rooms".split()
)
"""Words that no identifier has as a part; emit, report, return, again, notify, endpoint or run state replace them."""
NAMES = frozenset("who whose together alone ring rings".split())
"""Words that are no name by themselves, and that sentences such as names of tests may hold."""

ALLOWED = {
    "IconDoorExit": "the name of an icon of the package",
    "IconWorld": "the name of an icon of the package",
    "IconWorldWww": "the name of an icon of the package",
    "world": "its key in the table of icons",
}
"""Identifiers of others, each with its reason."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SKIPPED = re.compile(
    r"/\*.*?\*/|(?<!:)//[^\n]*"  # comments
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"  # texts
    r"|(?<=>)[^<>{}=;()]*(?=</)",  # texts between tags
    re.DOTALL,
)
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


def files(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [path for line in listed.stdout.splitlines() if (path := ROOT / line).exists()]


@cache
def is_forbidden(name: str) -> bool:
    return not FORBIDDEN.isdisjoint(word.lower() for word in _WORD.findall(name)) or name.strip("_").lower() in NAMES


def python_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from (other or name).split(".")


def typescript_names(source: str) -> list[str]:
    return _IDENTIFIER.findall(_SKIPPED.sub(" ", source))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("told_results", True),
        ("tellPanel", True),
        ("StoredWorld", True),
        ("_who", True),
        ("test_who_is_allowed", False),
        ("storytelling", False),
        ("roommate", False),
        ("string", False),
    ],
)
def test_a_word_counts_as_a_whole(name: str, expected: bool) -> None:
    assert is_forbidden(name) is expected


def test_names_are_found_in_both_languages() -> None:
    assert {"f", "told", "x"} <= set(python_names("def f(told): x = told"))
    assert typescript_names('const tell = say("told"); // said') == ["const", "tell", "say"]


def test_python_has_no_forbidden_identifier() -> None:
    walked = files("*.py")
    assert len(walked) > 1000, "the walk has lost the product"
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in walked
        for name in python_names(path.read_text())
        if is_forbidden(name)
    }
    assert sorted(found) == []


def test_typescript_has_no_forbidden_identifier() -> None:
    walked = [path for path in files("frontend/src", "frontend/e2e") if path.suffix in {".ts", ".tsx"}]
    assert len(walked) > 500, "the walk has lost the product"
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in walked
        for name in typescript_names(path.read_text())
        if is_forbidden(name) and name not in ALLOWED
    }
    assert sorted(found) == []


def test_no_path_has_a_forbidden_word() -> None:
    found = {str(path.relative_to(ROOT)) for path in files() if is_forbidden(str(path.relative_to(ROOT)))}
    assert sorted(found) == []
