"""The tool loop as tables of model replies and tool results."""

import json
import threading
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from agents.core.errors import (
    ProviderStreamError,
)
from agents.core.messages import FinishReason, Usage
from agents.loop import prompts
from agents.loop.loop import LoopResult
from agents.loop.result_text import MAX_EVENT_BYTES, MAX_MODEL_CHARS
from tests.agents.loop.loop_harness import ASK, SEARCH, LoopHarness
from tests.doubles.conversation import FakeTool, good
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tools.core.definitions import EffectClass, SkippedTool
from tools.core.envelope import query_success
from tools.core.text import Text
from tools.core.tool_id import ToolId


def test_an_answer_without_tools_is_one_model_call() -> None:
    harness = LoopHarness()
    with ScriptedModel([ScriptedReply(["Hello ", "you"])]) as model:
        result = harness.run(model, replace(ASK, system="Be brief."))
    assert result == LoopResult("Hello you", FinishReason.STOP, Usage(10, 5), 1, (), "m-1")
    assert [message.role for message in model.requests[0].messages] == ["system", "user"]
    assert model.requests[0].messages[0].text == "Be brief."
    assert harness.sink.pieces == [("r1", 0, "Hello "), ("r1", 6, "you")]


def test_each_model_call_has_a_key_of_its_own_that_a_crash_does_not_change() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: good([{"id": "M001"}], "found 1")))
    request = replace(ASK, idempotency_key="run-writer")
    with ScriptedModel([ScriptedReply("Looking", [SEARCH]), ProviderStreamError("broke off")]) as model:
        with pytest.raises(ProviderStreamError):
            harness.run(model, request)
        assert [asked.idempotency_key for asked in model.requests] == ["run-writer-1", "run-writer-2"]
    with ScriptedModel([ScriptedReply("I found it")]) as model:
        harness.run(model, request)
        assert [asked.idempotency_key for asked in model.requests] == ["run-writer-2"]


def test_results_go_back_and_usage_is_summed() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: good([{"id": "M001"}], "found 1")))
    with ScriptedModel([ScriptedReply("Looking", [SEARCH]), ScriptedReply("I found it")]) as model:
        result = harness.run(model)
    assert (result.text, result.rounds, result.usage) == ("I found it", 2, Usage(20, 10))
    assistant, tool = model.requests[1].messages[-2:]
    assert [call.id for call in assistant.tool_calls] == ["c1"]
    assert (tool.role, tool.tool_call_id, tool.is_error) == ("tool", "c1", False)
    assert json.loads(tool.text) == {
        "success": True,
        "operationType": "query",
        "data": [{"id": "M001"}],
        "message": "found 1",
    }
    record = result.tool_history[0].as_json()
    assert record["tool"] == "tool:search"
    assert record["arguments"] == {"keyword": "flour"}
    assert record["result"]["data"] == [{"id": "M001"}]


def test_every_step_is_reported_in_order() -> None:
    skipped = SkippedTool(
        ToolId("inline:2"), "Notes", "not_implemented", Text.of(en="Notes cannot be used yet.", zh="笔记尚不可用。")
    )
    harness = LoopHarness(FakeTool("search", lambda arguments: good(1, test_mode=True)), skipped=[skipped])
    with ScriptedModel(
        [ScriptedReply("", [("c1", "search", '{"secret": "s3", "keyword": "x"}')]), ScriptedReply("Done")]
    ) as model:
        harness.run(model)
    assert harness.sink.types() == [
        "tools_offered",
        "tool_skipped",
        "model_call_started",
        "model_call_finished",
        "tool_call_started",
        "tool_call_finished",
        "model_call_started",
        "model_call_finished",
    ]
    assert harness.sink.payloads("tools_offered") == [{"count": 1}]
    assert harness.sink.payloads("tool_skipped") == [
        {
            "tool_id": "inline:2",
            "title": "Notes",
            "code": "not_implemented",
            "message": {"en": "Notes cannot be used yet.", "zh": "笔记尚不可用。"},
        }
    ]
    assert harness.sink.payloads("model_call_started")[1] == {"round": 2, "model": "m-1", "provider": "Test"}
    finished = harness.sink.payloads("model_call_finished")[0]
    assert finished.pop("duration_ms") >= 0
    assert finished == {
        "round": 1,
        "finish_reason": "tool_calls",
        "usage": {"input_tokens": 10, "output_tokens": 5},
        "tool_calls": 1,
    }
    about = {"call_id": "c1", "round": 1, "tool_id": "tool:search", "function": "search", "title": "Search"}
    redacted = {"secret": "***", "keyword": "x"}
    assert harness.sink.payloads("tool_call_started") == [about | {"arguments": redacted}]
    called = harness.sink.payloads("tool_call_finished")[0]
    assert called.pop("duration_ms") >= 0
    assert called.pop("result")["data"] == 1
    assert called == about | {"success": True, "test_mode": True, "translations": {}}


def test_a_reply_has_the_time_of_its_first_words(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=count().__next__)
    monkeypatch.setattr("agents.loop.rounds.time", clock)
    harness = LoopHarness()
    with ScriptedModel([ScriptedReply("Some words")]) as model:
        harness.run(model)
    finished = harness.sink.payloads("model_call_finished")[0]
    assert (finished["first_text_ms"], finished["duration_ms"]) == (1000, 2000)


def test_events_show_results_without_what_resembles_a_secret() -> None:
    found = {"page": "https://a.example/?q=tea&token=abcdefgh", "access_token": "abcdefgh"}
    harness = LoopHarness(FakeTool("search", lambda arguments: good(found, "Bearer abcdefgh was used")))
    with ScriptedModel([ScriptedReply("", [("c1", "search", "{}")]), ScriptedReply("Done")]) as model:
        result = harness.run(model)
    assert result.tool_history[0].result.data == found
    reported = harness.sink.payloads("tool_call_finished")[0]["result"]
    assert reported["data"] == {"page": "https://a.example/?q=***&token=***", "access_token": "***"}
    assert reported["message"] == "Bearer *** was used"


def test_repeatable_calls_of_one_reply_run_at_the_same_time_and_answer_in_call_order() -> None:
    meeting = threading.Barrier(3, timeout=60)

    def meet(arguments: dict[str, Any]) -> Any:
        meeting.wait()
        return good(arguments["n"])

    harness = LoopHarness(FakeTool("meet", meet))
    calls = [(f"c{n}", "meet", json.dumps({"n": n})) for n in range(3)]
    with ScriptedModel([ScriptedReply("", calls), ScriptedReply("Done")]) as model:
        result = harness.run(model)
    assert [record.result.data for record in result.tool_history] == [0, 1, 2]
    assert [message.tool_call_id for message in model.requests[1].messages[-3:]] == ["c0", "c1", "c2"]
    assert not any(entry.kind == "tool_started" for entry in harness.journal.rows)


def test_one_unrepeatable_call_makes_the_whole_reply_run_in_order() -> None:
    threads = []

    def note(arguments: dict[str, Any]) -> Any:
        threads.append(threading.get_ident())
        return good()

    harness = LoopHarness(FakeTool("read", note), FakeTool("send", note, EffectClass.UNREPEATABLE))
    calls = [("c1", "read", "{}"), ("c2", "send", "{}"), ("c3", "read", "{}")]
    with ScriptedModel([ScriptedReply("", calls), ScriptedReply("Done")]) as model:
        harness.run(model)
    assert set(threads) == {threading.get_ident()}
    kinds = [(entry.kind, entry.call_id) for entry in harness.journal.rows]
    assert kinds == [
        ("reply", ""),
        ("tool_result", "c1"),
        ("tool_started", "c2"),
        ("tool_result", "c2"),
        ("tool_result", "c3"),
        ("reply", ""),
    ]


@pytest.mark.parametrize(("policy", "word"), [("stop", "nothing else"), ("tell_model", "another way")])
def test_the_system_prompt_lists_tools_and_rules(policy: prompts.FailurePolicy, word: str) -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("Hi")]) as model:
        harness.run(model, replace(ASK, system="You cook.", on_tool_failure=policy))
    text = model.requests[0].messages[0].text
    assert text.startswith("You cook.\n\n")
    for part in ("- search: Does search.", '"operationType"', "TOOL_EXECUTION_FAILED", word):
        assert part in text


def test_the_tool_section_comes_in_chinese_too() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("好")]) as model:
        harness.run(model, replace(ASK, language="zh"))
    assert model.requests[0].messages[0].text.startswith("## 可以使用的工具\n\n- search: Does search.")


def test_the_form_of_the_answer_stands_in_the_system_prompt() -> None:
    schema = {"type": "object", "properties": {"标题": {"type": "string"}}}
    with ScriptedModel([ScriptedReply("{}")]) as model:
        LoopHarness().run(model, replace(ASK, json_schema=schema))
    assert json.dumps(schema, ensure_ascii=False) in model.requests[0].messages[0].text
    assert model.requests[0].json_schema == schema


def test_used_and_missing_call_ids_are_replaced_so_that_every_call_is_distinguished() -> None:
    harness = LoopHarness(FakeTool("search"))
    first = [("call_0", "search", '{"n": 1}'), ("", "search", '{"n": 2}')]
    with ScriptedModel(
        [ScriptedReply("", first), ScriptedReply("", [("call_0", "search", '{"n": 3}')]), ScriptedReply("Done")]
    ) as model:
        result = harness.run(model)
    assert [record.id for record in result.tool_history] == ["call_0", "call_1_1", "call_2_0"]
    assert [record.arguments["n"] for record in result.tool_history] == [1, 2, 3]


def test_the_tool_timeout_reaches_the_toolbox() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        harness.run(model, replace(ASK, tool_timeout_s=2.5))
    assert harness.toolbox.timeouts == [2.5]


def test_the_event_of_a_call_has_its_message_in_every_language() -> None:
    secret = Text("Sent to {address}.", address="https://x.example/?api_key=sk-planted-0123456789")
    harness = LoopHarness(FakeTool("search", lambda arguments: query_success([1], secret)))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        harness.run(model)
    (payload,) = harness.sink.payloads("tool_call_finished")
    assert payload["translations"].keys() == secret.translations.keys()
    assert "planted" not in json.dumps(payload)


def test_long_results_are_shortened_for_events_and_model_but_kept_in_the_history() -> None:
    page = "长" * (MAX_MODEL_CHARS * 2)
    harness = LoopHarness(FakeTool("search", lambda arguments: good(page)))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        result = harness.run(model)
    reported = harness.sink.payloads("tool_call_finished")[0]["result"]
    assert reported["truncated"] is True
    assert len(json.dumps(reported, ensure_ascii=False).encode()) <= MAX_EVENT_BYTES
    to_model = model.requests[1].messages[-1].text
    assert json.loads(to_model)["truncated"] is True
    assert len(to_model) < MAX_MODEL_CHARS + 500
    assert result.tool_history[0].result.data == page


def test_a_stream_without_an_end_is_an_error() -> None:
    class Broken(ScriptedModel):
        def stream(self, request: Any, cancel: Any) -> Any:
            yield from list(super().stream(request, cancel))[:-1]

    with pytest.raises(ProviderStreamError):
        LoopHarness().run(Broken([ScriptedReply("Hal")]))
