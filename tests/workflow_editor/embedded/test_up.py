"""The whole product in one process: it starts, says so, survives SIGKILL and stops when asked."""

import re
import signal
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from tests.doubles.embedded_server import STARTS_WITHIN_S, EmbeddedServer, migrated_folder
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.factories.run_documents import ask, chain, text
from tests.polling import wait_until

MAX_IDLE_MEMORY_BYTES = 148_000_000


@pytest.fixture
def tool_service() -> Iterator[LoopbackServer]:
    """The tool's service; it counts."""

    def answer(_: Received) -> Reply:
        return Reply.of_json({"title": "A finding"})

    with serving(answer) as server:
        yield server


@contextmanager
def started(data_dir: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(data_dir, OUTBOUND_ALLOW="127.0.0.1")
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server of the test's own, to be killed and stopped."""
    with started(migrated_folder(tmp_path)) as server:
        yield server


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedServer, int]]:
    """A server that began with an empty folder and has its administrator, and the bytes that it and its children take
    before they have worked.
    """
    with started(tmp_path_factory.mktemp("data")) as server:
        server.set_up()
        process = psutil.Process(server.process.pid)
        yield server, sum(one.memory_info().rss for one in [process, *process.children(recursive=True)])


@pytest.fixture(scope="module")
def shared(first_start: tuple[EmbeddedServer, int]) -> EmbeddedServer:
    """A server with an administrator for all tests that leave it running."""
    return first_start[0]


def start_run(server: EmbeddedServer, document: dict[str, Any], **headers: str) -> dict[str, Any]:
    workflow = server.request("POST", "/api/workflows/", {"name": "Test", "document": document})
    run: dict[str, Any] = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}}, **headers)
    return run


def events_of(server: EmbeddedServer, run: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = server.request("GET", f"/api/runs/{run['id']}/events/?after=0&limit=1000")["results"]
    return events


def research(url: str) -> dict[str, Any]:
    """Five nodes: start, an agent that calls a tool and then thinks for three seconds, a text, a second agent, end."""
    tool = {"id": "t1", "type": "http-request", "name": "Lookup", "enabled": True, "config": {"url": url}}
    script = (
        {"toolCalls": [{"tool": "Lookup"}]},
        {"text": "Found it.", "delayMs": 3000},
    )
    return chain(ask("agent", *script, tools=[tool]), text("note", "{{ nodes.agent.result }}"), ask("writer"))


def test_a_killed_server_finishes_the_run_without_calling_the_tool_again(
    server: EmbeddedServer, tool_service: LoopbackServer
) -> None:
    server.set_up()
    run = start_run(server, research(f"{tool_service.url}/lookup"))

    def thinks_after_the_tool() -> bool:
        reported = [(event["type"], event["payload"].get("round")) for event in events_of(server, run)]
        assert "node_failed" not in [type_ for type_, _ in reported], reported
        return ("model_call_started", 2) in reported

    wait_until(thinks_after_the_tool)
    server.kill()
    server.start()

    def finished() -> dict[str, Any] | None:
        now: dict[str, Any] = server.request("GET", f"/api/runs/{run['id']}/")
        return now if now["finished_at"] else None

    ended = wait_until(finished)
    assert ended["status"] == "succeeded", ended["error"]
    assert len(tool_service.received) == 1
    events = events_of(server, run)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    types = [event["type"] for event in events]
    assert types[-1] == "run_finished"
    assert types.count("tool_call_finished") == 1
    assert types.count("model_call_finished") == 3
    assert [node_run["status"] for node_run in ended["node_runs"]] == ["succeeded"] * 5


def test_the_ready_lines_have_their_form(shared: EmbeddedServer) -> None:
    ready, link = shared.lines[-2:]
    assert re.fullmatch(r"Flowloom is ready at http://127\.0\.0\.1:\d+", ready)
    assert re.fullmatch(r"Create the first administrator: http://127\.0\.0\.1:\d+/setup\?token=[\w-]{20,}", link)
    assert httpx2.get(f"{shared.address}/api/health/", trust_env=False).json() == {"status": "ok"}


def test_the_answer_waits_for_the_end_when_asked_to(shared: EmbeddedServer) -> None:
    run = start_run(shared, chain(text("a"), ask("b")), Prefer="wait=30")
    assert run["status"] == "succeeded", run["error"]
    assert [node_run["status"] for node_run in run["node_runs"]] == ["succeeded"] * 4


def test_its_database_is_nobody_elses_in_a_folder_that_was_there_before(shared: EmbeddedServer) -> None:
    folder = Path(shared.environment()["DATA_DIR"])
    modes = {file.name: stat.filemode(file.stat().st_mode) for file in folder.glob("*.sqlite3*")}
    assert modes
    assert set(modes.values()) == {"-rw-------"}


def test_an_idle_server_is_small(first_start: tuple[EmbeddedServer, int]) -> None:
    assert first_start[1] <= MAX_IDLE_MEMORY_BYTES


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.everyday_rows(1)
def test_it_stops_in_time_in_the_middle_of_a_run_and_goes_on_later(server: EmbeddedServer, number: int) -> None:
    server.set_up()
    run = start_run(server, chain(ask("slow", {"text": "Done", "delayMs": 8000})))
    wait_until(lambda: "model_call_started" in [event["type"] for event in events_of(server, run)])
    assert server.stop(number) == 0
    server.start()
    status = server.request("GET", f"/api/runs/{run['id']}/")["status"]
    assert status == "running"


def test_a_cancelled_run_ends_soon(shared: EmbeddedServer) -> None:
    run = start_run(shared, chain(ask("slow", {"text": "Done", "delayMs": 60_000})))
    wait_until(lambda: "model_call_started" in [event["type"] for event in events_of(shared, run)])
    shared.request("POST", f"/api/runs/{run['id']}/cancel/")

    def is_cancelled() -> bool:
        return bool(shared.request("GET", f"/api/runs/{run['id']}/")["status"] == "cancelled")

    wait_until(is_cancelled)


def test_a_second_server_on_the_same_folder_is_refused(shared: EmbeddedServer) -> None:
    second = shared.spawn()
    output, _ = second.communicate(timeout=STARTS_WITHIN_S)
    assert second.returncode == 1
    assert "is already using the data folder" in output


def test_a_taken_port_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        process = EmbeddedServer(tmp_path, PORT=str(port)).spawn()
        output, _ = process.communicate(timeout=STARTS_WITHIN_S)
    assert process.returncode == 1
    assert f"Port {port} on 127.0.0.1 is already taken" in output
    assert "Traceback" not in output
