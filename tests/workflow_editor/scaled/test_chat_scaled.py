"""/v1/ with PostgreSQL and Redis: the web process tells what a worker writes, and stops it when nobody listens."""

from collections.abc import Iterator
from typing import Any

import httpx2
import openai
import pytest

from tests.doubles.scaled_server import ScaledServer
from tests.polling import wait_until

HELLO: Any = [{"role": "user", "content": "Hello"}]
WORDS = "one two three four five six seven eight nine ten " * 4


@pytest.fixture(scope="module")
def agents(calm_server: ScaledServer) -> ScaledServer:
    for name, text in (("Slow", WORDS), ("Endless", "on and on " * 2000)):
        document = {"name": name, "model": {"offline_script": [{"text": text}]}}
        calm_server.request("POST", "/api/agents/", {"document": document})
    return calm_server


@pytest.fixture
def client(agents: ScaledServer) -> Iterator[openai.OpenAI]:
    with httpx2.Client(trust_env=False, timeout=60) as http:
        yield openai.OpenAI(
            api_key=agents.token, base_url=f"{agents.address.rstrip('/')}/v1", http_client=http, max_retries=0
        )


def test_text_comes_while_a_worker_writes(client: openai.OpenAI, agents: ScaledServer) -> None:
    stream = client.chat.completions.create(
        model="slow", messages=HELLO, stream=True, stream_options={"include_usage": True}
    )
    pieces, status = [], ""
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            pieces.append(chunk.choices[0].delta.content)
            status = status or newest(agents)["status"]
        last = chunk
    assert status == "running"
    assert len(pieces) > 2
    assert "".join(pieces).split() == WORDS.split()
    assert last.usage is not None
    assert last.usage.completion_tokens > 0


def test_leaving_a_stream_cancels_the_run_of_the_worker(client: openai.OpenAI, agents: ScaledServer) -> None:
    with client.chat.completions.create(model="endless", messages=HELLO, stream=True) as stream:
        next(chunk for chunk in stream if chunk.choices[0].delta.content)
    assert wait_until(lambda: ended(agents)) == "cancelled"


def test_leaving_an_answer_that_comes_whole_cancels_the_run_of_the_worker(
    client: openai.OpenAI, agents: ScaledServer
) -> None:
    before = newest(agents)["id"]
    with pytest.raises(openai.APITimeoutError):
        client.with_options(timeout=0.5).chat.completions.create(model="endless", messages=HELLO)
    assert wait_until(lambda: ended(agents)) == "cancelled"
    assert newest(agents)["id"] != before


def newest(server: ScaledServer) -> Any:
    return server.request("GET", "/api/runs/")["results"][0]


def ended(server: ScaledServer) -> str | None:
    status: str = newest(server)["status"]
    return None if status in ("queued", "running") else status
