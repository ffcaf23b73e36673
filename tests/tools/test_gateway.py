"""The pipeline: what is offered, what is refused, what is written down, and how calls end."""

import json
import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel, GuardedProbe, ProbeExecutor
from tests.doubles.unfinished_tool import take_code_away
from tools.definitions import CallContext, Caller, EffectClass, ToolCall, ToolRef
from tools.envelope import ToolResult, build_error_response, failure, query_success
from tools.errors import ToolNotReachedError, ToolTimeoutError, ToolUnavailableError, ToolUpstreamError
from tools.executors import builtin
from tools.policy_patterns import PolicySubject
from tools.ports import PolicyRule
from tools.toolbox import GatewayToolbox

SECRET = "planted-secret-8f3a"
PROBE = ToolRef("tool:p1")
DENY = PolicyRule("r-deny", "writers", "probe", None, "deny")


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.tools.add("p1", "probe", {"apiKey": SECRET}, name="First probe")
    return bench


def offer(bench: Bench, executor: ProbeExecutor, *refs: ToolRef, context: CallContext = ALICE) -> GatewayToolbox:
    bench.registry.register(executor)
    return bench.gateway().offer(refs or (PROBE,), context)


def call(
    toolbox: GatewayToolbox,
    arguments: str | dict[str, Any] = '{"word": "tea"}',
    *,
    name: str = "",
    timeout_s: float = 60,
    cancel: Cancel | None = None,
) -> ToolResult:
    function = name or toolbox.tools()[0].function.name
    return toolbox.call(ToolCall("c1", function, arguments), timeout_s=timeout_s, cancel=cancel or Cancel())


def test_a_call_goes_through_and_is_written_down(bench: Bench) -> None:
    result = call(offer(bench, ProbeExecutor()))
    assert (result.success, result.code, result.data) == (True, 0, {"word": "tea", "place": "here"})
    assert result.metadata.keys() == {"execution_time_ms", "tool", "resource_type", "session_id", "temporary_session"}
    (record,) = bench.audit.records
    assert (record.stage, record.tool_id, record.executor, record.call_id) == ("call", "tool:p1", "probe", "c1")
    assert record.arguments == {"word": "tea"}
    assert record.effect is EffectClass.UNREPEATABLE
    outcome = bench.audit.outcomes["1"]
    assert (outcome.success, outcome.attempts, outcome.test_mode) == (True, 1, False)
    assert outcome.result["data"] == {"word": "tea", "place": "here"}


def test_two_configured_tools_of_one_kind_are_two_functions(bench: Bench) -> None:
    bench.tools.add("p2", "probe", {"place": "there"}, name="Second probe")
    toolbox = offer(bench, ProbeExecutor(), PROBE, ToolRef("tool:p2"), PROBE)
    first, second = (tool.function for tool in toolbox.tools())
    assert first.name != second.name
    assert first.name.startswith("probe_")
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
    ("missing", ToolRef("tool:gone"), "missing"),
    ("disabled", ToolRef("tool:off"), "disabled"),
    ("not implemented", ToolRef("tool:later"), "not_implemented"),
    ("unknown kind", ToolRef("inline:x", "no-such-kind", "Old tool"), "not_implemented"),
    ("config that does not fit", ToolRef("inline:y", "probe", "Probe", {"plaice": 1}), "misconfigured"),
    ("something missing", ToolRef("inline:z", "probe", "Probe", {"place": "nowhere"}), "misconfigured"),
    ("unknown built-in", ToolRef("system:nothing"), "missing"),
    ("an executor is no built-in", ToolRef("probe"), "missing"),
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
    assert skipped.text.zh
    assert [tool.tool_id for tool in toolbox.tools()] == ["tool:p1"]


EFFECTS = [
    ("asking leaves the call out", "ask", "live", None, (False, 1006), "needsApproval", 0),
    ("asking lets a rehearsal pass", "ask", "test", None, (True, 0), "testMode", 0),
    ("a pretended answer", "mock", "live", {"id": 7}, (True, 0), "mock", 0),
    ("a pretended answer in test mode", "mock", "test", {"id": 7}, (True, 0), "mock", 0),
    ("pretending without an answer", "mock", "live", None, (True, 0), "testMode", 0),
    ("allowing", "allow", "live", None, (True, 0), "tool", 1),
]


@pytest.mark.parametrize(
    ("effect", "mode", "answer", "outcome", "told", "sent"),
    [row[1:] for row in EFFECTS],
    ids=[row[0] for row in EFFECTS],
)
def test_the_effect_of_a_rule(
    bench: Bench, effect: Any, mode: Any, answer: Any, outcome: tuple[bool, int], told: str, sent: int
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
    assert result.metadata[told]
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
    request = toolbox.asks(asked)
    assert (request.rule_id if request else None) == ("guard" if code else None)
    assert toolbox.call(asked, timeout_s=5, cancel=Cancel()).code == code
    record = bench.audit.refusals[-1][0] if code else bench.audit.records[-1]
    assert record.untrusted is (code != 0)


def test_results_from_outside_are_marked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProbeExecutor, "foreign_text", True)
    toolbox = offer(bench, ProbeExecutor(lambda *_: query_success("x", foreign=False)))
    assert call(toolbox).metadata["foreign"] is True


def test_a_denied_tool_is_not_offered_and_the_log_says_why(bench: Bench) -> None:
    bench.policies.current = (DENY,)
    toolbox = offer(bench, ProbeExecutor())
    assert toolbox.tools() == ()
    assert toolbox.skipped()[0].code == "denied"
    ((record, reason, rule_id),) = bench.audit.refusals
    assert (record.stage, record.tool_id, record.code, rule_id) == ("offer", "tool:p1", 1006, "r-deny")
    assert "writers" in reason.en
    assert "writers" in reason.zh


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


def test_a_tool_that_is_switched_off_during_the_conversation_is_refused(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    bench.tools.add("p1", "probe", {}, enabled=False)
    result = call(toolbox)
    assert (result.success, result.code) == (False, 1001)
    assert bench.audit.refusals[-1][0].stage == "call"


def test_a_tool_that_requires_permission_needs_a_rule(bench: Bench) -> None:
    toolbox = offer(bench, GuardedProbe())
    assert toolbox.skipped()[0].code == "denied"
    bench.policies.current = (PolicyRule("r1", "writers", "probe", None, "allow"),)
    assert call(bench.gateway().offer((PROBE,), ALICE)).success


def test_an_unknown_function_is_answered_with_the_offered_names(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    result = call(toolbox, name="delete_everything")
    assert (result.success, result.code) == (False, 1001)
    assert toolbox.tools()[0].function.name in result.message
    record, _, _ = bench.audit.refusals[-1]
    assert (record.function, record.tool_id, record.code) == ("delete_everything", "", 1001)
    assert toolbox.effect(ToolCall("c", "delete_everything", "{}")) is EffectClass.PURE


BAD_ARGUMENTS = [
    ("broken JSON", '{"word": ', "not valid JSON"),
    ("no object", "[1]", "JSON object"),
    ("missing", "{}", "word"),
    ("empty text", "", "word"),
    ("wrong type", '{"word": "tea", "times": "many"}', "times"),
    ("unknown", '{"word": "tea", "sugar": 1}', "sugar"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), [row[1:] for row in BAD_ARGUMENTS], ids=[row[0] for row in BAD_ARGUMENTS]
)
def test_bad_arguments_are_told_and_nothing_runs(bench: Bench, arguments: str, words: str) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    result = call(toolbox, arguments)
    assert (result.success, result.code) == (False, 1002)
    assert words in result.message
    assert executor.invocations == []
    assert bench.audit.records == []
    assert bench.audit.refusals[-1][0].code == 1002
    assert toolbox.effect(ToolCall("c", toolbox.tools()[0].function.name, arguments)) is EffectClass.PURE


def test_a_null_for_an_optional_argument_means_its_default(bench: Bench) -> None:
    assert call(offer(bench, ProbeExecutor()), '{"word": "tea", "place": null}').data["place"] == "here"


def test_test_mode_sends_nothing_and_says_what_would_have_happened(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor, context=CallContext(ALICE.caller, mode="test"))
    result = call(toolbox)
    assert result.success
    assert result.metadata["testMode"] is True
    assert "call probe" in result.message
    assert result.data["arguments"] == {"word": "tea", "place": "here", "times": 1}
    assert executor.invocations == []
    assert bench.audit.outcomes["1"].attempts == 0
    assert bench.audit.outcomes["1"].test_mode
    assert call(toolbox, "{}").code == 1002


@pytest.fixture
def stuck() -> Iterator[threading.Event]:
    release = threading.Event()
    yield release
    release.set()


def test_the_deadline_is_kept_and_a_late_result_is_dropped(bench: Bench, stuck: threading.Event) -> None:
    returned = threading.Event()

    def linger(*_: object) -> str:
        stuck.wait(10)
        returned.set()
        return "late"

    result = call(offer(bench, ProbeExecutor(linger)), timeout_s=0.05)
    assert (result.success, result.code) == (False, 2002)
    assert "unknown" in result.message
    assert result.metadata["outcome_unknown"] is True
    stuck.set()
    assert returned.wait(5)
    assert len(bench.audit.outcomes) == 1
    assert bench.audit.outcomes["1"].code == 2002


def test_stopping_ends_the_wait_for_a_call_that_runs(bench: Bench, stuck: threading.Event) -> None:
    cancel = Cancel()

    def linger(*_: object) -> None:
        cancel.cancelled = True
        stuck.wait(10)

    result = call(offer(bench, ProbeExecutor(linger)), cancel=cancel)
    assert not result.success
    assert result.metadata["cancelled"] is True
    assert result.metadata["outcome_unknown"] is True
    assert bench.audit.outcomes["1"].success is False


def test_a_call_of_stopped_work_does_not_start(bench: Bench) -> None:
    executor = ProbeExecutor()
    result = call(offer(bench, executor), cancel=Cancel(cancelled=True))
    assert result.metadata["cancelled"] is True
    assert result.metadata["outcome_unknown"] is False
    assert executor.invocations == []
    assert bench.audit.outcomes["1"].attempts == 0


REPEATABLE = EffectClass.REPEATABLE
UNREPEATABLE = EffectClass.UNREPEATABLE
RETRIES = [
    ("time-outs of repeatable calls", ToolTimeoutError("slow"), REPEATABLE, [0, 1, 3, 7]),
    ("busy services, repeatable", ToolUnavailableError("busy"), REPEATABLE, [0, 1, 3, 7]),
    ("pure calls too", ToolUnavailableError("busy"), EffectClass.PURE, [0, 1, 3, 7]),
    ("never what must not be repeated", ToolUnavailableError("busy"), UNREPEATABLE, [0]),
    ("unless it surely was not sent", ToolNotReachedError("refused"), UNREPEATABLE, [0, 1, 3, 7]),
    ("never other failures", ToolUpstreamError("no"), REPEATABLE, [0]),
    ("never bugs", RuntimeError("bug"), REPEATABLE, [0]),
]


@pytest.mark.parametrize(("error", "effect", "moments"), [row[1:] for row in RETRIES], ids=[row[0] for row in RETRIES])
def test_retries(bench: Bench, error: Exception, effect: EffectClass, moments: list[int]) -> None:
    started = bench.clock.now
    seen: list[float] = []

    def fail(*_: object) -> None:
        seen.append(round(bench.clock.now - started, 6))
        raise error

    result = call(offer(bench, ProbeExecutor(fail, effect=effect)))
    assert not result.success
    assert seen == moments
    assert bench.audit.outcomes["1"].attempts == len(moments)


@pytest.mark.parametrize("code", [1001, 1002, 1006])
def test_a_returned_failure_of_the_callers_making_is_not_repeated(bench: Bench, code: int) -> None:
    executor = ProbeExecutor(lambda *_: failure("operation", "no", code=code), effect=REPEATABLE)
    assert call(offer(bench, executor)).code == code
    assert len(executor.invocations) == 1


def test_a_second_attempt_that_works_is_the_result_and_keeps_its_key(bench: Bench) -> None:
    answers = iter([build_error_response(5002, "busy"), {"done": True}])
    executor = ProbeExecutor(lambda *_: next(answers), effect=REPEATABLE)
    assert call(offer(bench, executor)).data == {"done": True}
    first, second = (invocation.context.idempotency_key for invocation in executor.invocations)
    assert first == second
    assert first


def test_no_attempt_starts_when_the_deadline_would_pass_before_it(bench: Bench) -> None:
    executor = ProbeExecutor(lambda *_: build_error_response(5002, "busy"), effect=REPEATABLE)
    call(offer(bench, executor), timeout_s=2.5)
    assert len(executor.invocations) == 2


def test_the_key_of_a_call_survives_a_crash_and_differs_from_other_calls(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    call(toolbox)
    call(toolbox)
    call(toolbox, '{"word": "coffee"}')
    again = bench.gateway().offer((PROBE,), ALICE)
    call(again)
    keys = [invocation.context.idempotency_key for invocation in executor.invocations]
    assert keys[0] == keys[1] == keys[3] != keys[2]


def test_nothing_at_all_is_a_failure_of_type_unknown(bench: Bench) -> None:
    result = call(offer(bench, ProbeExecutor(lambda *_: None)))
    assert (result.success, str(result.operation_type), result.code) == (False, "unknown", 5000)


def test_a_result_that_is_not_json_is_a_bug_of_the_tool(bench: Bench) -> None:
    result = call(offer(bench, ProbeExecutor(lambda *_: object())))
    assert (result.success, result.code) == (False, 5000)


@pytest.mark.parametrize(("debug", "shown"), [(False, "internal error"), (True, "KeyError: 'boom'")])
def test_an_exception_is_masked_unless_debugging(bench: Bench, debug: bool, shown: str) -> None:
    bench.debug = debug

    def boom(*_: object) -> None:
        raise KeyError("boom")

    result = call(offer(bench, ProbeExecutor(boom)))
    assert (result.success, str(result.operation_type), result.code) == (False, "error", 5000)
    assert shown in result.message
    assert debug or "boom" not in result.message


def test_planted_secrets_never_appear(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bench.debug = True
    answers = iter(
        [
            {"echo": f"key={SECRET}", "list": [SECRET], SECRET: 1},
            failure("operation", f"bad key {SECRET}", data={"sent": SECRET}),
        ]
    )

    def leak(*_: object) -> Any:
        try:
            return next(answers)
        except StopIteration as error:
            raise RuntimeError(f"with {SECRET}") from error

    toolbox = offer(bench, ProbeExecutor(leak))
    arguments = {"word": f"my {SECRET}"}
    results = [call(toolbox, arguments) for _ in range(3)]
    shown = json.dumps([result.to_json() for result in results])
    stored = repr((bench.audit.records, bench.audit.outcomes, bench.audit.refusals))
    offered = repr(toolbox.tools())
    told = repr(toolbox.redacted_arguments(ToolCall("c", toolbox.tools()[0].function.name, arguments)))
    for text in (shown, stored, offered, told, caplog.text):
        assert SECRET not in text
    assert "***" in shown


def test_redacted_arguments_of_malformed_text_come_back_raw(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    name = toolbox.tools()[0].function.name
    shown = toolbox.redacted_arguments(ToolCall("c", name, f'{{"word": "{SECRET}'))
    assert shown == {"raw": '{"word": "***'}


def test_long_results_are_cut_in_the_log_only(bench: Bench) -> None:
    result = call(offer(bench, ProbeExecutor(lambda *_: "x" * 50_000)))
    assert len(result.data) == 50_000
    stored = bench.audit.outcomes["1"].result
    assert stored["truncated"] is True
    assert len(json.dumps(stored)) < 25_000


def test_a_built_in_tool_needs_no_configuration(bench: Bench) -> None:
    builtin.register_all(bench.registry)
    toolbox = bench.gateway().offer((ToolRef("system:get_current_time"),), ALICE)
    (tool,) = toolbox.tools()
    assert tool.function.name == "sys_get_current_time"
    result = call(toolbox, {"timezone": "Asia/Shanghai"})
    assert result.data["iso"] == "2026-11-21T20:00:00+08:00"


def test_concurrent_calls_keep_their_results_apart(bench: Bench) -> None:
    together = threading.Barrier(4, timeout=5)

    def meet(_: object, parameters: Any, __: object) -> str:
        together.wait()
        return str(parameters.word)

    toolbox = offer(bench, ProbeExecutor(meet))
    results: dict[str, Any] = {}

    def one(word: str) -> None:
        results[word] = call(toolbox, {"word": word}).data

    threads = [threading.Thread(target=one, args=(word,)) for word in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == {word: word for word in "abcd"}


def test_the_index_of_the_rules_is_kept_while_they_stay_the_same(bench: Bench) -> None:
    gateway = bench.gateway()
    subject = PolicySubject("tool:p1", "probe")
    assert gateway.decide(subject, CallContext(Caller(1))).allowed
    first = gateway._index
    assert gateway.decide(subject, CallContext(Caller(1))).allowed
    assert gateway._index is first
