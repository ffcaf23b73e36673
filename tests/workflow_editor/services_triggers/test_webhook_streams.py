"""A real server answers a webhook as a stream: text while it is written, then the output; leaving stops nothing."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.documents import edge, node
from tests.polling import wait_until

WORDS = "one two three four five six seven eight nine ten " * 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")))
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


def hook(server: EmbeddedServer, script: list[dict[str, Any]], **end: Any) -> str:
    """Publish a workflow with a webhook that answers as a stream, and return its path."""
    model = {"provider": "offline", "model": "offline-1", "userPrompt": "Go", "offlineScript": script}
    outputs = [{"name": "result", "value": "{{ nodes.model.result }}"}]
    document = {
        "schema_version": 1,
        "nodes": [
            node("hook", "webhook", {"respond": "stream"}),
            node("start", "start"),
            node("model", "process", model),
            node("end", "end", {"outputs": outputs}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }
    workflow = server.request("POST", "/api/workflows/", {"name": "Streams", "document": document})
    address = f"/api/workflows/{workflow['id']}/"
    trigger = server.request("PUT", f"{address}triggers/hook/", {"secrets": {}})
    server.request("POST", f"{address}versions/", {"note": ""})
    return str(httpx2.URL(trigger["address"]).path)


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def test_text_comes_while_it_is_written_and_then_the_output(server: EmbeddedServer) -> None:
    path = hook(server, [{"text": WORDS}])
    client = httpx2.Client(base_url=server.address, trust_env=False, timeout=60)
    with client, client.stream("POST", path, json={}) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        assert answer.headers["x-accel-buffering"] == "no"
        found = list(events(answer.iter_lines()))
    assert [name for name, _ in found][:1] == ["started"]
    pieces = [data["text"] for name, data in found if name == "text"]
    assert len(pieces) > 1
    assert "".join(pieces) == WORDS
    assert found[-1] == ("finished", {"status": "succeeded", "output": {"result": WORDS}})


def test_a_failure_ends_the_stream_without_its_reason(server: EmbeddedServer) -> None:
    path = hook(server, [{"text": "I was", "fail": {"status": 401, "message": "secret reason"}}])
    client = httpx2.Client(base_url=server.address, trust_env=False, timeout=60)
    with client, client.stream("POST", path, json={}) as answer:
        text = "".join(answer.iter_text())
    assert "secret reason" not in text
    assert text.rstrip().endswith('data: {"status":"failed"}')


@pytest.mark.exhaustive
def test_the_run_goes_on_when_the_client_leaves(server: EmbeddedServer) -> None:
    path = hook(server, [{"text": WORDS * 3}])
    client = httpx2.Client(base_url=server.address, trust_env=False, timeout=60)
    with client, client.stream("POST", path, json={}) as answer:
        [(_, started), *_] = islice(events(answer.iter_lines()), 3)
        assert server.request("GET", f"/api/runs/{started['run']}/")["status"] == "running"
    wait_until(lambda: server.request("GET", f"/api/runs/{started['run']}/")["status"] == "succeeded")
