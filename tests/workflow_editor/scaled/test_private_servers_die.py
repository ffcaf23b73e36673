"""Private servers die, and the product recovers by itself: runs wait, and `/api/health/ready/` gives the reason."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.doubles.scaled_server import ScaledServer, scaled_server
from tests.factories.run_documents import ask, chain
from tests.polling import wait_until

pytestmark = pytest.mark.exhaustive

READY = {"status": "ready", "parts": dict.fromkeys(("database", "broker", "channel_layer", "worker"), "ok")}


@pytest.fixture(scope="module")
def server() -> Iterator[ScaledServer]:
    with scaled_server() as server:
        yield server


def ready(server: ScaledServer) -> tuple[int, Any]:
    answer = httpx2.get(f"{server.address}/api/health/ready/", trust_env=False, timeout=20)
    return answer.status_code, answer.json()


def failed(server: ScaledServer) -> set[str]:
    _, found = ready(server)
    return {name for name, state in found["parts"].items() if state == "failed"}


def lives(server: ScaledServer) -> bool:
    answer = httpx2.get(f"{server.address}/api/health/", trust_env=False, timeout=20)
    return answer.status_code == 200 and answer.json() == {"status": "ok"}


def start_run(server: ScaledServer, *, delay_ms: int) -> str:
    document = chain(ask("first", {"text": "x", "delayMs": delay_ms}), ask("second", {"text": "y"}))
    workflow = server.request("POST", "/api/workflows/", {"name": "Test", "document": document})
    run = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}})
    return str(run["id"])


def ended(server: ScaledServer, run: str) -> dict[str, Any] | None:
    try:
        now: dict[str, Any] = server.request("GET", f"/api/runs/{run}/")
    except httpx2.HTTPStatusError as error:
        if error.response.status_code != 503:
            raise
        return None
    return now if now["finished_at"] else None


def test_it_is_ready_when_it_reports_so(server: ScaledServer) -> None:
    assert ready(server) == (200, READY)
    assert lives(server)


@pytest.mark.parametrize("name", ["redis-server", "postgres"])
def test_a_killed_server_comes_back_and_the_run_goes_on(server: ScaledServer, name: str) -> None:
    run = start_run(server, delay_ms=3000)
    (killed,) = server.processes(name)
    killed.kill()
    wait_until(lambda: [process for process in server.processes(name) if process != killed])
    run_end = wait_until(lambda: ended(server, run))
    assert run_end["status"] == "succeeded", run_end["error"]
    wait_until(lambda: ready(server) == (200, READY))


def test_without_its_database_every_address_answers_503_and_the_process_lives(server: ScaledServer) -> None:
    with server.without("postgres"):
        token, session = {"Authorization": f"Bearer {server.token}"}, {"Cookie": f"sessionid={'x' * 32}"}
        asked = [("/api/workflows/", token), ("/api/session/", session), ("/v1/models", token), ("/admin/", session)]
        # More than once: over connections that were open, and without any.
        for path, headers in asked * 4:
            answer = httpx2.get(f"{server.address}{path}", headers=headers, trust_env=False, timeout=20)
            assert answer.status_code == 503, (path, answer.text)
            assert "The database is not responding" in answer.text
        # An answer about a part is kept for a second.
        wait_until(lambda: failed(server) == {"database"})
        assert lives(server)
    wait_until(lambda: ready(server) == (200, READY))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("redis-server", {"broker", "channel_layer", "worker"}),
        ("postgres", {"database"}),
        ("worker", {"worker"}),
    ],
)
def test_what_hangs_is_named_and_the_process_lives(server: ScaledServer, name: str, parts: set[str]) -> None:
    with server.frozen(name):
        wait_until(lambda: failed(server) == parts)
        assert lives(server)
    wait_until(lambda: ready(server) == (200, READY))


def test_it_is_ready_again_after_all_workers_died(server: ScaledServer) -> None:
    # Seen first: an answer about a part is kept for a second, so it would be ready without any worker.
    with server.without("worker"):
        wait_until(lambda: failed(server) == {"worker"})
    wait_until(lambda: ready(server) == (200, READY))
    assert server.process.poll() is None


def test_workers_that_start_while_the_database_hangs_answer(server: ScaledServer) -> None:
    with server.frozen("postgres"):
        with server.without("worker"):
            wait_until(lambda: failed(server) == {"database", "worker"})
        wait_until(lambda: failed(server) == {"database"}, within_s=60)
    wait_until(lambda: ready(server) == (200, READY))
