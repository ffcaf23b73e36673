"""/v1/ with PostgreSQL and Redis: the web process tells what a worker writes, and stops it when nobody listens."""

import json
from collections.abc import Iterable, Iterator
from http.client import HTTPConnection
from itertools import islice
from typing import Any

import httpx2
import openai
import pytest

from tests.doubles.scaled_server import ScaledServer
from tests.polling import wait_until

pytestmark = pytest.mark.exhaustive

HELLO: Any = [{"role": "user", "content": "Hello"}]
WORDS = "one two three four five six seven eight nine ten " * 4


@pytest.fixture(scope="module")
def agents(calm_server: ScaledServer) -> ScaledServer:
    for name, text in (("Slow", WORDS), ("Endless", "on and on " * 8000)):
        document = {"name": name, "model": {"offline_script": [{"text": text}]}}
        calm_server.request("POST", "/api/agents/", {"document": document})
    return calm_server


@pytest.fixture
def client(agents: ScaledServer) -> Iterator[openai.OpenAI]:
    with httpx2.Client(trust_env=False, timeout=60) as http:
        yield openai.OpenAI(
            api_key=agents.token, base_url=f"{agents.address.rstrip('/')}/v1", http_client=http, max_retries=0
        )


def test_the_whole_text_of_a_worker_comes(client: openai.OpenAI, agents: ScaledServer) -> None:
    stream = client.chat.completions.create(
        model="slow", messages=HELLO, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    assert "".join(pieces(chunks)).split() == WORDS.split()
    usage = chunks[-1].usage
    assert usage is not None
    assert usage.completion_tokens > 0


def test_text_comes_while_a_worker_writes_and_leaving_cancels_the_run(
    client: openai.OpenAI, agents: ScaledServer
) -> None:
    with client.chat.completions.create(model="endless", messages=HELLO, stream=True) as stream:
        assert len(list(islice(pieces(stream), 3))) == 3
        assert statuses(agents)[0] == "running"
    wait_until(lambda: statuses(agents)[0] == "cancelled")


def test_leaving_an_answer_that_comes_whole_cancels_the_run_of_the_worker(agents: ScaledServer) -> None:
    before = statuses(agents)
    headers = {"Authorization": f"Bearer {agents.token}", "Content-Type": "application/json"}
    connection = HTTPConnection(httpx2.URL(agents.address).netloc.decode(), timeout=60)
    connection.request("POST", "/v1/chat/completions", json.dumps({"model": "endless", "messages": HELLO}), headers)
    wait_until(lambda: statuses(agents) == ["running", *before])
    connection.close()
    wait_until(lambda: statuses(agents) == ["cancelled", *before])


def pieces(chunks: Iterable[Any]) -> Iterator[str]:
    return (text for chunk in chunks if chunk.choices and (text := chunk.choices[0].delta.content))


def statuses(server: ScaledServer) -> list[str]:
    """Statuses of the runs, the newest first."""
    return [run["status"] for run in server.request("GET", "/api/runs/")["results"]]
