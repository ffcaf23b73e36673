"""A call is prepared once and runs as it was prepared; rights are looked at again when it runs."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agents.core.errors import ApprovalNeededError
from agents.core.messages import ToolCallPart
from agents.loop.calls import CallRunner
from agents.loop.journal_replay import Replay
from agents.loop.untrusted_text import UntrustedText
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, RecordingSink, good
from tests.doubles.probe_bench import DENY, SECRET, call, offer
from tests.doubles.tool_ports import ALICE, Bench, Cancel, ProbeConfig, ProbeExecutor, ProbeParameters
from tools.calls.toolbox import GatewayToolbox
from tools.core.call.inner_calls import MAX_DEPTH
from tools.core.definitions import Approval, CallContext, EffectClass, ToolCall
from tools.core.envelope import ToolResult
from tools.core.formats.json_text import read_json
from tools.core.ports import PolicyRule
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.core.tool_id import ToolId
from tools.secrets.redaction import redact

ASK = PolicyRule("r-ask", None, "probe", None, "ask")
TEA = '{"word": "tea"}'


class CarefulProbe(ProbeExecutor):
    """A probe with settings that decide the repeatability of a call."""

    def effect(self, config: ProbeConfig, parameters: ProbeParameters, context: CallContext) -> EffectClass:
        return EffectClass.UNREPEATABLE if config.place == "shop" else EffectClass.REPEATABLE


def prepare(toolbox: GatewayToolbox, arguments: str | dict[str, Any] = TEA, name: str = "") -> PreparedCall:
    return toolbox.prepare(ToolCall("c1", name or toolbox.tools()[0].function.name, arguments))


def run(toolbox: GatewayToolbox, prepared: PreparedCall, approval: Approval | None = None) -> ToolResult:
    return toolbox.run(prepared, CallOptions(60, Cancel(), approval))


def test_a_prepared_call_has_all_that_is_known_before_it_runs(bench: Bench) -> None:
    bench.policies.current = (ASK,)
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    prepared = prepare(toolbox, f'{{"word": "my {SECRET}"}}')
    assert prepared.arguments == {"word": f"my {SECRET}"}
    assert prepared.shown == {"word": "my ***"}
    assert prepared.effect is EffectClass.UNREPEATABLE
    assert prepared.question is not None
    assert prepared.question.arguments == prepared.shown
    assert prepared.cost() is None
    assert (executor.invocations, bench.audit.records, bench.audit.refusals) == ([], [], [])


@pytest.mark.parametrize("has_read_untrusted", [False, True])
def test_an_argument_is_parsed_validated_redacted_and_judged_once_on_its_way_through_a_node(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, has_read_untrusted: bool
) -> None:
    steps: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def count(*args: Any, **named: Any) -> Any:
            steps[name] += 1
            return function(*args, **named)

        return count

    class CountedProbe(CarefulProbe):
        def parameters(self, config: ProbeConfig) -> type[ProbeParameters]:
            steps["validated"] += 1
            return super().parameters(config)

        def effect(self, config: ProbeConfig, parameters: ProbeParameters, context: CallContext) -> EffectClass:
            steps["judged"] += 1
            return super().effect(config, parameters, context)

    toolbox = offer(bench, CountedProbe())
    steps.clear()
    untrusted = UntrustedText(is_present=has_read_untrusted)
    monkeypatch.setattr("tools.core.call.arguments.read_json", counted("parsed", read_json))
    monkeypatch.setattr("tools.calls.arguments.redact", counted("redacted", redact))
    journal, sink = FakeJournal(), RecordingSink()
    runner = CallRunner(
        toolbox, Replay(journal), sink, Cancel(), timeout_s=60, stop_on_failure=True, untrusted=untrusted
    )
    (record,) = runner.run([ToolCallPart("c1", toolbox.tools()[0].function.name, TEA)], 1)
    assert steps == {"parsed": 1, "validated": 1, "redacted": 1, "judged": 1}
    assert bench.audit.records[0].untrusted is has_read_untrusted
    (started,) = sink.payloads("tool_call_started")
    assert started["arguments"] == record.arguments == bench.audit.records[0].arguments == {"word": "tea"}


REFUSALS = [
    ("an unknown name", {"name": "make_coffee"}, 1001),
    ("bad arguments", {"arguments": '{"word": '}, 1002),
    ("arguments of a wrong type", {"arguments": '{"word": "tea", "times": "many"}'}, 1002),
]


@pytest.mark.parametrize(("wrong", "code"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS])
def test_a_wrong_call_is_prepared_to_be_refused(bench: Bench, wrong: dict[str, Any], code: int) -> None:
    toolbox = offer(bench, ProbeExecutor())
    prepared = prepare(toolbox, **wrong)
    assert (prepared.effect, prepared.question) == (EffectClass.PURE, None)
    assert bench.audit.refusals == []
    assert run(toolbox, prepared).code == code
    assert len(bench.audit.refusals) == 1


ORDER = [
    ("unusable before too deep", {"enabled": False}, 1001),
    ("too deep before bad arguments", {"deep": True}, 1006),
    ("bad arguments before denied", {}, 1002),
]


@pytest.mark.parametrize(("wrong", "code"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_the_order_of_refusals(bench: Bench, wrong: dict[str, Any], code: int) -> None:
    deep = replace(ALICE, within=(ToolId("tool:a"),) * (MAX_DEPTH + 1))
    toolbox = offer(bench, ProbeExecutor(), context=deep if wrong.get("deep") else ALICE)
    bench.tools.add("p1", "probe", {}, enabled=wrong.get("enabled", True))
    bench.policies.current = (PolicyRule("r1", None, "probe", None, "deny", when="args.word != 'tea'"),)
    assert call(toolbox, "{}").code == code


def test_a_rule_that_forbids_a_prepared_call_still_counts(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    prepared = prepare(toolbox)
    bench.policies.current = (DENY,)
    assert run(toolbox, prepared).code == 1006
    assert executor.invocations == []
    assert bench.audit.refusals[-1][0].rule_id == "r-deny"


def test_a_rule_about_the_arguments_of_a_prepared_call_still_counts(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    prepared = prepare(toolbox)
    bench.policies.current = (PolicyRule("r1", None, "probe", None, "deny", when="args.word == 'tea'"),)
    assert run(toolbox, prepared).code == 1006
    assert executor.invocations == []


def test_a_rule_that_wants_a_prepared_call_asked_keeps_it_from_running(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    prepared = prepare(toolbox)
    bench.policies.current = (ASK,)
    result = run(toolbox, prepared)
    assert (result.code, result.facts.needs_approval, executor.invocations) == (1006, True, [])


def test_a_rule_that_has_nothing_to_do_with_a_prepared_call_lets_it_run(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    prepared = prepare(toolbox)
    bench.policies.current = (replace(DENY, tool_pattern="http_request"),)
    assert run(toolbox, prepared).success


def test_a_tool_that_is_switched_off_before_a_prepared_call_runs_is_refused(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    prepared = prepare(toolbox)
    bench.tools.add("p1", "probe", {}, enabled=False)
    assert run(toolbox, prepared).code == 1001
    assert executor.invocations == []


def test_the_effect_is_that_of_the_settings_that_the_call_runs_with(bench: Bench) -> None:
    """Settings that change in between never meet an effect class that was judged by others."""
    toolbox = offer(bench, CarefulProbe())
    bench.tools.add("p1", "probe", {"place": "shop"})
    prepared = prepare(toolbox)
    bench.tools.add("p1", "probe", {"place": "home"})
    assert prepared.effect is EffectClass.UNREPEATABLE
    assert run(toolbox, prepared).data["place"] == "shop"
    assert bench.audit.records[-1].effect is EffectClass.UNREPEATABLE


def test_a_call_that_another_toolbox_has_prepared_does_not_run(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    strange = PreparedCall(call=ToolCall("c1", "probe", {}), arguments={}, shown={})
    with pytest.raises(TypeError):
        run(toolbox, strange)


def test_a_call_is_prepared_again_when_one_before_it_may_have_changed_the_rules() -> None:
    """Changes by an earlier call of the same reply count for those after it, also that a person must be asked."""
    second = FakeTool("second", effect=EffectClass.UNREPEATABLE)

    def change(arguments: dict[str, Any]) -> ToolResult:
        second.needs_approval = True
        return good()

    toolbox = FakeToolbox(FakeTool("first", change, EffectClass.UNREPEATABLE), second)
    runner = CallRunner(toolbox, Replay(FakeJournal()), RecordingSink(), Cancel(), timeout_s=60, stop_on_failure=True)
    with pytest.raises(ApprovalNeededError):
        runner.run([ToolCallPart("c1", "first", "{}"), ToolCallPart("c2", "second", "{}")], 1)
    assert [made.name for made in toolbox.calls] == ["first"]
