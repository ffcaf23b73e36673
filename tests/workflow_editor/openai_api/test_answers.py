"""The official `openai` client talks to agents: whole answers, tools, errors. Its requests go to the views."""

import json
from typing import Any

import openai
import pytest
from django.contrib.auth.models import User

from agents.models import AgentProfile
from agents.services.providers import provider_create
from tests.agents.providers.odd_calls import (
    Odd,
    anthropic_message,
    anthropic_text,
    openai_stream,
    openai_text,
    piece,
)
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.stream_server import running
from tests.doubles.strict_services import ANTHROPIC, DEEPSEEK, GEMINI, OPENAI, StrictService
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.openai_api.conftest import Connect
from tools.services.tool_files import tool_file_upload
from workflow_editor.api.views import chat_completions
from workflow_editor.models import Run, WorkflowVersion
from workflow_editor.services.tokens import token_create

ADD: Any = {
    "type": "function",
    "function": {
        "name": "add",
        "description": "Adds two numbers.",
        "parameters": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
    },
}
HELLO: Any = [{"role": "user", "content": "Hello"}]


@pytest.fixture
def butler(alice: User) -> AgentProfile:
    return agent_create(alice)


def test_an_agent_is_a_model_with_usage(client: openai.OpenAI, butler: AgentProfile) -> None:
    assert [model.id for model in client.models.list()] == ["butler"]
    assert client.models.retrieve("butler").owned_by == "alice"
    answer = client.chat.completions.create(model="butler", messages=HELLO)
    assert (answer.object, answer.model) == ("chat.completion", "butler")
    [choice] = answer.choices
    assert (choice.message.content, choice.finish_reason) == ("At your service", "stop")
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens > 0
    assert Run.objects.get().trigger == "openai_api"


def test_earlier_messages_and_pictures_reach_the_agent(client: openai.OpenAI, butler: AgentProfile) -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}}
    messages: Any = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look"}, picture]},
    ]
    assert client.chat.completions.create(model="butler", messages=messages).choices[0].message.content
    assert Run.objects.get().inputs["history"] == messages


def test_a_stored_file_reaches_the_agent_by_its_id(client: openai.OpenAI, butler: AgentProfile, alice: User) -> None:
    row = tool_file_upload(alice, "plan.txt", "text/plain", 10, [b"loom plans"])
    content: Any = [{"type": "text", "text": "Read"}, {"type": "file", "file": {"file_id": str(row.pk)}}]
    answer = client.chat.completions.create(model=butler.slug, messages=[{"role": "user", "content": content}])
    assert answer.choices[0].finish_reason == "stop"
    run = Run.objects.get()
    assert "loom plans" not in str(run.inputs)
    assert str(row.pk) in str(run.inputs)


def test_the_callers_tools_go_round(client: openai.OpenAI, alice: User) -> None:
    call = {"tool": "add", "arguments": {"a": 1, "b": 1}}
    agent_create(alice, name="Sums", script=[{"text": "Adding.", "toolCalls": [call]}, {"text": "It is 2."}])
    messages: list[Any] = [{"role": "user", "content": "1 + 1?"}]
    asked = client.chat.completions.create(model="sums", messages=messages, tools=[ADD]).choices[0]
    assert asked.finish_reason == "tool_calls"
    assert asked.message.tool_calls is not None
    [wanted] = asked.message.tool_calls
    assert wanted.type == "function"
    assert (wanted.function.name, wanted.function.arguments) == ("add", '{"a": 1, "b": 1}')
    messages += [asked.message, {"role": "tool", "tool_call_id": wanted.id, "content": "2"}]
    answer = client.chat.completions.create(model="sums", messages=messages, tools=[ADD]).choices[0]
    assert (answer.message.content, answer.finish_reason) == ("It is 2.", "stop")


TOLERATED: dict[str, list[Any]] = {
    "the model last": [*HELLO, {"role": "assistant", "content": "Hi"}],
    "instructions last": [*HELLO, {"role": "system", "content": "Be brief."}],
    "a call without a result": [
        *HELLO,
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{"}}],
        },
        *HELLO,
    ],
    "a result without a call": [{"role": "tool", "tool_call_id": "c", "content": "2"}, *HELLO],
}


@pytest.mark.parametrize("messages", TOLERATED.values(), ids=TOLERATED.keys())
def test_histories_that_clients_have_cut_are_answered(
    client: openai.OpenAI, butler: AgentProfile, messages: Any
) -> None:
    answer = client.chat.completions.create(model="butler", messages=messages)
    assert answer.choices[0].message.content == "At your service"


def own_turns(preset: str, rules: Any, answers: Any, client: openai.OpenAI, alice: User) -> tuple[str, Any]:
    """Let a client run a call of its own, which keeps nothing but what its library knows of."""
    with running(StrictService(rules, answers)) as service:
        url = service.url.removesuffix("/v1") if "anthropic" in preset else service.url
        provider = provider_create(name="Strict", preset=preset, base_url=url, api_key="key")
        agent_create(alice, name="Sums", model={"provider": str(provider.id), "name": "m-1"})
        messages: list[Any] = [{"role": "user", "content": "1 + 1?"}]
        asked = client.chat.completions.create(model="sums", messages=messages, tools=[ADD]).choices[0].message
        assert asked.tool_calls
        [call] = asked.tool_calls
        assert call.type == "function"
        function = {"name": call.function.name, "arguments": call.function.arguments}
        messages += [
            {"role": "assistant", "tool_calls": [{"id": call.id, "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": call.id, "content": "2"},
        ]
        answer = client.chat.completions.create(model="sums", messages=messages, tools=[ADD])
        assert service.broken == []
        return answer.choices[0].message.content or "", service.bodies[-1]["messages"]


def test_signatures_come_back_with_the_callers_results(client: openai.OpenAI, alice: User, queue: TaskQueue) -> None:
    signed = piece(0, "g1", "add", "{}") | {"extra_content": {"google": {"thought_signature": "s1"}}}
    answers = (openai_stream(Odd([[signed]], [], [])), openai_text("It is 2."))
    text, sent = own_turns("gemini", (*OPENAI, *GEMINI), answers, client, alice)
    assert text == "It is 2."
    [call] = sent[-2]["tool_calls"]
    assert (call["id"], call["extra_content"]) == ("g1", signed["extra_content"])


def test_thoughts_come_back_with_the_callers_results(client: openai.OpenAI, alice: User, queue: TaskQueue) -> None:
    odd = Odd([[piece(0, "d1", "add", "{}")]], [], [], delta={"reasoning_content": "I think"})
    text, sent = own_turns("deepseek", (*OPENAI, *DEEPSEEK), (openai_stream(odd), openai_text("2")), client, alice)
    assert (text, sent[-2]["reasoning_content"]) == ("2", "I think")


def test_thinking_blocks_come_back_with_the_callers_results(
    client: openai.OpenAI, alice: User, queue: TaskQueue
) -> None:
    thinking = {"type": "thinking", "thinking": "", "signature": "abc"}
    use = {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {}}
    answers = (anthropic_message([thinking, use], "tool_use"), anthropic_text("2"))
    text, sent = own_turns("custom-anthropic", ANTHROPIC, answers, client, alice)
    assert (text, sent[-2]["content"]) == ("2", [thinking, use])


def answer_of_type(type_: str) -> Any:
    schema = {"type": "object", "properties": {"sum": {"type": type_}}, "required": ["sum"]}
    return json_schema(schema)


def json_schema(schema: Any) -> Any:
    return {"type": "json_schema", "json_schema": {"name": "sum", "schema": schema}}


def test_the_callers_settings_hold_for_this_answer(
    client: openai.OpenAI, alice: User, queue: TaskQueue, aimock: Aimock
) -> None:
    provider = provider_create(name="Mock", preset="custom-openai", base_url=aimock.openai_url, api_key=API_KEY)
    model = {"provider": str(provider.id), "name": "gpt-4o", "temperature": 0.1, "max_tokens": 50}
    agent_create(alice, name="Sums", model=model)
    aimock.script({"content": "2"}, {"content": '{"sum": "two"}'}, {"content": '{"sum": 2}'})
    asked = client.chat.completions.create
    asked(model="sums", messages=HELLO, temperature=0.9, max_tokens=5)
    form = answer_of_type("integer")
    answer = asked(model="sums", messages=HELLO, temperature=0, max_completion_tokens=500, response_format=form)
    assert json.loads(answer.choices[0].message.content or "") == {"sum": 2}
    first, second, again = aimock.bodies()
    assert (first["temperature"], most_tokens(first)) == (0.9, 5)
    assert (second["temperature"], most_tokens(second)) == (0, 50)
    assert "response_format" not in first
    assert second["response_format"] == again["response_format"]
    assert "is not of type 'integer'" in again["messages"][-1]["content"]
    assert WorkflowVersion.objects.count() == 1


def test_how_words_are_chosen_reaches_the_model(client: openai.OpenAI, alice: User, aimock: Aimock) -> None:
    provider = provider_create(name="Mock", preset="custom-openai", base_url=aimock.openai_url, api_key=API_KEY)
    for name in ("gpt-4o", "gpt-5.5"):
        agent_create(alice, name=f"On {name[:5]}", model={"provider": str(provider.id), "name": name})
    aimock.reply({"content": "2"})
    client.chat.completions.create(model="on-gpt-4", messages=HELLO, top_p=0.3, stop="END", seed=7)
    client.chat.completions.create(model="on-gpt-5", messages=HELLO, top_p=1)
    first, second = aimock.bodies()
    assert (first["top_p"], first["stop"], first["seed"]) == (0.3, ["END"], 7)
    assert "top_p" not in second
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(model="on-gpt-5", messages=HELLO, top_p=0.3)
    assert (caught.value.param, caught.value.code) == ("top_p", "invalid_input")


def most_tokens(body: Any) -> Any:
    return body.get("max_completion_tokens") or body.get("max_tokens")


@pytest.mark.parametrize(
    ("document", "changes", "param"),
    [
        ({"core_deliberation_workflow_id": "thinks"}, {"temperature": 0.5}, "temperature"),
        ({"core_deliberation_workflow_id": "thinks"}, {"max_tokens": 5}, "max_tokens"),
        ({"core_deliberation_workflow_id": "thinks"}, {"seed": 1}, "seed"),
        ({}, {"stop": ["\n"]}, "stop"),
        ({}, {"response_format": json_schema({"pattern": "(?=a)b"})}, "response_format"),
        ({"output": {"as_json": True}}, {"response_format": {"type": "text"}}, "response_format"),
        (
            {"output": {"as_json": True, "json_schema": {"type": "array"}}},
            {"response_format": answer_of_type("integer")},
            "response_format",
        ),
    ],
)
def test_settings_that_the_agent_cannot_keep_are_refused(
    client: openai.OpenAI, alice: User, document: Any, changes: Any, param: str
) -> None:
    workflow_create(alice, name="thinks")
    agent_create(alice, name="Own", **document)
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(**{"model": "own", "messages": HELLO, **changes})
    assert (caught.value.param, caught.value.type) == (param, "invalid_request_error")
    assert not Run.objects.exists()


def test_an_agent_that_is_not_there_or_somebody_elses_is_no_model(client: openai.OpenAI, charlie: User) -> None:
    agent_create(charlie, name="Foreign")
    for name in ("ghost", "foreign"):
        with pytest.raises(openai.NotFoundError) as caught:
            client.chat.completions.create(model=name, messages=HELLO)
        assert caught.value.code == "model_not_found"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("foreign")


def test_a_wrong_token_opens_nothing(connect: Connect, alice: User, butler: AgentProfile) -> None:
    with pytest.raises(openai.AuthenticationError) as caught:
        connect("flw_wrong").chat.completions.create(model="butler", messages=HELLO)
    assert caught.value.code == "invalid_api_key"
    with pytest.raises(openai.PermissionDeniedError):
        connect(token_create(alice, name="mcp", scopes=["mcp"])[1]).models.list()


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"messages": []}, "messages"),
        ({"n": 2}, "n"),
        ({"temperature": 2.5}, "temperature"),
        ({"temperature": True}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_completion_tokens": "9"}, "max_completion_tokens"),
        ({"response_format": {"type": "grammar"}}, "response_format"),
        ({"top_p": 1.5}, "top_p"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"stop": [""]}, "stop"),
        ({"seed": 0.5}, "seed"),
        ({"response_format": answer_of_type("nothing")}, "response_format"),
    ],
)
def test_what_is_wrong_is_named(client: openai.OpenAI, butler: AgentProfile, changes: Any, param: str) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(**{"model": "butler", "messages": HELLO, **changes})
    assert (caught.value.param, caught.value.type) == (param, "invalid_request_error")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"messages": [{"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}]}, "history_invalid"),
        ({"tools": [{"type": "function", "function": {"name": "no name"}}]}, "client_tools_invalid"),
    ],
)
def test_what_no_agent_can_take_is_refused(
    client: openai.OpenAI, butler: AgentProfile, changes: Any, code: str
) -> None:
    with pytest.raises(openai.UnprocessableEntityError) as caught:
        client.chat.completions.create(**{"model": "butler", "messages": HELLO, **changes})
    assert caught.value.code == code


@pytest.mark.parametrize("stream", [False, True])
def test_a_cap_is_the_rate_limit_that_clients_know(
    client: openai.OpenAI, butler: AgentProfile, settings: Any, stream: bool
) -> None:
    settings.MAX_RUNS_PER_MINUTE = 1
    client.chat.completions.create(model="butler", messages=HELLO)
    with pytest.raises(openai.RateLimitError) as caught:
        client.chat.completions.create(model="butler", messages=HELLO, stream=stream)
    assert (caught.value.type, caught.value.code) == ("rate_limit_error", "cap_reached")
    assert 1 <= int(caught.value.response.headers["Retry-After"]) <= 60
    assert Run.objects.count() == 1


def test_a_failing_agent_is_an_error_with_its_reason(client: openai.OpenAI, alice: User) -> None:
    agent_create(alice, name="Broke", script=[{"fail": {"status": 401, "message": "no key"}}])
    with pytest.raises(openai.InternalServerError) as caught:
        client.chat.completions.create(model="broke", messages=HELLO)
    assert (caught.value.status_code, caught.value.code) == (502, "provider_auth")


def test_an_agent_that_waits_for_a_person_reports_it(
    client: openai.OpenAI, butler: AgentProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_completions, "run_wait", lambda _run_id, _timeout_s, _may_wait: False)
    with pytest.raises(openai.ConflictError) as caught:
        client.chat.completions.create(model="butler", messages=HELLO)
    assert caught.value.code == "run_not_over"


def test_other_addresses_are_answered_in_the_same_form(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as caught:
        client.embeddings.create(model="butler", input="Hello")
    assert caught.value.code == "not_found"
