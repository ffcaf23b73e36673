"""Custom tools and the built-in clock, through the gateway."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.tool_ports import ALICE, IN_TEST, Bench, Cancel
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, EffectClass, ToolCall, ToolRef
from tools.core.envelope import ResultCode, ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.custom.settings import CustomConfig

ADD = {
    "description": "Add two numbers.",
    "parameters": [
        {"name": "a", "type": "number", "description": "First"},
        {"name": "b", "type": "number", "description": "Second", "required": False},
        {"name": "copy", "type": "object", "description": "A name that models have too", "required": False},
    ],
    "script": "def main(args):\n    print('adding')\n    return args['a'] + (args['b'] or 0)",
}


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    builtin.register_all(bench.registry)
    return bench


def toolbox(bench: Bench, config: dict[str, Any], context: CallContext = ALICE) -> GatewayToolbox:
    bench.tools.add("c", "custom", config, name="Adder")
    return bench.gateway().offer((ToolRef(ToolId("tool:c")),), context)


def run(bench: Bench, config: dict[str, Any], arguments: dict[str, Any], context: CallContext = ALICE) -> ToolResult:
    offered = toolbox(bench, config, context)
    call = ToolCall("c1", offered.tools()[0].function.name, arguments)
    assert offered.prepare(call).effect is EffectClass.PURE
    return offered.call(call, timeout_s=60, cancel=Cancel())


def test_the_declared_parameters_are_what_the_model_sees(bench: Bench) -> None:
    function = toolbox(bench, ADD).tools()[0].function
    assert "Add two numbers." in function.description
    assert function.parameters["properties"]["a"]["description"] == "First"
    assert function.parameters["required"] == ["a"]
    assert list(function.parameters["properties"]) == ["a", "b", "copy"]


def test_the_script_runs_with_them(bench: Bench) -> None:
    result = run(bench, ADD, {"a": 1, "b": 2})
    assert (result.success, result.data, result.metadata["logs"]) == (True, 3, "adding\n")
    assert run(bench, ADD, {"a": 1}).data == 1
    by_names = ADD | {"script": "def main(b, a):\n    return [a, b]"}
    assert run(bench, by_names, {"a": 1, "b": 2}).data == [1, 2]


def test_rules_and_test_mode_know_arguments_by_their_declared_names(bench: Bench) -> None:
    bench.policies.current = (PolicyRule("r1", None, "custom", None, "deny", when="args.a > 10"),)
    assert run(bench, ADD, {"a": 11}).code == ResultCode.DENIED
    assert run(bench, ADD, {"a": 1}).success
    rehearsed = run(bench, ADD, {"a": 1, "copy": {"b": 2}}, IN_TEST)
    assert rehearsed.data["arguments"] == {"a": 1, "copy": {"b": 2}}


def test_an_error_in_the_script_names_its_line(bench: Bench) -> None:
    result = run(bench, {"script": "x = 1\nx / 0"}, {})
    assert (result.success, result.code) == (False, 2001)
    assert "Line 2" in result.message
    assert "ZeroDivisionError" in result.message


def test_an_empty_script_is_not_offered(bench: Bench) -> None:
    assert toolbox(bench, {}).skipped()[0].code == "misconfigured"


BAD = [
    ({"script": "x = (\n"}, "script", "Line 1"),
    ({"script": "def f():\n    yield 1"}, "script", "Line 2"),
    ({"parameters": [{"name": "a b"}]}, "parameters", "letters"),
    ({"parameters": [{"name": "args"}]}, "parameters", "reserved"),
    ({"parameters": [{"name": "a"}, {"name": "a"}]}, "parameters", "twice"),
    ({"parameters": [{"name": "a", "type": "file"}]}, "parameters", "string"),
]


@pytest.mark.parametrize(("config", "field", "words"), BAD)
def test_a_config_that_does_not_fit_is_refused_at_its_field(config: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        CustomConfig.model_validate(config)
    (error,) = caught.value.errors()
    assert error["loc"][0] == field
    assert words in error["msg"]


TIMES = [
    ({}, "2026-11-21T12:00:00+00:00"),
    ({"timezone": "Asia/Shanghai"}, "2026-11-21T20:00:00+08:00"),
    ({"timezone": "America/New_York"}, "2026-11-21T07:00:00-05:00"),
    ({"timezone": "+05:30"}, "2026-11-21T17:30:00+05:30"),
    ({"timezone": "-0330"}, "2026-11-21T08:30:00-03:30"),
]


@pytest.mark.parametrize(("arguments", "iso"), TIMES)
def test_the_current_time_in_any_zone(bench: Bench, arguments: dict[str, str], iso: str) -> None:
    offered = bench.gateway().offer((ToolRef(ToolId("system:get_current_time")),), ALICE)
    result = offered.call(ToolCall("c", "sys_get_current_time", arguments), timeout_s=60, cancel=Cancel())
    assert result.data["iso"] == iso


@pytest.mark.parametrize("zone", ["Mars/Base", "../../etc/passwd", "/etc/passwd", "", "+99:00", "Asia"])
def test_an_unknown_zone_is_the_callers_fault(bench: Bench, zone: str) -> None:
    offered = bench.gateway().offer((ToolRef(ToolId("system:get_current_time")),), ALICE)
    result = offered.call(ToolCall("c", "sys_get_current_time", {"timezone": zone}), timeout_s=60, cancel=Cancel())
    assert (result.success, result.code) == (False, 1002)
