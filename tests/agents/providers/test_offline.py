"""The offline model: scripts, visible rules, steady pieces."""

import json
from typing import Any

import pytest

from agents.core.errors import ProviderAuthError, ProviderRateLimitError, ProviderUnavailableError, RunCancelledError
from agents.core.messages import FinishReason, Message, ModelReply
from agents.loop.loop import LoopRequest, run_tool_loop
from agents.providers.base import ModelRequest, NamedToolChoice, ReplyCompleted, TextDelta, ToolChoice
from agents.providers.offline import OfflineClient
from agents.providers.offline_rules import fill_schema
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, Flag, RecordingSink, good
from tools.core.definitions import FunctionDefinition, JsonObject
from tools.core.text import Text


def client() -> OfflineClient:
    return OfflineClient(word_delay_s=0)


def request(text: str = "Look up flour", **options: Any) -> ModelRequest:
    return ModelRequest(model="offline", messages=(Message("user", text),), **options)


def play(wanted: ModelRequest) -> tuple[list[str], ModelReply]:
    *pieces, last = client().stream(wanted, Flag())
    assert isinstance(last, ReplyCompleted)
    return [piece.text for piece in pieces if isinstance(piece, TextDelta)], last.reply


def function(name: str, parameters: JsonObject | None = None) -> FunctionDefinition:
    return FunctionDefinition(name, f"Does {name}.", parameters or {"type": "object", "properties": {}})


def test_without_a_script_it_states_that_it_is_not_an_ai() -> None:
    pieces, reply = play(request())
    assert "not an AI" in reply.message.text
    assert "Look up flour" in reply.message.text
    assert "".join(pieces) == reply.message.text
    assert len(pieces) > 10


def test_it_answers_chinese_in_chinese_in_small_pieces() -> None:
    pieces, reply = play(request("查找面粉"))
    assert "不是 AI" in reply.message.text
    assert "查找面粉" in reply.message.text
    assert max(len(piece) for piece in pieces) <= 4


def test_the_same_request_gives_the_same_reply() -> None:
    wanted = request(functions=(function("search"),))
    assert play(wanted) == play(wanted)


def test_the_rules_call_each_tool_once_and_report_what_came_back() -> None:
    toolbox = FakeToolbox(
        FakeTool("search", lambda arguments: good({"id": "M1"}, "found it"), title="搜索"), FakeTool("clock")
    )
    task = LoopRequest(model="offline", messages=(Message("user", "Look up flour"),))
    result = run_tool_loop(task, client(), toolbox, FakeJournal(), RecordingSink(), Flag())
    assert sorted(call.name for call in toolbox.calls) == ["clock", "search"]
    assert '- 搜索: succeeded. found it {"id": "M1"}' in result.text
    assert result.rounds == 2


@pytest.mark.parametrize(
    ("choice", "called"),
    [
        ("auto", ["a", "b"]),
        ("required", ["a", "b"]),
        ("none", []),
        (NamedToolChoice("b"), ["b"]),
    ],
)
def test_the_rules_obey_the_tool_choice(choice: ToolChoice, called: list[str]) -> None:
    _, reply = play(request(functions=(function("a"), function("b")), tool_choice=choice))
    assert [call.name for call in reply.message.tool_calls] == called


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "see https://a.example/x and 7"),
        ({"type": "string", "maxLength": 3}, "see"),
        ({"type": "string", "format": "uri"}, "https://a.example/x"),
        ({"type": "string", "enum": ["GET", "POST"]}, "GET"),
        ({"type": "string", "examples": ["e"], "enum": ["f"]}, "e"),
        ({"type": "integer", "default": 20}, 20),
        ({"type": "integer"}, 7),
        ({"type": "number", "maximum": 5}, 5),
        ({"type": "boolean"}, False),
        ({"anyOf": [{"type": "null"}, {"type": "boolean"}]}, False),
        ({"type": ["null", "integer"], "minimum": 9}, 9),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, [7, 7]),
        ({"$ref": "#/$defs/kind"}, "k"),
    ],
)
def test_arguments_come_from_the_schema_and_then_from_the_users_words(schema: JsonObject, expected: Any) -> None:
    whole = {
        "type": "object",
        "properties": {"wanted": schema, "extra": {"type": "string"}},
        "required": ["wanted"],
        "$defs": {"kind": {"const": "k"}},
    }
    assert fill_schema(whole, "see https://a.example/x and 7") == {"wanted": expected}


def test_a_schema_for_the_answer_is_followed() -> None:
    schema = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
    _, reply = play(request(json_schema=schema))
    assert list(json.loads(reply.message.text)) == ["title"]
    _, free = play(request(json_schema={"type": "object"}))
    assert "not an AI" in json.loads(free.message.text)["answer"]


def test_a_script_is_played_one_step_per_round_and_then_the_rules_go_on() -> None:
    script = [
        {"text": "First.", "toolCalls": [{"tool": "search", "arguments": {"q": "x"}}]},
        {"toolCalls": [{"tool": "search"}]},
    ]
    toolbox = FakeToolbox(FakeTool("search"))
    task = LoopRequest(model="offline", messages=(Message("user", "go"),), extra={"script": script})
    result = run_tool_loop(task, client(), toolbox, FakeJournal(), RecordingSink(), Flag())
    assert [record.arguments for record in result.tool_history] == [{"q": "x"}, {}]
    assert "not an AI" in result.text


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("http_request_1a2b3c4d", "http_request_1a2b3c4d"),
        ("Fetch page", "http_request_1a2b3c4d"),
        ("http_request", "http_request_1a2b3c4d"),
        ("system:get_current_time", "sys_get_current_time"),
        ("get_current_time", "sys_get_current_time"),
        ("no_such_tool", "no_such_tool"),
        ("不存在", "不存在"),
    ],
)
def test_a_script_names_tools_by_function_title_or_executor(wanted: str, name: str) -> None:
    _, reply = play(
        request(
            functions=(function("http_request_1a2b3c4d"), function("sys_get_current_time")),
            titles={"http_request_1a2b3c4d": Text.of(en="Fetch page", zh="取网页")},
            extra={"script": [{"toolCalls": [{"tool": wanted}]}]},
        )
    )
    assert [call.name for call in reply.message.tool_calls] == [name]
    assert reply.finish_reason is FinishReason.TOOL_CALLS


@pytest.mark.parametrize(
    ("status", "error"), [(401, ProviderAuthError), (429, ProviderRateLimitError), (500, ProviderUnavailableError)]
)
def test_a_scripted_failure_is_the_error_of_that_status(status: int, error: type[Exception]) -> None:
    script = [{"text": "Half a sen", "fail": {"status": status, "message": "staged"}}]
    events = client().stream(request(extra={"script": script}), Flag())
    assert [next(events) for _ in range(3)] == [TextDelta("Half "), TextDelta("a "), TextDelta("sen")]
    with pytest.raises(error):
        next(events)


def test_delays_are_slept_in_slices_that_notice_a_cancel() -> None:
    slept: list[float] = []
    offline = OfflineClient(word_delay_s=0.02, sleep=slept.append)
    list(offline.stream(request(extra={"script": [{"text": "one two", "delayMs": 120}]}), Flag()))
    assert slept == pytest.approx([0.05, 0.05, 0.02, 0.02, 0.02])
    with pytest.raises(RunCancelledError):
        list(offline.stream(request(extra={"script": [{"delayMs": 60_000}]}), Flag(after=3)))
    assert len(slept) == 5 + 3
