"""Several processes around PostgreSQL and Redis: work spreads, and any of them may leave or die at any moment."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import psutil
import psycopg
import pytest

from tests.doubles.scaled_server import ScaledServer, scaled_server
from tests.factories.run_documents import ask, chain, fan, text
from tests.polling import wait_until


@pytest.fixture(scope="module")
def shared() -> Iterator[ScaledServer]:
    with scaled_server() as server:
        yield server


@pytest.fixture
def server(shared: ScaledServer) -> ScaledServer:
    """One web process, two workers that take tasks, and beat, whatever the last test did to them."""
    if shared.process.poll() is not None:
        shared.start()
    shared.wait_for_workers(2)
    return shared


def start_run(server: ScaledServer, document: dict[str, Any], **headers: str) -> dict[str, Any]:
    workflow = server.request("POST", "/api/workflows/", {"name": "Test", "document": document})
    run: dict[str, Any] = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}}, **headers)
    return run


def run_of(server: ScaledServer, run: dict[str, Any]) -> dict[str, Any]:
    now: dict[str, Any] = server.request("GET", f"/api/runs/{run['id']}/")
    return now


def events_of(server: ScaledServer, run: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = server.request("GET", f"/api/runs/{run['id']}/events/?after=0&limit=1000")["results"]
    return events


def finished(server: ScaledServer, run: dict[str, Any], *, within_s: float = 120) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        now = run_of(server, run)
        return now if now["finished_at"] else None

    return wait_until(look, within_s=within_s)


def times_started(server: ScaledServer, run: dict[str, Any], key: str) -> int:
    started = [event for event in events_of(server, run) if event["type"] == "node_started"]
    return sum(event["node_key"] == key for event in started)


def test_one_web_two_workers_and_beat_answer(server: ScaledServer) -> None:
    assert [len(server.processes(name)) for name in ("web", "worker", "beat")] == [1, 2, 1]
    run = start_run(server, chain(text("a"), ask("b")), Prefer="wait=30")
    assert run["status"] == "succeeded", run["error"]


def holders(server: ScaledServer, run: dict[str, Any]) -> list[psutil.Process]:
    """Return the workers that hold a lease of the run now; a lease's owner is <host>:<process id>:<claim>."""
    with psycopg.connect(server.url("DATABASE_URL")) as connection:
        rows = connection.execute(
            "SELECT lease_owner FROM workflow_editor_noderun WHERE run_id = %s AND status = 'running'", [run["id"]]
        ).fetchall()
    ids = {int(owner.split(":")[1]) for (owner,) in rows}
    return [process for process in server.processes("worker") if process.pid in ids]


def holder(server: ScaledServer, run: dict[str, Any]) -> psutil.Process:
    return wait_until(lambda: holders(server, run))[0]


@pytest.mark.exhaustive
def test_the_fan_of_one_run_spreads_over_both_workers(server: ScaledServer) -> None:
    run = start_run(server, fan(*(ask(f"n{index}", {"text": "x", "delayMs": 3000}) for index in range(16))))
    wait_until(lambda: len(holders(server, run)) == 2)
    assert finished(server, run)["status"] == "succeeded"


@pytest.mark.exhaustive
def test_a_worker_that_leaves_ends_what_is_short(server: ScaledServer) -> None:
    run = start_run(server, chain(ask("short", {"text": "x", "delayMs": 2000}), ask("next")))
    leaving = holder(server, run)
    leaving.terminate()
    leaving.wait(60)
    assert finished(server, run)["status"] == "succeeded"
    assert times_started(server, run, "short") == 1


@pytest.mark.exhaustive
def test_a_worker_that_leaves_gives_back_what_is_long(server: ScaledServer) -> None:
    run = start_run(server, chain(ask("long", {"text": "x", "delayMs": 60_000})))
    leaving = holder(server, run)
    with asleep(server.processes("beat")[0]):
        leaving.terminate()
        leaving.wait(60)
        # Called for by the one who leaves, since nobody sweeps.
        wait_until(lambda: times_started(server, run, "long") == 2)
    server.request("POST", f"/api/runs/{run['id']}/cancel/")
    assert finished(server, run)["status"] == "cancelled"


@contextmanager
def asleep(process: psutil.Process) -> Iterator[None]:
    process.suspend()
    try:
        yield
    finally:
        process.resume()


@pytest.mark.exhaustive
def test_a_killed_worker_is_replaced_and_its_work_taken_over(server: ScaledServer) -> None:
    run = start_run(server, chain(ask("slow", {"text": "x", "delayMs": 3000})))
    killed = holder(server, run)
    killed.kill()
    wait_until(lambda: times_started(server, run, "slow") == 2)
    assert finished(server, run)["status"] == "succeeded"
    seqs = [event["seq"] for event in events_of(server, run)]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(server.processes("worker")) == 2


@pytest.mark.exhaustive
def test_nobody_is_refused_while_the_web_process_starts_again(server: ScaledServer) -> None:
    before = server.processes("web")[0]
    before.kill()
    before.wait(60)
    answer = httpx2.get(f"{server.address}/api/health/", trust_env=False, timeout=60)
    assert answer.json() == {"status": "ok"}


@pytest.mark.exhaustive
def test_ctrl_c_stops_everything(server: ScaledServer) -> None:
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert server.stop(signal.SIGINT) == 0
    assert not [child for child in children if child.is_running()]


@pytest.mark.exhaustive
def test_nothing_outlives_a_supervisor_that_is_killed() -> None:
    with scaled_server() as killed:
        children = psutil.Process(killed.process.pid).children(recursive=True)
        assert {"postgres", "redis-server"} <= {child.name() for child in children}
        killed.kill()
        wait_until(lambda: not [child for child in children if child.is_running()])
        # Neither the port nor the folder is taken.
        killed.start()
        assert httpx2.get(f"{killed.address}/api/health/", trust_env=False, timeout=60).json() == {"status": "ok"}
