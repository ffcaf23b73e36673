"""The form of a tool's id is written and taken apart in `tools.core.tool_id` only."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.runtime import ROOT
from tools.core.tool_id import ToolKind

SOURCES = [
    path
    for app in ("tools", "agents", "workflow_editor")
    for path in sorted((ROOT / app).rglob("*.py"))
    if path.parent.name != "migrations"
]
HOME = "tools/core/tool_id.py"
# `system:<action>` is the whole name of an executor, which is no id that anybody has to make.
MADE_BY_HAND = re.compile(rf"({'|'.join(kind for kind in ToolKind if kind is not ToolKind.SYSTEM)}):\S*")
TAKEN_APART = {"startswith", "removeprefix", "partition", "rpartition", "split", "rsplit"}
# Of these texts the first word only happens to be that of a kind.
NO_IDS = {"tool:{run}:{call}": "the key of a child run, which is no callable thing"}


def handled_by_hand(source: str) -> Iterator[str]:
    """Yield the texts that begin like an id, and the methods that take apart something named `tool_id`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(text)) if MADE_BY_HAND.fullmatch(text) and text not in NO_IDS:
                yield text
            case ast.Call(func=ast.Attribute(value=text, attr=method)) if method in TAKEN_APART:
                if ast.unparse(text).endswith("tool_id"):
                    yield ast.unparse(node)


def test_nobody_makes_or_takes_apart_an_id_by_hand() -> None:
    found = {
        name: texts
        for path in SOURCES
        if (name := path.relative_to(ROOT).as_posix()) != HOME
        if (texts := list(handled_by_hand(path.read_text())))
    }
    assert found == {}


@pytest.mark.parametrize(
    "code",
    ["f'mcp:{config}:{name}'", "'tool:' + key", "text.startswith('workflow:')", "ref.tool_id.partition(':')[0]"],
)
def test_such_code_is_found(code: str) -> None:
    assert list(handled_by_hand(code))
