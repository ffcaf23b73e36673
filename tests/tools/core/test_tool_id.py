"""Ids of what can be called: read and written in one place."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tools.core.tool_id import ToolId, ToolKind

ROOT = Path(__file__).parents[3]
THE_PLACE = ROOT / "tools/core/tool_id.py"
_ANY_PREFIX = re.compile(rf"({'|'.join(ToolKind)}):")
_TAKES_APART = {"partition", "rpartition", "split", "rsplit", "startswith", "removeprefix"}
_HOLDS_ID = re.compile(r"(tool_id|inventory_id)$")


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("tool:42", ToolId(ToolKind.TOOL, "42")),
        ("mcp:42:search:all", ToolId(ToolKind.MCP, "42", function="search:all")),
        ("mcp:42", ToolId(ToolKind.MCP, "42")),
        ("mcp:42:", ToolId(ToolKind.MCP, "42:")),
        ("workflow:tea", ToolId(ToolKind.WORKFLOW, "tea")),
        ("workflow:tea@3", ToolId(ToolKind.WORKFLOW, "tea", version="3")),
        ("workflow:tea@", ToolId(ToolKind.WORKFLOW, "tea@")),
        ("agent:butler@3", ToolId(ToolKind.AGENT, "butler@3")),
        ("kb:Query", ToolId(ToolKind.KB, "Query")),
        ("inline:a:b@c", ToolId(ToolKind.INLINE, "a:b@c")),
        ("inline:", ToolId(ToolKind.INLINE, "")),
        ("system:get_current_time", ToolId(ToolKind.SYSTEM, "system:get_current_time")),
        ("blog:save", ToolId(ToolKind.SYSTEM, "blog:save")),
        ("workflow", ToolId(ToolKind.SYSTEM, "workflow")),
        ("", ToolId(ToolKind.SYSTEM, "")),
    ],
)
def test_an_id_is_parsed_and_written_again(text: str, parsed: ToolId) -> None:
    assert ToolId.parse(text) == parsed
    assert str(parsed) == text


def test_every_text_survives_parsing() -> None:
    starts = ["", ":", "@", "blog:", *(f"{kind}:" for kind in ToolKind)]
    texts = [start + "".join(rest) for start in starts for rest in product("a:@", repeat=5)]
    assert [str(ToolId.parse(text)) for text in texts] == texts


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("mcp:42:search", "tool:42"),
        ("workflow:tea@3", "workflow:tea"),
        ("tool:42", None),
        ("mcp:42:", None),
        ("inline:42:search", None),
        ("system:a@b", None),
    ],
)
def test_rules_for_a_tool_hold_for_its_parts(text: str, parent: str | None) -> None:
    assert ToolId.parse(text).parent == (ToolId.parse(parent) if parent else None)


def test_the_functions_of_a_configured_tool_begin_alike() -> None:
    tool = ToolId.parse("tool:42")
    assert str(tool.of_function("search")) == f"{tool.functions_prefix}search" == "mcp:42:search"
    assert str(ToolId.parse("inline:a").of_function("search")) == "inline:a:search"


@pytest.mark.parametrize(
    ("text", "namespace", "short_name"),
    [
        ("mcp:42:search", "mcp", "search"),
        ("blog:save", "blog", "save"),
        ("plain", "", "plain"),
        ("workflow:tea@3", "workflow", "tea"),
    ],
)
def test_an_id_has_a_namespace_and_a_short_name(text: str, namespace: str, short_name: str) -> None:
    assert (ToolId.parse(text).namespace, ToolId.parse(text).short_name) == (namespace, short_name)


def test_nobody_else_takes_ids_apart_or_puts_them_together() -> None:
    files = [path for folder in ("tools", "agents", "workflow_editor") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 300
    found = [hit for path in files if path != THE_PLACE for hit in _hits(path.read_text(), path)]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'tool_id.partition(":")',
        'ref.tool_id.split(":", 2)[2]',
        'name.startswith("kb:")',
        'name.startswith(("mcp:", "tool:"))',
        'f"workflow:{slug}"',
        'AGENT = "agent:"',
        'f"{ToolKind.MCP}:{name}"',
    ],
)
def test_the_search_finds_what_it_is_for(code: str) -> None:
    assert list(_hits(code, THE_PLACE))


def _hits(source: str, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if _is_prefix(node) or _is_written(node) or _is_taken_apart(node):
            yield f"{path}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"


def _is_prefix(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_ANY_PREFIX.fullmatch(node.value))


def _is_written(node: ast.AST) -> bool:
    if not isinstance(node, ast.JoinedStr) or len(node.values) < 2:
        return False
    first, second = node.values[:2]
    if isinstance(first, ast.Constant):
        return bool(_ANY_PREFIX.match(str(first.value)))
    is_joined = isinstance(second, ast.Constant) and str(second.value).startswith(":")
    return is_joined and "kind" in ast.unparse(first).lower()


def _is_taken_apart(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES_APART):
        return False
    return bool(_HOLDS_ID.search(ast.unparse(node.func.value)))
