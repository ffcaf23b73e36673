"""Ids of what can be called: read and written in one place."""

import ast
import pickle
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel, ValidationError

from tools.core.tool_id import ToolId, ToolKind, id_length

ROOT = Path(__file__).parents[3]
THE_PLACE = ROOT / "tools/core/tool_id.py"
_ANY_PREFIX = re.compile(rf"({'|'.join(ToolKind)}):")
_TAKES_APART = {"partition", "rpartition", "split", "rsplit", "startswith", "removeprefix"}
_HOLDS_ID = re.compile(r"(tool_id|inventory_id)$")


@pytest.mark.parametrize(
    ("text", "kind", "name", "function", "version"),
    [
        ("tool:42", ToolKind.TOOL, "42", "", ""),
        ("mcp:42:search:all", ToolKind.MCP, "42", "search:all", ""),
        ("mcp:42", ToolKind.MCP, "42", "", ""),
        ("mcp:42:", ToolKind.MCP, "42:", "", ""),
        ("workflow:tea", ToolKind.WORKFLOW, "tea", "", ""),
        ("workflow:tea@3", ToolKind.WORKFLOW, "tea", "", "3"),
        ("workflow:tea@", ToolKind.WORKFLOW, "tea@", "", ""),
        ("agent:butler@3", ToolKind.AGENT, "butler@3", "", ""),
        ("kb:Query", ToolKind.KB, "Query", "", ""),
        ("inline:a:b@c", ToolKind.INLINE, "a:b@c", "", ""),
        ("inline:", ToolKind.INLINE, "", "", ""),
        ("system:get_current_time", ToolKind.SYSTEM, "system:get_current_time", "", ""),
        ("blog:save", ToolKind.SYSTEM, "blog:save", "", ""),
        ("workflow", ToolKind.SYSTEM, "workflow", "", ""),
        ("", ToolKind.SYSTEM, "", "", ""),
    ],
)
def test_an_id_is_parsed_and_stays_its_text(text: str, kind: ToolKind, name: str, function: str, version: str) -> None:
    parsed = ToolId(text)
    assert (parsed.kind, parsed.name, parsed.function, parsed.version) == (kind, name, function, version)
    assert parsed == text


def test_every_text_is_put_together_again_from_its_parts() -> None:
    starts = ["", ":", "@", "blog:", *(f"{kind}:" for kind in ToolKind)]
    texts = [start + "".join(rest) for start in starts for rest in product("a:@", repeat=5)]
    assert [_put_together(ToolId(text)) for text in texts] == texts


def _put_together(parsed: ToolId) -> str:
    if parsed.kind is ToolKind.SYSTEM:
        return parsed.name
    function = f":{parsed.function}" if parsed.function else ""
    version = f"@{parsed.version}" if parsed.version else ""
    return f"{parsed.kind}:{parsed.name}{function}{version}"


@pytest.mark.parametrize("copied", [deepcopy, lambda parsed: pickle.loads(pickle.dumps(parsed))])  # noqa: S301  our own
def test_a_copy_has_the_parts_too(copied: Callable[[ToolId], ToolId]) -> None:
    copy = copied(ToolId("mcp:42:search"))
    assert (type(copy), copy.kind, copy.name, copy.function) == (ToolId, ToolKind.MCP, "42", "search")


class _Row(BaseModel):
    tool: ToolId
    short: Annotated[ToolId, id_length(min_length=1, max_length=6)] = ToolId("kb:a")


def test_a_model_parses_ids_and_shows_them_as_texts() -> None:
    row = _Row.model_validate({"tool": " mcp:42:search "})
    assert (type(row.tool), row.tool.function) == (ToolId, "search")
    assert row.model_dump_json() == '{"tool":"mcp:42:search","short":"kb:a"}'
    shapes = _Row.model_json_schema()["properties"]
    assert shapes["tool"] == {"title": "Tool", "type": "string"}
    assert shapes["short"] == {"default": "kb:a", "maxLength": 6, "minLength": 1, "title": "Short", "type": "string"}


@pytest.mark.parametrize(("text", "code"), [(" ", "string_too_short"), ("kb:long", "string_too_long")])
def test_the_length_of_an_id_is_that_of_a_text(text: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        _Row.model_validate({"tool": "kb:a", "short": text})
    assert [error["type"] for error in refused.value.errors()] == [code]


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
    assert ToolId(text).parent == (ToolId(parent) if parent else None)


def test_the_functions_of_a_configured_tool_begin_alike() -> None:
    tool = ToolId("tool:42")
    assert tool.of_function("search") == f"{tool.functions_prefix}search" == "mcp:42:search"
    assert ToolId("inline:a").of_function("search") == "inline:a:search"
    assert tool.of_function("") == tool


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
    assert (ToolId(text).namespace, ToolId(text).short_name) == (namespace, short_name)


def test_nobody_else_takes_ids_apart_or_puts_them_together() -> None:
    files = [path for folder in ("tools", "agents", "workflow_editor") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 300
    # What has moved data once stays as it was.
    moving = [path for path in files if path.parent.name == "migrations"]
    found = [hit for path in files if path not in {THE_PLACE, *moving} for hit in _hits(path.read_text(), path)]
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
