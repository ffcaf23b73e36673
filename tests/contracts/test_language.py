"""Plain English: no metaphors in names, and docstrings that begin with the thing or the verb."""

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

FIRST_WORDS = frozenset("what who whose which how where whether of".split())
"""Beginnings of a fragment; a docstring begins with a noun for a thing, a verb for a function."""
PLUMBING = re.compile(
    r"\b(said|told|taken over|stands|comes of|goes on|anew|whose|(?<!no )such(?! as\b| a\b| an\b))\b", re.IGNORECASE
)
"""Words that docstrings do without: report, apply, is, result, continue, again or a noun replaces them."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SKIPPED = re.compile(
    r"/\*.*?\*/|(?<!:)//[^\n]*"  # comments
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"  # texts
    r"|(?<=>)[^<>{}=;()]*(?=</)",  # texts between tags
    re.DOTALL,
)
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_DOC_COMMENT = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


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


def python_docstrings(source: str) -> Iterator[str]:
    """Yield the docstrings of modules, classes and functions, and those of attributes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield text


def typescript_docstrings(source: str) -> Iterator[str]:
    for text in _DOC_COMMENT.findall(source):
        yield " ".join(line.strip(" *") for line in text.split("\n"))


def faults(text: str) -> list[str]:
    """Return the words that a docstring should not have, the first word included."""
    first = re.match(r"\W*(\w+)", text)
    begins = [first[1]] if first and first[1].lower() in FIRST_WORDS else []
    return begins + [found[0] for found in PLUMBING.finditer(text)]


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Of embedding the question.", ["Of"]),
        ("The agent whose turn stands.", ["whose", "stands"]),
        ("Raises NotFoundError if there is no such row.", []),
        ("A slug such as `greeting`.", []),
    ],
)
def test_faults_of_a_docstring_are_found(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_docstrings_are_found_in_both_languages() -> None:
    source = '"""One."""\nx = 1\n"""Two."""\ndef f():\n    """Three."""'
    assert sorted(python_docstrings(source)) == ["One.", "Three.", "Two."]
    assert [text.strip() for text in typescript_docstrings("/** One. */ x; /**\n * Two.\n */")] == ["One.", "Two."]


def test_python_docstrings_are_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {faults(text)}: {text.strip()[:80]}"
        for path in files("tools", "agents", "workflow_editor", "tests")
        if path.suffix == ".py" and path.parent.name != "migrations"
        for text in python_docstrings(path.read_text())
        if faults(text)
    ]
    assert found == []


def test_typescript_docstrings_are_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {faults(text)}: {text.strip()[:80]}"
        for path in files("frontend/src", "frontend/e2e")
        if path.suffix in {".ts", ".tsx"} and ".gen." not in path.name
        for text in typescript_docstrings(path.read_text())
        if faults(text)
    ]
    assert found == []
