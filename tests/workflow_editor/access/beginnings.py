"""Functions of the product from which a run begins, read from its source, from the one that stores it up to the doors.

Callers of methods are those that were seen. What calls a tool is not followed: its call runs in a thread of its own.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from workflow_editor.services.runs import save, step

PACKAGES = ("agents", "workflow_editor")

_TESTS = "workflow_editor.management.commands.test_workflows"
_REPLAY = "workflow_editor.services.testing.replay._Driver"
_TURNS = "workflow_editor.services.runs.turns"
NO_WAYS: Mapping[str, str] = {
    "workflow_editor.api.views.triggers.trigger_backfill": "stores deliveries, which the clock starts",
    "workflow_editor.services.triggers.control.schedule_backfill": "stores deliveries, which the clock starts",
    "workflow_editor.conversations.bots._reject": "stores a delivery that starts nothing",
    f"{_TESTS}.Command.handle": "an operator's, in the name of the owner",
    f"{_TESTS}._of_files": "an operator's, in the name of the owner",
    f"{_TESTS}._of_rows": "an operator's, in the name of the owner",
    "workflow_editor.periodic.trigger_clock.TriggerClockThread.tick": "a round around what is due",
    f"{_TURNS}.QueuedWork._read": "work of runs that have begun",
    f"{_TURNS}.QueuedWork.take": "work of runs that have begun",
    f"{_TURNS}._oldest_of_all": "work of runs that have begun",
    f"{_TURNS}._run_node": "work of runs that have begun",
    f"{_TURNS}._run_run": "work of runs that have begun",
    f"{_REPLAY}._answer": "child runs of a replay, which has begun",
    f"{_REPLAY}.run_through": "child runs of a replay, which has begun",
}
"""Functions that lead to a beginning, but are no way of somebody's, with the reason."""


class Function(NamedTuple):
    """A function or method, by the dotted name of its module and its qualified name; nested ones belong to it."""

    module: str
    name: str


def reached_from(first: Iterable[Function], seen_callers: Mapping[Function, set[Function]]) -> set[Function]:
    """Return what leads to these functions: by name in the source, and for methods by the callers that were seen."""
    found: set[Function] = set()
    open_ = set(first)
    while open_:
        target = open_.pop()
        found.add(target)
        callers = set(_referring(target))
        if "." in target.name:
            callers |= seen_callers.get(target, set())
        open_ |= callers - found
    return found


def _referring(target: Function) -> Iterator[Function]:
    word = re.compile(rf"\b{target.name.rpartition('.')[2]}\b")
    for module, text in _sources().items():
        if word.search(text):
            yield from (caller for caller, targets in _references(module).items() if target in targets)


@cache
def _sources() -> Mapping[str, str]:
    files = (path for package in PACKAGES for path in Path(package).rglob("*.py"))
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path.read_text() for path in files}


@cache
def _references(module: str) -> Mapping[Function, set[Function]]:
    """Return the functions that each function of a module names, its own class's methods among them."""
    tree = ast.parse(_sources()[module])
    imported = {
        alias.asname or alias.name: Function(node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    own = {
        node.name: Function(module, node.name)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    names = imported | own
    return {
        Function(module, name): set(_named(function, names, module, name.rpartition(".")[0]))
        for name, function in _functions(tree)
    }


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def _named(function: ast.AST, names: Mapping[str, Function], module: str, owner: str) -> Iterator[Function]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in names:
            yield names[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "self":
                yield Function(module, f"{owner}.{node.attr}")
            elif node.value.id in names:
                base = names[node.value.id]
                yield Function(f"{base.module}.{base.name}", node.attr)


class BeginningsSeen:
    """Functions that were passed on the way to a new run, since this was made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._callers: defaultdict[Function, set[Function]] = defaultdict(set)
        self._first = Function(save.__name__, "run_save_new")
        real = save.run_save_new

        def noted(*arguments: Any, **options: Any) -> Any:
            self._note(sys._getframe(1))
            return real(*arguments, **options)

        for module in (save, step):
            monkeypatch.setattr(module, "run_save_new", noted)

    def missing(self) -> set[str]:
        """Return functions that lead to a new run, and were not passed."""
        passed = {self._first}.union(*self._callers.values())
        return {f"{one.module}.{one.name}" for one in reached_from([self._first], self._callers) - passed}

    def _note(self, frame: FrameType | None) -> None:
        below = self._first
        while frame is not None:
            module = frame.f_globals.get("__name__", "")
            name = frame.f_code.co_qualname.split(".<locals>")[0]
            if module.split(".")[0] in PACKAGES and not name.startswith("<"):
                here = Function(module, name)
                if here != below:
                    self._callers[below].add(here)
                below = here
            frame = frame.f_back
