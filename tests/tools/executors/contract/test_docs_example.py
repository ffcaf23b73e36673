"""The worked example of the documentation is registered, offered and called as it says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId

DOCS = Path(__file__).resolve().parents[4] / "docs"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("search_materials", DOCS / "examples" / "search_materials.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bench(example: ModuleType) -> Bench:
    bench = Bench()
    bench.registry.register(example.search_materials)
    bench.policies.current = (PolicyRule("r1", "writers", "materials:search", None, "allow"),)
    return bench


def call(bench: Bench, arguments: dict[str, object]) -> ToolResult:
    toolbox = bench.gateway().offer((ToolRef(ToolId("materials:search")),), ALICE)
    assert [tool.function.name for tool in toolbox.tools()] == ["materials_search"]
    return toolbox.call(ToolCall("c1", "materials_search", arguments), timeout_s=60, cancel=Cancel())


def test_the_example_finds_what_is_there(bench: Bench) -> None:
    result = call(bench, {"words": "oak", "only_in_stock": True})
    assert result.success
    assert result.data == [{"number": "M-1001", "name": "Oak board 20 mm", "in_stock": 14}]
    assert [record.tool_id for record in bench.audit.records] == ["materials:search"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [({"words": "teak"}, 2004), ({"words": "  "}, 1002), ({"words": "oak", "limit": 0}, 1002)],
)
def test_the_example_states_what_is_not_there_and_what_is_wrong(
    bench: Bench, arguments: dict[str, object], code: int
) -> None:
    result = call(bench, arguments)
    assert (result.success, result.code) == (False, code)


def test_nobody_may_use_the_example_without_a_rule(bench: Bench) -> None:
    bench.policies.current = ()
    toolbox = bench.gateway().offer((ToolRef(ToolId("materials:search")),), ALICE)
    assert [skipped.code for skipped in toolbox.skipped()] == ["denied"]


def test_the_page_shows_the_head_of_the_example_as_it_is(example: ModuleType) -> None:
    page = (DOCS / "tools" / "own-tools.md").read_text()
    shown = page.split("```python\n")[1].split("```")[0]
    source = Path(str(example.__file__)).read_text()
    assert all(line in source.splitlines() for line in shown.splitlines())
