"""One person's slow runs never hold the places that are for others: in one process, with its own threads."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.second_person import second_person
from tests.factories.documents import node
from tests.factories.run_documents import chain, fan
from tests.polling import wait_until

SIZE = 8
"""Threads that one person may keep busy in a process."""
RUNS = 40
QUICK = chain(*(node(key, "code", {"code": "result = 1"}) for key in "abc"))


class SlowAddress:
    """An address that answers when the test says so."""

    def __init__(self, service: LoopbackServer, gate: threading.Event) -> None:
        self._service, self._gate = service, gate

    @property
    def called(self) -> int:
        return len(self._service.received)

    def node(self, key: str) -> dict[str, Any]:
        config = {"method": "GET", "url": f"{self._service.url}/{key}", "timeout": 55_000}
        return node(key, "tool", {"tool": {"id": key, "type": "http-request", "name": key, "config": config}})

    def answer(self) -> None:
        self._gate.set()


@contextmanager
def slow_address() -> Iterator[SlowAddress]:
    gate = threading.Event()

    def answer(_: Received) -> Reply:
        gate.wait(60)
        return Reply.of_json({})

    with serving(answer) as service:
        try:
            yield SlowAddress(service, gate)
        finally:
            gate.set()


def start(client: httpx2.Client, document: dict[str, Any], times: int = 1) -> str:
    """Start so many runs of a new workflow, and return its id."""
    made = client.post("/api/workflows/", json={"name": "Fair", "document": document}).raise_for_status().json()
    for _ in range(times):
        client.post(f"/api/workflows/{made['id']}/runs/", json={"inputs": {}}).raise_for_status()
    return str(made["id"])


def run_quickly(client: httpx2.Client) -> None:
    """Run three nodes with effects, while the other person's slow work stays as it is."""
    workflow = start(client, QUICK, times=0)
    for _ in range(3):
        path, headers = f"/api/workflows/{workflow}/runs/", {"Prefer": "wait=50"}
        run = client.post(path, json={"inputs": {}}, headers=headers).raise_for_status().json()
        assert run["status"] == "succeeded", run


def all_over(client: httpx2.Client, workflow: str) -> Callable[[], bool]:
    def asked() -> bool:
        pages = (client.get(f"/api/runs/?workflow={workflow}&status={status}") for status in ("queued", "running"))
        return not any(page.raise_for_status().json()["results"] for page in pages)

    return asked


def hold_up(busy: httpx2.Client, other: httpx2.Client, places: int) -> None:
    """Let one person begin far more slow work than there are places, as runs and within a run; others go on."""
    for slow_work in ("runs", "nodes of one run"):
        with slow_address() as address:
            if slow_work == "runs":
                workflow = start(busy, chain(address.node("slow")), times=RUNS)
            else:
                workflow = start(busy, fan(*(address.node(f"n{number}") for number in range(RUNS))))
            wait_until(lambda address=address: address.called == places)  # type: ignore[misc]  # bound now
            run_quickly(other)
            assert address.called == places, "nobody takes a place of the reserve"
            address.answer()
            wait_until(all_over(busy, workflow))
            # All of it was done, and each once.
            assert address.called == RUNS


@pytest.mark.exhaustive
def test_slow_work_of_one_person_leaves_places_to_others(tmp_path: Path) -> None:
    server = EmbeddedServer(migrated_folder(tmp_path), OUTBOUND_ALLOW="127.0.0.1")
    server.start()
    try:
        server.set_up()
        headers = {"Authorization": f"Bearer {server.token}"}
        with (
            httpx2.Client(base_url=server.address, headers=headers, timeout=60, trust_env=False) as busy,
            second_person(server.address, server.environment()) as other,
        ):
            hold_up(busy, other, SIZE)
    finally:
        server.kill()
