"""The tool loop as tables of model replies and tool results."""

import json
import threading
from dataclasses import replace
from typing import Any

import pytest

from agents import prompts
from agents.calls import MAX_EVENT_BYTES, MAX_MODEL_CHARS
from agents.errors import (
    OutcomeUnknownError,
    ProviderStreamError,
    RoundLimitError,
    RunCancelledError,
    ToolExecutionFailedError,
)
from agents.loop import LoopRequest, LoopResult, run_tool_loop
from agents.messages import FinishReason, Message, Usage
from agents.ports import JournalEntry
from agents.providers.base import NamedToolChoice
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, Flag, RecordingSink, bad, good
from tests.doubles.scripted_model import Say, ScriptedModel
from tools.definitions import EffectClass, SkippedTool, Text

ASK = LoopRequest(model="m-1", provider="Test", messages=(Message("user", "Find flour"),))
SEARCH = ("c1", "search", '{"keyword": "flour"}')


class World:
    """One conversation with everything around it."""

    def __init__(self, *tools: FakeTool, **options: Any) -> None:
        self.toolbox = FakeToolbox(*tools, skipped=options.get("skipped", ()))
        self.journal = FakeJournal(options.get("entries", ()))
        self.sink = RecordingSink()
        self.cancel = options.get("cancel", Flag())

    def run(self, model: ScriptedModel, request: LoopRequest = ASK) -> LoopResult:
        return run_tool_loop(request, model, self.toolbox, self.journal, self.sink, self.cancel)


def test_an_answer_without_tools_is_one_model_call() -> None:
    world = World()
    with ScriptedModel([Say(["Hello ", "you"])]) as model:
        result = world.run(model, replace(ASK, system="Be brief."))
    assert result == LoopResult("Hello you", FinishReason.STOP, Usage(10, 5), 1, (), "m-1")
    assert [message.role for message in model.requests[0].messages] == ["system", "user"]
    assert model.requests[0].messages[0].text == "Be brief."
    assert world.sink.pieces == [("r1", 0, "Hello "), ("r1", 6, "you")]


def test_each_model_call_has_a_key_of_its_own_that_a_crash_does_not_change() -> None:
    world = World(FakeTool("search", lambda arguments: good([{"id": "M001"}], "found 1")))
    request = replace(ASK, idempotency_key="run-writer")
    with ScriptedModel([Say("Looking", [SEARCH]), ProviderStreamError("broke off")]) as model:
        with pytest.raises(ProviderStreamError):
            world.run(model, request)
        assert [asked.idempotency_key for asked in model.requests] == ["run-writer-1", "run-writer-2"]
    with ScriptedModel([Say("I found it")]) as model:
        world.run(model, request)
        assert [asked.idempotency_key for asked in model.requests] == ["run-writer-2"]


def test_results_go_back_and_usage_is_summed() -> None:
    world = World(FakeTool("search", lambda arguments: good([{"id": "M001"}], "found 1")))
    with ScriptedModel([Say("Looking", [SEARCH]), Say("I found it")]) as model:
        result = world.run(model)
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


def test_every_step_is_told_in_order() -> None:
    skipped = SkippedTool("inline:2", "Notes", "not_implemented", Text("Notes cannot be used yet.", "笔记尚不可用。"))
    world = World(FakeTool("search", lambda arguments: good(1, testMode=True)), skipped=[skipped])
    with ScriptedModel([Say("", [("c1", "search", '{"secret": "s3", "keyword": "x"}')]), Say("Done")]) as model:
        world.run(model)
    assert world.sink.types() == [
        "tool_skipped",
        "model_call_started",
        "model_call_finished",
        "tool_call_started",
        "tool_call_finished",
        "model_call_started",
        "model_call_finished",
    ]
    assert world.sink.payloads("tool_skipped") == [
        {
            "tool_id": "inline:2",
            "title": "Notes",
            "code": "not_implemented",
            "message": "Notes cannot be used yet.",
            "message_zh": "笔记尚不可用。",
        }
    ]
    assert world.sink.payloads("model_call_started")[1] == {"round": 2, "model": "m-1", "provider": "Test"}
    finished = world.sink.payloads("model_call_finished")[0]
    assert finished.pop("duration_ms") >= 0
    assert finished == {
        "round": 1,
        "finish_reason": "tool_calls",
        "usage": {"input_tokens": 10, "output_tokens": 5},
        "tool_calls": 1,
    }
    about = {"call_id": "c1", "round": 1, "tool_id": "tool:search", "function": "search", "title": "Search"}
    redacted = {"secret": "***", "keyword": "x"}
    assert world.sink.payloads("tool_call_started") == [about | {"arguments": redacted}]
    called = world.sink.payloads("tool_call_finished")[0]
    assert called.pop("duration_ms") >= 0
    assert called.pop("result")["data"] == 1
    assert called == about | {"success": True, "test_mode": True}


def test_events_show_results_without_what_looks_like_a_secret() -> None:
    found = {"page": "https://a.example/?q=tea&token=abcdefgh", "access_token": "abcdefgh"}
    world = World(FakeTool("search", lambda arguments: good(found, "Bearer abcdefgh was used")))
    with ScriptedModel([Say("", [("c1", "search", "{}")]), Say("Done")]) as model:
        result = world.run(model)
    assert result.tool_history[0].result.data == found
    told = world.sink.payloads("tool_call_finished")[0]["result"]
    assert told["data"] == {"page": "https://a.example/?q=***&token=***", "access_token": "***"}
    assert told["message"] == "Bearer *** was used"


def test_repeatable_calls_of_one_reply_run_at_the_same_time_and_answer_in_call_order() -> None:
    meeting = threading.Barrier(3, timeout=10)

    def meet(arguments: dict[str, Any]) -> Any:
        meeting.wait()
        return good(arguments["n"])

    world = World(FakeTool("meet", meet))
    calls = [(f"c{n}", "meet", json.dumps({"n": n})) for n in range(3)]
    with ScriptedModel([Say("", calls), Say("Done")]) as model:
        result = world.run(model)
    assert [record.result.data for record in result.tool_history] == [0, 1, 2]
    assert [message.tool_call_id for message in model.requests[1].messages[-3:]] == ["c0", "c1", "c2"]
    assert not any(entry.kind == "tool_started" for entry in world.journal.rows)


def test_one_unrepeatable_call_makes_the_whole_reply_run_in_order() -> None:
    threads = []

    def note(arguments: dict[str, Any]) -> Any:
        threads.append(threading.get_ident())
        return good()

    world = World(FakeTool("read", note), FakeTool("send", note, EffectClass.UNREPEATABLE))
    calls = [("c1", "read", "{}"), ("c2", "send", "{}"), ("c3", "read", "{}")]
    with ScriptedModel([Say("", calls), Say("Done")]) as model:
        world.run(model)
    assert set(threads) == {threading.get_ident()}
    kinds = [(entry.kind, entry.call_id) for entry in world.journal.rows]
    assert kinds == [
        ("reply", ""),
        ("tool_result", "c1"),
        ("tool_started", "c2"),
        ("tool_result", "c2"),
        ("tool_result", "c3"),
        ("reply", ""),
    ]


def test_a_failed_tool_stops_the_workflow_with_its_reason() -> None:
    world = World(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([Say("", [SEARCH])]) as model, pytest.raises(ToolExecutionFailedError) as caught:
        world.run(model)
    assert "“Search”" in caught.value.message
    assert "no such warehouse" in caught.value.message
    assert caught.value.details == {"tool": "Search", "tool_id": "tool:search", "code": 2001}


def test_no_ordered_call_begins_after_one_that_stopped_the_workflow() -> None:
    world = World(FakeTool("search", lambda arguments: bad("down")), FakeTool("send", effect=EffectClass.UNREPEATABLE))
    calls = [("c1", "search", "{}"), ("c2", "send", "{}")]
    with ScriptedModel([Say("", calls)]) as model, pytest.raises(ToolExecutionFailedError, match="down"):
        world.run(model)
    assert [call.name for call in world.toolbox.calls] == ["search"]


def test_a_failed_tool_is_told_to_the_model_when_the_policy_says_so() -> None:
    world = World(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([Say("", [SEARCH]), Say("Sorry, the warehouse is unknown.")]) as model:
        result = world.run(model, replace(ASK, on_tool_failure="tell_model"))
    told = model.requests[1].messages[-1]
    assert told.is_error
    assert json.loads(told.text)["message"] == "no such warehouse"
    assert result.text == "Sorry, the warehouse is unknown."


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize("text", ["TOOL_EXECUTION_FAILED", " \nTOOL_EXECUTION_FAILED\n"])
def test_the_marker_alone_stops_the_workflow(policy: prompts.FailurePolicy, text: str) -> None:
    with ScriptedModel([Say(text)]) as model, pytest.raises(ToolExecutionFailedError):
        World().run(model, replace(ASK, on_tool_failure=policy))


def test_the_marker_carries_the_reason_of_the_last_failed_tool() -> None:
    world = World(FakeTool("search", lambda arguments: bad("quota used up")))
    steps: list[Say | Exception] = [Say("", [SEARCH]), Say("TOOL_EXECUTION_FAILED")]
    with ScriptedModel(steps) as model, pytest.raises(ToolExecutionFailedError, match="quota used up"):
        world.run(model, replace(ASK, on_tool_failure="tell_model"))


def test_a_marker_inside_other_words_is_an_answer() -> None:
    with ScriptedModel([Say("It said TOOL_EXECUTION_FAILED.")]) as model:
        assert World().run(model).text == "It said TOOL_EXECUTION_FAILED."


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [("invented", "{}", "no tool invented"), ("search", "{broken", "not JSON")],
)
def test_unknown_names_and_broken_arguments_are_failures_of_the_call(name: str, arguments: str, message: str) -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [("c1", name, arguments)]), Say("I see")]) as model:
        result = world.run(model, replace(ASK, on_tool_failure="tell_model"))
    assert message in result.tool_history[0].result.message
    assert result.tool_history[0].title == ("invented" if name == "invented" else "Search")


def test_after_the_last_round_the_model_is_asked_once_more_without_tools() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [SEARCH]), Say("", [SEARCH]), Say("Then this")]) as model:
        result = world.run(model, replace(ASK, max_rounds=2))
    assert [request.tool_choice for request in model.requests] == ["auto", "auto", "none"]
    assert (result.text, result.rounds, len(result.tool_history)) == ("Then this", 3, 2)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", "抱歉，处理超时，请简化您的请求或重试。"),
        ("en", "Sorry, this took too many steps. Please simplify the request or try again."),
    ],
)
def test_no_answer_at_the_limit_ends_with_the_sentence(language: prompts.Language, sentence: str) -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [SEARCH]), Say(" ", [SEARCH])]) as model:
        result = world.run(model, replace(ASK, max_rounds=1, language=language))
    assert result.text == sentence
    assert len(world.toolbox.calls) == 1


def test_no_answer_at_the_limit_fails_when_asked_to() -> None:
    world = World(FakeTool("search"))
    steps: list[Say | Exception] = [Say("", [SEARCH]), Say("", [SEARCH])]
    with ScriptedModel(steps) as model, pytest.raises(RoundLimitError) as caught:
        world.run(model, replace(ASK, max_rounds=1, on_max_rounds="fail"))
    assert caught.value.details == {"max_rounds": 1}


def test_a_forced_choice_holds_for_the_first_round_only() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [SEARCH]), Say("Done")]) as model:
        world.run(model, replace(ASK, tool_choice="required"))
    assert [request.tool_choice for request in model.requests] == ["required", "auto"]


@pytest.mark.parametrize("wanted", ["search", "tool:search", "Search"])
def test_a_named_tool_may_be_given_by_function_id_or_title(wanted: str) -> None:
    world = World(FakeTool("search"), FakeTool("send"))
    with ScriptedModel([Say("", [SEARCH]), Say("Done")]) as model:
        world.run(model, replace(ASK, tool_choice=NamedToolChoice(wanted)))
    assert model.requests[0].tool_choice == NamedToolChoice("search")


def test_a_named_tool_that_is_not_offered_fails_before_the_model_is_paid() -> None:
    skipped = SkippedTool("tool:7", "Pay", "denied", Text("Your role may not use it.", "您的角色无权使用。"))
    world = World(FakeTool("search"), skipped=[skipped])
    with ScriptedModel([]) as model, pytest.raises(ToolExecutionFailedError, match="Your role may not use it"):
        world.run(model, replace(ASK, tool_choice=NamedToolChoice("Pay")))


def test_a_forced_model_that_answers_in_words_is_told_once_and_the_round_is_repeated() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("Flour is white"), Say("", [SEARCH]), Say("Done")]) as model:
        result = world.run(model, replace(ASK, tool_choice="required", max_rounds=1))
    assert model.requests[1].messages[-1].role == "user"
    assert [request.tool_choice for request in model.requests] == ["required", "required", "none"]
    assert result.text == "Done"


def test_the_second_answer_in_words_stands() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("Flour is white"), Say("Still white")]) as model:
        assert world.run(model, replace(ASK, tool_choice="required")).text == "Still white"


def test_without_tools_a_forced_choice_is_a_plain_chat() -> None:
    with ScriptedModel([Say("Hello", [SEARCH])]) as model:
        result = World().run(model, replace(ASK, tool_choice="required"))
    assert model.requests[0].tool_choice == "none"
    assert (result.text, result.finish_reason) == ("Hello", FinishReason.STOP)


def test_with_choice_none_a_call_that_comes_all_the_same_is_not_run() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("Hello", [SEARCH])]) as model:
        assert world.run(model, replace(ASK, tool_choice="none")).text == "Hello"
    assert world.toolbox.calls == []


@pytest.mark.parametrize(("policy", "word"), [("stop", "nothing else"), ("tell_model", "another way")])
def test_the_system_prompt_lists_tools_and_rules(policy: prompts.FailurePolicy, word: str) -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("Hi")]) as model:
        world.run(model, replace(ASK, system="You cook.", on_tool_failure=policy))
    text = model.requests[0].messages[0].text
    assert text.startswith("You cook.\n\n")
    for part in ("- search: Does search.", '"operationType"', "TOOL_EXECUTION_FAILED", word):
        assert part in text


def test_the_tool_section_comes_in_chinese_too() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("好")]) as model:
        world.run(model, replace(ASK, language="zh"))
    assert model.requests[0].messages[0].text.startswith("## 可以使用的工具\n\n- search: Does search.")


def test_the_form_of_the_answer_stands_in_the_system_prompt() -> None:
    schema = {"type": "object", "properties": {"标题": {"type": "string"}}}
    with ScriptedModel([Say("{}")]) as model:
        World().run(model, replace(ASK, json_schema=schema))
    assert json.dumps(schema, ensure_ascii=False) in model.requests[0].messages[0].text
    assert model.requests[0].json_schema == schema


def test_used_and_missing_call_ids_are_replaced_so_that_every_call_is_told_apart() -> None:
    world = World(FakeTool("search"))
    first = [("call_0", "search", '{"n": 1}'), ("", "search", '{"n": 2}')]
    with ScriptedModel([Say("", first), Say("", [("call_0", "search", '{"n": 3}')]), Say("Done")]) as model:
        result = world.run(model)
    assert [record.id for record in result.tool_history] == ["call_0", "call_1_1", "call_2_0"]
    assert [record.arguments["n"] for record in result.tool_history] == [1, 2, 3]


def test_the_tool_timeout_reaches_the_toolbox() -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [SEARCH]), Say("Done")]) as model:
        world.run(model, replace(ASK, tool_timeout_s=2.5))
    assert world.toolbox.timeouts == [2.5]


def test_long_results_are_shortened_for_events_and_model_but_kept_in_the_history() -> None:
    page = "长" * (MAX_MODEL_CHARS * 2)
    world = World(FakeTool("search", lambda arguments: good(page)))
    with ScriptedModel([Say("", [SEARCH]), Say("Done")]) as model:
        result = world.run(model)
    told = world.sink.payloads("tool_call_finished")[0]["result"]
    assert told["truncated"] is True
    assert len(json.dumps(told, ensure_ascii=False).encode()) <= MAX_EVENT_BYTES
    to_model = model.requests[1].messages[-1].text
    assert json.loads(to_model)["truncated"] is True
    assert len(to_model) < MAX_MODEL_CHARS + 500
    assert result.tool_history[0].result.data == page


def test_a_stream_without_an_end_is_an_error() -> None:
    class Broken(ScriptedModel):
        def stream(self, request: Any, cancel: Any) -> Any:
            yield from list(super().stream(request, cancel))[:-1]

    with pytest.raises(ProviderStreamError):
        World().run(Broken([Say("Hal")]))


class TestCancel:
    def test_before_the_first_model_call(self) -> None:
        with ScriptedModel([]) as model, pytest.raises(RunCancelledError):
            World(cancel=Flag(cancelled=True)).run(model)

    def test_between_reply_and_tool(self) -> None:
        world = World(FakeTool("search"))

        def cancel_then_say(steps: list[Say | Exception]) -> ScriptedModel:
            model = ScriptedModel(steps)
            emit = world.sink.emit

            def watch(type_: str, payload: dict[str, Any]) -> None:
                emit(type_, payload)
                world.cancel.cancelled = type_ == "model_call_finished"

            world.sink.emit = watch  # type: ignore[method-assign]  # the test listens in
            return model

        with cancel_then_say([Say("", [SEARCH])]) as model, pytest.raises(RunCancelledError):
            world.run(model)
        assert world.toolbox.calls == []
        assert [entry.kind for entry in world.journal.rows] == ["reply"]

    def test_a_reader_that_leaves_closes_the_stream(self) -> None:
        world = World()

        def broken(stream: str, offset: int, text: str) -> None:
            raise RuntimeError("the writer is gone")

        world.sink.text = broken  # type: ignore[method-assign]  # the test breaks the reader
        model = ScriptedModel([Say(["one ", "two"])])
        with pytest.raises(RuntimeError, match="gone"):
            world.run(model)
        assert model.closed == 1


RESUME_TOOLS = (FakeTool("search"), FakeTool("send", effect=EffectClass.UNREPEATABLE))
RESUME_STEPS: list[Say | Exception] = [
    Say("Looking", [("c1", "search", '{"n": 1}'), ("c2", "search", '{"n": 2}')], raw={"wire": "test"}),
    Say("", [("c3", "send", '{"to": "you"}')]),
    Say("All done", usage=Usage(7, 3)),
]


def recorded() -> tuple[list[JournalEntry], LoopResult, RecordingSink]:
    world = World(*RESUME_TOOLS)
    with ScriptedModel(RESUME_STEPS) as model:
        result = world.run(model)
    return world.journal.rows, result, world.sink


@pytest.mark.parametrize("length", range(8))
def test_from_every_prefix_of_the_journal_the_end_is_the_same_and_nothing_is_paid_twice(length: int) -> None:
    rows, expected, _ = recorded()
    assert len(rows) == 7
    kept = rows[:length]
    world = World(*RESUME_TOOLS, entries=kept)
    paid = sum(entry.kind == "reply" for entry in kept)
    if kept and kept[-1].kind == "tool_started":
        with ScriptedModel([]) as silent, pytest.raises(OutcomeUnknownError, match="“Send”"):
            world.run(silent)
        return
    with ScriptedModel(RESUME_STEPS[paid:]) as model:
        assert world.run(model) == expected
    answered = {entry.call_id for entry in kept if entry.kind == "tool_result"}
    assert answered.isdisjoint(call.id for call in world.toolbox.calls)
    assert len(world.toolbox.calls) + len(answered) == 3
    assert sorted(row.call_id for row in world.journal.rows) == sorted(row.call_id for row in rows)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 6, 7])
def test_a_resumed_conversation_tells_the_event_that_the_crash_may_have_swallowed(length: int) -> None:
    rows, _, _ = recorded()
    kept = rows[:length]
    world = World(*RESUME_TOOLS, entries=kept)
    world.run(ScriptedModel(RESUME_STEPS[sum(entry.kind == "reply" for entry in kept) :]))
    replayed = [(type_, payload) for type_, payload in world.sink.events if payload.get("replayed")]
    expected = "model_call_finished" if kept[-1].kind == "reply" else "tool_call_finished"
    assert [type_ for type_, _ in replayed] == [expected]
    assert replayed[0][1]["round"] == kept[-1].round
    assert replayed[0] == world.sink.events[0]


def test_a_failed_result_in_the_journal_still_stops_the_workflow() -> None:
    world = World(FakeTool("search", lambda arguments: bad("down")))
    model = ScriptedModel([Say("", [SEARCH])])
    with pytest.raises(ToolExecutionFailedError):
        world.run(model)
    again = World(FakeTool("search"), entries=world.journal.rows)
    with ScriptedModel([]) as silent, pytest.raises(ToolExecutionFailedError, match="down"):
        again.run(silent)
    assert again.toolbox.calls == []


def test_the_vendors_own_blocks_survive_the_journal() -> None:
    rows, _, _ = recorded()
    world = World(*RESUME_TOOLS, entries=rows[:1])
    model = ScriptedModel(RESUME_STEPS[1:])
    world.run(model)
    assert model.requests[0].messages[-3].raw == {"wire": "test"}
