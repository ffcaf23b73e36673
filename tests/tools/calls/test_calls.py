"""One call: its arguments, its result and what is written down of both."""

import json
import threading
from typing import Any

import pytest

from tests.doubles.probe_bench import call, offer
from tests.doubles.tool_ports import ALICE, Bench, ProbeExecutor
from tools.core.definitions import CallContext, EffectClass, ToolCall
from tools.core.envelope import failure, query_success, tool_failed
from tools.core.result_facts import ResultFacts


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


BAD_ARGUMENTS = [
    ("broken JSON", '{"word": ', "This is not JSON. Check line 1, column 10"),
    ("too deep", "[" * 200 + "]" * 200, "nested deeper"),
    ("no object", "[1]", "JSON object"),
    ("missing", "{}", "word"),
    ("empty text", "", "word"),
    ("wrong type", '{"word": "tea", "times": "many"}', "times"),
    ("unknown", '{"word": "tea", "sugar": 1}', "sugar"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), [row[1:] for row in BAD_ARGUMENTS], ids=[row[0] for row in BAD_ARGUMENTS]
)
def test_bad_arguments_are_reported_and_nothing_runs(bench: Bench, arguments: str, words: str) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    result = call(toolbox, arguments)
    assert (result.success, result.code) == (False, 1002)
    assert words in result.message
    assert executor.invocations == []
    assert bench.audit.records == []
    assert bench.audit.refusals[-1][0].code == 1002
    assert toolbox.prepare(ToolCall("c", toolbox.tools()[0].function.name, arguments)).effect is EffectClass.PURE


def test_a_null_for_an_optional_argument_means_its_default(bench: Bench) -> None:
    assert call(offer(bench, ProbeExecutor()), '{"word": "tea", "place": null}').data["place"] == "here"


def test_test_mode_sends_nothing_and_states_what_would_have_happened(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor, context=CallContext(ALICE.caller, mode="test"))
    result = call(toolbox)
    assert result.success
    assert result.facts.test_mode is True
    assert "call Probe" in result.message
    assert result.data["arguments"] == {"word": "tea", "place": "here", "times": 1}
    assert executor.invocations == []
    assert bench.audit.outcomes["1"].attempts == 0
    assert bench.audit.outcomes["1"].test_mode
    assert call(toolbox, "{}").code == 1002


def test_results_from_outside_are_marked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProbeExecutor, "untrusted_text", True)
    toolbox = offer(bench, ProbeExecutor(lambda *_: query_success("x", foreign=False)))
    assert call(toolbox).facts.untrusted is True


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


def test_long_results_are_cut_in_the_log_only(bench: Bench) -> None:
    result = call(offer(bench, ProbeExecutor(lambda *_: "x" * 50_000)))
    assert len(result.data) == 50_000
    stored = bench.audit.outcomes["1"].result
    assert stored["truncated"] is True
    assert len(json.dumps(stored)) < 25_000


def test_concurrent_calls_keep_their_results_apart(bench: Bench) -> None:
    barrier = threading.Barrier(4, timeout=60)

    def meet(_: object, parameters: Any, __: object) -> str:
        barrier.wait()
        return str(parameters.word)

    toolbox = offer(bench, ProbeExecutor(meet))
    results: dict[str, Any] = {}

    def one(word: str) -> None:
        results[word] = call(toolbox, {"word": word}).data

    threads = [threading.Thread(target=one, args=(word,)) for word in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == {word: word for word in "abcd"}


@pytest.mark.parametrize(
    ("name", "arguments"), [("", '{"word": '), ("", '{"word": "tea", "sugar": 1}'), ("make_coffee", "{}")]
)
def test_a_call_that_is_wrong_itself_is_no_failure_of_a_tool(bench: Bench, name: str, arguments: str) -> None:
    toolbox = offer(bench, ProbeExecutor())
    result = call(toolbox, arguments, name=name)
    assert not result.success
    assert not tool_failed(result)


def test_a_tool_cannot_pass_its_failure_off_as_a_wrong_call(bench: Bench) -> None:
    claims = failure("query", "down", facts=ResultFacts(bad_call=True))
    assert tool_failed(call(offer(bench, ProbeExecutor(lambda config, parameters, invocation: claims))))
