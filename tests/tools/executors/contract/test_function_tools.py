"""`@tool`: what becomes of a function."""

import asyncio
from typing import Annotated, Any

import pytest
from pydantic import Field

from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import Invocation
from tools.executors.contract.function import FunctionConfig, FunctionExecutor, tool
from tools.executors.registry import RegistrationError, Registry


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
    toolbox = bench.gateway().offer((ToolRef(ToolId(executor.name)),), ALICE)
    name = toolbox.tools()[0].function.name
    return toolbox.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())


def test_an_async_function_is_awaited() -> None:
    result = called(make_tea, {"cups": 2})
    assert (result.success, result.data) == (True, {"cups": 2})


def test_a_failing_async_function_is_a_failed_call() -> None:
    assert not called(make_tea, {"cups": 2, "fail": True}).success


class Kitchen:
    """Its tools share the kitchen."""

    def __init__(self, milk: int) -> None:
        self.milk = milk

    @tool("kitchen:pour_milk")
    def pour_milk(self, cups: int, invocation: Invocation) -> dict[str, Any]:
        """Pour milk."""
        self.milk -= cups
        return {"left": self.milk, "for": invocation.context.caller.username}

    @tool("kitchen:steam_milk")
    async def steam_milk(self, cups: Annotated[int, Field(ge=1)] = 1) -> int:
        """Steam milk."""
        await asyncio.sleep(0)
        return self.milk + cups

    @tool("kitchen:boil")
    @staticmethod
    def boil(cups: int) -> int:
        """Boil water."""
        return cups

    make_tea = make_tea


class Cafe(Kitchen):
    """Overrides one method, which calls the one of its base."""

    @tool("cafe:steam_milk")
    async def steam_milk(self, cups: int = 1) -> int:
        """Steam more milk."""
        more: int = await super().steam_milk(cups)
        return more * 10


def test_a_method_is_a_tool_of_its_instance() -> None:
    one, other = Kitchen(5), Kitchen(9)
    assert called(one.pour_milk, {"cups": 2}).data == {"left": 3, "for": "alice"}
    assert (one.milk, other.milk) == (3, 9)
    assert called(other.steam_milk, {}).data == 10
    assert called(Cafe(1).steam_milk, {"cups": 2}).data == 30
    assert called(one.pour_milk, {"cups": "many"}).code == 1002


def test_models_see_neither_the_instance_nor_the_invocation() -> None:
    schema = Kitchen(1).pour_milk.parameters_schema(FunctionConfig())
    assert (list(schema["properties"]), schema["required"]) == (["cups"], ["cups"])
    assert Kitchen.pour_milk.title == Text.of(en="Pour milk", zh="Pour milk")
    assert Kitchen.pour_milk.help.en == "Pour milk."


def test_what_needs_no_instance_is_the_same_everywhere() -> None:
    assert called(Kitchen.boil, {"cups": 3}).data == called(Kitchen(1).boil, {"cups": 3}).data == 3
    assert Kitchen(1).make_tea is make_tea


def test_a_method_is_called_like_any_other() -> None:
    kitchen = Kitchen(5)
    assert asyncio.run(kitchen.steam_milk(2)) == 7
    assert asyncio.run(Kitchen.steam_milk(kitchen, cups=3)) == 8


def test_the_method_of_one_instance_is_registered() -> None:
    registry, kitchen = Registry(), Kitchen(1)
    with pytest.raises(RegistrationError, match="register that of an instance"):
        registry.register(Kitchen.pour_milk)
    registry.register(kitchen.pour_milk)
    registry.register(kitchen.pour_milk)
    with pytest.raises(RegistrationError):
        registry.register(Kitchen(1).pour_milk)
    assert len({kitchen.pour_milk, kitchen.pour_milk, Kitchen(1).pour_milk}) == 2


def test_an_untyped_parameter_is_refused() -> None:
    with pytest.raises(ValueError, match="'cups' of 'kitchen:spill' needs a type"):

        @tool("kitchen:spill")
        def spill(self, cups):  # type: ignore[no-untyped-def]  # the mistake that is tested
            """Spill milk."""


def test_the_title_comes_from_the_name() -> None:
    assert make_tea.title == Text.of(en="Make green tea", zh="Make green tea")
