"""Regular expressions mean the same in every supported Python.

Before Python 3.11.5, a possessive group continues behind a part of its body after the body has failed (gh-106052 of
CPython). Debian 12 has 3.11.2.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import agents
import tools
import workflow_editor

# Nothing else shows what a pattern is made of.
_parser: Any = importlib.import_module("re._parser")
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_ASSERTIONS = {"ASSERT", "ASSERT_NOT"}


def _patterns(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _patterns(one)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _patterns(one)


def _of_the_product() -> dict[str, re.Pattern[Any]]:
    found = {}
    for package in (agents, tools, workflow_editor):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".migrations" in module.name or ".settings" in module.name or module.name.endswith("__main__"):
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                for number, pattern in enumerate(_patterns(value)):
                    found[f"{module.name}.{name}.{number}"] = pattern
    return found


def _parts(parsed: Any) -> Iterator[tuple[str, Any, bool]]:
    """Yield each part of a pattern: its name, its arguments, and True for the last of its line."""
    last = len(parsed) - 1
    for place, (code, argument) in enumerate(parsed):
        yield str(code), argument, place == last


def _lines(code: str, argument: Any) -> list[Any]:
    """Return the parts within a part."""
    if code in _REPEATS:
        return [argument[2]]
    if code == "BRANCH":
        return list(argument[1])
    if code == "SUBPATTERN":
        return [argument[3]]
    if code in _ASSERTIONS:
        return [argument[1]]
    return [argument] if code == "ATOMIC_GROUP" else []


def _misread(parsed: Any, *, within: bool = False) -> bool:
    """Return True if a possessive group holds an assertion, or a repetition that something follows."""
    for code, argument, is_last in _parts(parsed):
        if within and (code in _ASSERTIONS or (code in _REPEATS and not is_last)):
            return True
        inner = _lines(code, argument)
        is_group = code == "ATOMIC_GROUP" or (code == "POSSESSIVE_REPEAT" and len(inner[0]) > 0)
        if any(_misread(line, within=within or is_group) for line in inner):
            return True
    return False


def test_no_possessive_group_is_misread() -> None:
    patterns = _of_the_product()
    assert len(patterns) > 100
    assert [name for name, one in patterns.items() if _misread(_parser.parse(one.pattern, one.flags))] == []


def test_what_is_misread_is_found() -> None:
    for pattern in (r"(?:a/(?!/))*+", r"(?:(?!b)a)++", r"(?:[ ]*+\n)++", r"(?>a+b)", r"(x(?:a|b+c)*+)"):
        assert _misread(_parser.parse(pattern)), pattern
    for pattern in (r"a*+b", r"(?:[^'\\]|''|\\.)*+'", r"(?:\\.[^\\]*+)*+", r"(?!a)(?:b)*"):
        assert not _misread(_parser.parse(pattern)), pattern
