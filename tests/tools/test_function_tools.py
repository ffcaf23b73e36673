"""`@tool`: what becomes of a function."""

import asyncio

from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.definitions import Text, ToolCall, ToolRef
from tools.envelope import ToolResult
from tools.executors.function import FunctionExecutor, tool


@tool("kitchen:make_green_tea")
async def make_tea(cups: int, fail: bool = False) -> dict[str, int]:
    """Make tea."""
    await asyncio.sleep(0)
    if fail:
        raise ValueError("The kettle is cold.")
    return {"cups": cups}


def called(executor: FunctionExecutor, arguments: dict[str, object]) -> ToolResult:
    bench = Bench()
    bench.registry.register(executor)
    toolbox = bench.gateway().offer((ToolRef(executor.name),), ALICE)
    name = toolbox.tools()[0].function.name
    return toolbox.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())


def test_an_async_function_is_awaited() -> None:
    result = called(make_tea, {"cups": 2})
    assert (result.success, result.data) == (True, {"cups": 2})


def test_a_failing_async_function_is_a_failed_call() -> None:
    assert not called(make_tea, {"cups": 2, "fail": True}).success


def test_the_title_comes_from_the_name() -> None:
    assert make_tea.title == Text("Make green tea", "Make green tea")
