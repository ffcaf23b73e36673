"""Skills that Anthropic hosts: what our request contains, replies that are paused, and everybody else."""

from dataclasses import replace
from typing import Any

from agents.core.messages import Message
from agents.providers.anthropic_messages import MAX_PAUSES
from agents.providers.base import NamedToolChoice
from tests.agents.providers.test_anthropic_messages import ASK, OK, SEARCH, block, end, play, sent, start, text
from tests.doubles.stream_server import Answer, named_sse, stream_server
from tools.core.definitions import FunctionDefinition, HostedSkill, JsonObject

SHEETS = FunctionDefinition("sheets", "Skill “xlsx”.", {"type": "object", "properties": {}}, HostedSkill("xlsx"))
OURS = FunctionDefinition("ours", "Skill.", {"type": "object", "properties": {}}, HostedSkill("skill_01Ab", "3"))
WITH_SKILLS = replace(ASK, functions=(SEARCH, SHEETS, OURS))
CODE_EXECUTION = {"type": "code_execution_20260521", "name": "code_execution"}
RAN = {"type": "bash_code_execution_tool_result", "tool_use_id": "srv_1", "content": {"stdout": "ok", "content": []}}


def names(body: JsonObject) -> list[str]:
    return [tool["name"] for tool in body["tools"]]


def test_the_skills_of_the_service_take_the_place_of_their_functions() -> None:
    body = sent(WITH_SKILLS)
    assert body["container"] == {
        "skills": [
            {"type": "anthropic", "skill_id": "xlsx", "version": "latest"},
            {"type": "custom", "skill_id": "skill_01Ab", "version": "3"},
        ]
    }
    assert names(body) == ["search", "code_execution"]
    assert body["tools"][-1] == CODE_EXECUTION


def test_the_request_goes_to_the_current_version_without_beta_marks() -> None:
    with stream_server(OK) as server:
        play(server, WITH_SKILLS)
    headers = server.headers[0]
    assert headers["anthropic-version"] == "2026-10-21"
    assert "anthropic-beta" not in headers


def test_services_that_only_speak_the_form_get_the_functions() -> None:
    body = sent(WITH_SKILLS, preset="custom-anthropic")
    assert "container" not in body
    assert names(body) == ["search", "sheets", "ours"]


def test_a_request_without_skills_has_no_container() -> None:
    body = sent(replace(ASK, functions=(SEARCH,)))
    assert "container" not in body
    assert names(body) == ["search"]


def test_skills_beyond_the_limit_of_the_service_stay_functions() -> None:
    many = tuple(replace(SHEETS, name=f"s{number}") for number in range(9))
    body = sent(replace(ASK, functions=many))
    assert len(body["container"]["skills"]) == 8
    assert names(body) == ["s8", "code_execution"]


def test_a_choice_of_a_function_that_is_hosted_is_left_to_the_model() -> None:
    assert sent(replace(WITH_SKILLS, tool_choice=NamedToolChoice("sheets")))["tool_choice"] == {"type": "auto"}
    assert sent(replace(WITH_SKILLS, tool_choice=NamedToolChoice("search")))["tool_choice"]["name"] == "search"


def in_container(*events: Any, reason: str) -> Answer:
    begin = start()
    begin["message"]["container"] = {"id": "container_1", "expires_at": "2026-11-22T00:00:00Z"}
    return named_sse(begin, *events, *end(reason))


def working(piece: str) -> Answer:
    command = {"type": "input_json_delta", "partial_json": '{"command": "ls"}'}
    use = {"type": "server_tool_use", "id": "srv_1", "name": "bash_code_execution", "input": {}}
    return in_container(*text(0, piece), *block(1, use, command), *block(2, RAN), reason="pause_turn")


def test_a_paused_reply_goes_on_in_its_container_and_is_one_reply() -> None:
    with stream_server(working("One. "), in_container(*text(0, "Two."), reason="end_turn")) as server:
        reply = play(server, replace(WITH_SKILLS, idempotency_key="run-1"))
    first, second = server.bodies
    assert second["container"] == first["container"] | {"id": "container_1"}
    went_back = second["messages"][-1]
    assert went_back["role"] == "assistant"
    assert [part["type"] for part in went_back["content"]] == ["text", "server_tool_use", RAN["type"]]
    assert went_back["content"][1]["input"] == {"command": "ls"}
    assert (reply.message.text, reply.message.tool_calls, reply.usage.output_tokens) == ("One. Two.", (), 18)
    assert [headers["idempotency-key"] for headers in server.headers] == ["run-1", "run-1-1"]


def test_the_next_turn_of_the_conversation_uses_the_same_container() -> None:
    with stream_server(in_container(*text(0, "Done."), reason="end_turn")) as server:
        reply = play(server, WITH_SKILLS)
    later = replace(WITH_SKILLS, messages=(*WITH_SKILLS.messages, reply.message, Message("user", "And now?")))
    assert sent(later)["container"]["id"] == "container_1"


def test_a_service_that_pauses_without_end_is_asked_only_so_often() -> None:
    with stream_server(*[working("x")] * (MAX_PAUSES + 2)) as server:
        assert len(play(server, WITH_SKILLS).message.text) == MAX_PAUSES + 1
