"""The official `openai` client reads the answer of a real server while the agent writes it."""

import json
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import islice
from typing import Any

import httpx2
import openai
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.documents import edge, node
from tests.polling import wait_until
from tests.runtime import PYTHON, ROOT

AGENTS = """
from django.contrib.auth.models import User
from agents.services.agents import agent_create, agent_read
def make(name, *script, **more):
    document = {"name": name, "model": {"offline_script": list(script)}, **more}
    agent_create(User.objects.get(), document=agent_read(document))
make("Slow", {"text": "one two three four five six seven eight nine ten " * 4})
make("Endless", {"text": "on and on " * 8000})
make("Sums", {"text": "Adding.", "toolCalls": [{"tool": "add", "arguments": {"a": 1}}]})
make("Clock", {"text": "I look.", "toolCalls": [{"tool": "system:get_current_time"}]}, {"text": "It is noon."},
     tool_ids_inventory=["system:get_current_time"])
make("Json", {"text": "no json"}, {"text": '{"a": 1}'}, output={"as_json": True, "json_schema": {"type": "object"}})
make("Object", {"text": '```json\\n{"a": 1}\\n```'})
make("Broke", {"text": "I was about to", "fail": {"status": 401, "message": "no key"}})
"""
HELLO: Any = [{"role": "user", "content": "Hello"}]
ADD: Any = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")))
    server.start()
    try:
        server.set_up()
        command = [PYTHON, "manage.py", "shell", "--no-imports", "-c", AGENTS]
        subprocess.run(command, cwd=ROOT, env=server.environment(), check=True, capture_output=True)
        yield server
    finally:
        server.kill()


def chat_workflow(server: EmbeddedServer, name: str, answer: str, *script: Any) -> str:
    """Publish a workflow with a chat page and a scripted model; return its name as a model."""
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "{{ trigger.message }}"}
    document = {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger"),
            node("start", "start"),
            node("model", "process", {**ai, "offlineScript": list(script)}),
            node("end", "end", {"outputs": [{"name": "result", "value": answer}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }
    made = server.request("POST", "/api/workflows/", {"name": name, "document": document})
    server.request("POST", f"/api/workflows/{made['id']}/versions/", {})
    return f"workflow:{made['slug']}"


@pytest.fixture
def client(server: EmbeddedServer) -> Iterator[openai.OpenAI]:
    with httpx2.Client(trust_env=False, timeout=60) as http:
        yield openai.OpenAI(
            api_key=server.token, base_url=f"{server.address.rstrip('/')}/v1", http_client=http, max_retries=0
        )


def read(client: openai.OpenAI, model: str, **options: Any) -> list[Any]:
    return list(client.chat.completions.create(model=model, messages=HELLO, stream=True, **options))


def text_of(chunks: list[Any]) -> str:
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


def test_text_comes_with_usage_at_the_end(client: openai.OpenAI) -> None:
    chunks = read(client, "slow", stream_options={"include_usage": True})
    assert text_of(chunks).split() == "one two three four five six seven eight nine ten".split() * 4
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens > 0


def test_text_comes_while_the_agent_writes_and_leaving_cancels_the_run(
    client: openai.OpenAI, server: EmbeddedServer
) -> None:
    with client.chat.completions.create(model="endless", messages=HELLO, stream=True) as stream:
        assert stream.response.headers["x-accel-buffering"] == "no"
        written = (chunk for chunk in stream if chunk.choices[0].delta.content)
        assert len(list(islice(written, 3))) == 3
        assert statuses(server)[0] == "running"
    wait_until(lambda: statuses(server)[0] == "cancelled")


def test_leaving_an_answer_that_comes_whole_cancels_the_run(server: EmbeddedServer) -> None:
    before = statuses(server)
    body = json.dumps({"model": "endless", "messages": HELLO})
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    connection = HTTPConnection(httpx2.URL(server.address).netloc.decode(), timeout=60)
    connection.request("POST", "/v1/chat/completions", body, headers)
    wait_until(lambda: statuses(server) == ["running", *before])
    connection.close()
    wait_until(lambda: statuses(server) == ["cancelled", *before])


def statuses(server: EmbeddedServer) -> list[str]:
    """Statuses of the runs, the newest first."""
    return [run["status"] for run in server.request("GET", "/api/runs/")["results"]]


def test_json_that_the_caller_asks_for_comes_whole(client: openai.OpenAI) -> None:
    chunks = read(client, "object", response_format={"type": "json_object"})
    assert text_of(chunks) == '{\n  "a": 1\n}'


def test_text_of_several_rounds_is_distinguished(client: openai.OpenAI) -> None:
    chunks = read(client, "clock")
    assert text_of(chunks) == "I look.\n\nIt is noon."
    assert chunks[-1].choices[0].finish_reason == "stop"


def test_calls_of_the_callers_tools_stream(client: openai.OpenAI) -> None:
    chunks = read(client, "sums", tools=[ADD])
    [call] = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or ()]
    assert (call.index, call.function.name, call.function.arguments) == (0, "add", '{"a": 1}')
    assert chunks[-1].choices[0].finish_reason == "tool_calls"


def test_an_answer_that_is_checked_comes_whole(client: openai.OpenAI) -> None:
    assert text_of(read(client, "json")).split() == ["{", '"a":', "1", "}"]


def test_a_failure_ends_the_stream_with_its_reason(client: openai.OpenAI) -> None:
    with pytest.raises(openai.APIError) as caught:
        read(client, "broke")
    assert caught.value.code == "provider_auth"


def test_a_workflow_streams_what_its_model_writes(client: openai.OpenAI, server: EmbeddedServer) -> None:
    model = chat_workflow(server, "Writes", "{{ nodes.model.result }}", {"text": "one two three four " * 10})
    chunks = read(client, model, stream_options={"include_usage": True})
    assert text_of(chunks).split() == "one two three four".split() * 10
    assert len([chunk for chunk in chunks if chunk.choices and chunk.choices[0].delta.content]) > 1
    assert {chunk.model for chunk in chunks} == {model}
    assert chunks[-1].usage.completion_tokens > 0
    assert chunks[-2].choices[0].finish_reason == "stop"


def test_an_answer_around_what_the_model_writes_comes_whole(client: openai.OpenAI, server: EmbeddedServer) -> None:
    model = chat_workflow(server, "Wraps", "Found: {{ nodes.model.result }}", {"text": "one two"})
    texts = [chunk.choices[0].delta.content for chunk in read(client, model)]
    assert [text for text in texts if text] == ["Found: one two"]


def test_leaving_the_answer_of_a_workflow_cancels_its_run(client: openai.OpenAI, server: EmbeddedServer) -> None:
    model = chat_workflow(server, "Goes on", "{{ nodes.model.result }}", {"text": "on and on " * 8000})
    with client.chat.completions.create(model=model, messages=HELLO, stream=True) as stream:
        written = (chunk for chunk in stream if chunk.choices[0].delta.content)
        assert len(list(islice(written, 3))) == 3
    wait_until(lambda: statuses(server)[0] == "cancelled")


def test_a_failing_workflow_ends_the_stream_with_its_reason(client: openai.OpenAI, server: EmbeddedServer) -> None:
    model = chat_workflow(server, "Breaks", "{{ nodes.model.result }}", {"fail": {"status": 401, "message": "no key"}})
    with pytest.raises(openai.APIError) as caught:
        read(client, model)
    assert caught.value.code == "provider_auth"
