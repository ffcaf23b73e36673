"""Tools offered to a model, and those left out with a reason."""

import json

import pytest

from tests.doubles.probe_bench import PROBE, call, offer
from tests.doubles.tool_ports import ALICE, Bench, ProbeExecutor
from tests.doubles.unfinished_tool import take_code_away
from tools.core.definitions import EffectClass, ToolCall, ToolRef
from tools.core.tool_id import ToolId
from tools.executors import builtin


def test_two_configured_tools_of_one_kind_are_two_functions(bench: Bench) -> None:
    bench.tools.add("p2", "probe", {"place": "there"}, name="Second probe")
    toolbox = offer(bench, ProbeExecutor(), PROBE, ToolRef(ToolId("tool:p2")), PROBE)
    first, second = (tool.function for tool in toolbox.tools())
    assert (first.name, second.name) == ("first_probe", "second_probe")
    assert "Second probe" in second.description
    assert call(toolbox, name=second.name).data["place"] == "there"


def test_what_a_person_filled_in_leaves_the_schema_and_cannot_be_changed(bench: Bench) -> None:
    bench.tools.add("p1", "probe", {"place": "there"})
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    parameters = toolbox.tools()[0].function.parameters
    assert list(parameters["properties"]) == ["word", "times"]
    assert "there" not in json.dumps(parameters)
    result = call(toolbox, {"word": "tea", "place": "elsewhere"})
    assert (result.success, result.code) == (False, 1002)
    assert "place" in result.message
    assert executor.invocations == []


SKIPPED = [
    ("missing", ToolRef(ToolId("tool:gone")), "missing"),
    ("disabled", ToolRef(ToolId("tool:off")), "disabled"),
    ("not implemented", ToolRef(ToolId("tool:later")), "not_implemented"),
    ("unknown kind", ToolRef(ToolId("inline:x"), "no-such-kind", "Old tool"), "not_implemented"),
    ("config that does not fit", ToolRef(ToolId("inline:y"), "probe", "Probe", {"plaice": 1}), "misconfigured"),
    ("something missing", ToolRef(ToolId("inline:z"), "probe", "Probe", {"place": "nowhere"}), "misconfigured"),
    ("unknown built-in", ToolRef(ToolId("system:nothing")), "missing"),
    ("a kind of several tools", ToolRef(ToolId("send_notification")), "misconfigured"),
    ("a kind that needs settings", ToolRef(ToolId("custom")), "misconfigured"),
]


@pytest.mark.parametrize(("ref", "code"), [row[1:] for row in SKIPPED], ids=[row[0] for row in SKIPPED])
def test_an_unusable_tool_is_left_out_with_its_reason(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, ref: ToolRef, code: str
) -> None:
    builtin.register_all(bench.registry)
    bench.tools.add("off", "probe", {}, enabled=False)
    take_code_away(monkeypatch, "xiaohongshu")
    bench.tools.add("later", "xiaohongshu", {})
    toolbox = offer(bench, ProbeExecutor(), ref, PROBE)
    (skipped,) = toolbox.skipped()
    assert (skipped.tool_id, skipped.code) == (ref.tool_id, code)
    assert skipped.title
    assert skipped.text.en
    assert skipped.text.in_language("zh")
    assert [tool.tool_id for tool in toolbox.tools()] == ["tool:p1"]


def test_a_tool_that_is_switched_off_during_the_conversation_is_refused(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    bench.tools.add("p1", "probe", {}, enabled=False)
    result = call(toolbox)
    assert (result.success, result.code) == (False, 1001)
    assert bench.audit.refusals[-1][0].stage == "call"


def test_an_unknown_function_is_answered_with_the_offered_names(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    result = call(toolbox, name="delete_everything")
    assert (result.success, result.code) == (False, 1001)
    assert toolbox.tools()[0].function.name in result.message
    record, _, _ = bench.audit.refusals[-1]
    assert (record.function, record.tool_id, record.code) == ("delete_everything", "", 1001)
    assert toolbox.prepare(ToolCall("c", "delete_everything", "{}")).effect is EffectClass.PURE


def test_a_built_in_tool_needs_no_configuration(bench: Bench) -> None:
    builtin.register_all(bench.registry)
    toolbox = bench.gateway().offer((ToolRef(ToolId("system:get_current_time")),), ALICE)
    (tool,) = toolbox.tools()
    assert tool.function.name == "sys_get_current_time"
    result = call(toolbox, {"timezone": "Asia/Shanghai"})
    assert result.data["iso"] == "2026-11-21T20:00:00+08:00"
