"""Effects of the rules on an offer and on a call."""

from dataclasses import replace
from typing import Any

import pytest

from tests.doubles.probe_bench import DENY, PROBE, call, offer
from tests.doubles.tool_ports import ALICE, Bench, Cancel, GuardedProbe, ProbeExecutor
from tools.core.definitions import CallContext, Caller, EffectClass, ToolCall
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.policies.tool_patterns import PolicySubject

EFFECTS = [
    ("asking leaves the call out", "ask", "live", None, (False, 1006), "needs_approval", 0),
    ("asking lets a rehearsal pass", "ask", "test", None, (True, 0), "testMode", 0),
    ("a pretended answer", "mock", "live", {"id": 7}, (True, 0), "mock", 0),
    ("a pretended answer in test mode", "mock", "test", {"id": 7}, (True, 0), "mock", 0),
    ("pretending without an answer", "mock", "live", None, (True, 0), "testMode", 0),
    ("allowing", "allow", "live", None, (True, 0), "tool", 1),
]


@pytest.mark.parametrize(
    ("effect", "mode", "answer", "outcome", "reported", "sent"),
    [row[1:] for row in EFFECTS],
    ids=[row[0] for row in EFFECTS],
)
def test_the_effect_of_a_rule(
    bench: Bench, effect: Any, mode: Any, answer: Any, outcome: tuple[bool, int], reported: str, sent: int
) -> None:
    when = "args.word == 'tea' && args.times == 1"
    bench.policies.current = (
        PolicyRule("r1", None, "probe", None, effect, when=when, mock_result=answer, revision=3),
        PolicyRule("r2", None, "probe", None, "deny", when="args.word == 'coffee'"),
    )
    executor = ProbeExecutor()
    toolbox = offer(bench, executor, context=replace(ALICE, mode=mode))
    result = call(toolbox)
    assert (result.success, result.code) == outcome
    assert result.to_json()["metadata"][reported]
    assert len(executor.invocations) == sent
    if answer is not None:
        assert result.data == answer
    record = bench.audit.records[0] if bench.audit.records else bench.audit.refusals[0][0]
    assert (record.decision, record.rule_id, record.rule_revision) == (effect, "r1", 3)
    assert call(toolbox, {"word": "coffee"}).code == 1006
    assert bench.audit.refusals[-1][0].rule_id == "r2"


@pytest.mark.parametrize(
    ("untrusted", "effect", "code"),
    [(True, EffectClass.UNREPEATABLE, 1006), (False, EffectClass.UNREPEATABLE, 0), (True, EffectClass.PURE, 0)],
)
def test_text_from_outside_in_a_writing_call_needs_approval(
    bench: Bench, untrusted: bool, effect: EffectClass, code: int
) -> None:
    bench.policies.current = (
        PolicyRule("guard", None, "*", None, "ask", args_untrusted=True),
        PolicyRule("r1", None, "tool:p1", None, "allow"),
    )
    toolbox = offer(bench, ProbeExecutor(effect=effect))
    asked = ToolCall("c1", toolbox.tools()[0].function.name, {"word": "tea"}, untrusted=untrusted)
    request = toolbox.prepare(asked).question
    assert (request.rule_id if request else None) == ("guard" if code else None)
    assert toolbox.call(asked, timeout_s=60, cancel=Cancel()).code == code
    record = bench.audit.refusals[-1][0] if code else bench.audit.records[-1]
    assert record.untrusted is (code != 0)


def test_a_denied_tool_is_not_offered_and_the_log_gives_the_reason(bench: Bench) -> None:
    bench.policies.current = (DENY,)
    toolbox = offer(bench, ProbeExecutor())
    assert toolbox.tools() == ()
    assert toolbox.skipped()[0].code == "denied"
    ((record, reason, rule_id),) = bench.audit.refusals
    assert (record.stage, record.tool_id, record.code, rule_id) == ("offer", "tool:p1", 1006, "r-deny")
    assert "writers" in reason.en
    assert "writers" in reason.in_language("zh")


@pytest.mark.parametrize("name", ["probe", "tool:p1", "First probe"])
def test_a_call_to_a_denied_tool_is_refused_by_its_rule(bench: Bench, name: str) -> None:
    executor = ProbeExecutor()
    bench.policies.current = (DENY,)
    result = call(offer(bench, executor), name=name)
    assert (result.success, result.code) == (False, 1006)
    assert executor.invocations == []
    record, _, rule_id = bench.audit.refusals[-1]
    assert (record.stage, record.code, rule_id) == ("call", 1006, "r-deny")


def test_a_rule_that_comes_during_the_conversation_counts(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    assert call(toolbox).success
    bench.policies.current = (DENY,)
    assert call(toolbox).code == 1006
    assert len(executor.invocations) == 1


def test_a_tool_that_requires_permission_needs_a_rule(bench: Bench) -> None:
    toolbox = offer(bench, GuardedProbe())
    assert toolbox.skipped()[0].code == "denied"
    bench.policies.current = (PolicyRule("r1", "writers", "probe", None, "allow"),)
    assert call(bench.gateway().offer((PROBE,), ALICE)).success


def test_the_index_of_the_rules_is_kept_while_they_stay_the_same(bench: Bench) -> None:
    gateway = bench.gateway()
    subject = PolicySubject(ToolId("tool:p1"), "probe")
    assert gateway.index().decide(subject, CallContext(Caller(1))).allowed
    first = gateway._index
    assert gateway.index().decide(subject, CallContext(Caller(1))).allowed
    assert gateway._index is first
