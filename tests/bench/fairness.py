"""Another person's five-node run while one person has a thousand slow runs, beside the same run in quiet."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import httpx2

from tests.bench import graphs
from tests.bench.product import running_product
from tests.bench.scaled_product import scaled_product
from tests.bench.size import Size
from tests.doubles.second_person import second_person
from tests.factories.documents import node
from tests.factories.run_documents import chain

CLIENTS = 16
WORKERS, THREADS = 2, 8
SLOW = "import time\ntime.sleep(5)"
"""Work that waits for something slow: it takes a thread of a worker and a worker for code, and no core."""


def fairness_embedded(size: Size) -> dict[str, Any]:
    """Measure in one process."""
    with running_product() as product, second_person(product.url, product.process.environ()) as other:
        return _figures(product.client, other, size)


def fairness_scaled(size: Size) -> dict[str, Any]:
    """Measure with two workers."""
    with (
        scaled_product() as product,
        product.workers(WORKERS, threads=THREADS),
        second_person(product.server.address, product.server.environment()) as other,
    ):
        return _figures(product.client, other, size)


def _figures(busy: httpx2.Client, other: httpx2.Client, size: Size) -> dict[str, Any]:
    slow = _workflow(busy, chain(node("slow", "code", {"code": SLOW})))
    # start, three nodes with effects, end.
    five = _workflow(other, graphs.effects(3))
    quiet = _times_ms(other, five, size.fair_runs)
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda _: _start(busy, slow), range(size.slow_runs)))
    # What starting them costs the database and the disk is no matter of who gets a place.
    time.sleep(size.settle_s)
    beside = _times_ms(other, five, size.fair_runs)
    return {
        "slow_runs": size.slow_runs,
        "runs": size.fair_runs,
        "quiet_ms": _spread(quiet),
        "beside_ms": _spread(beside),
        "times_quiet_p95": round(_spread(beside)["p95"] / _spread(quiet)["p95"], 2),
    }


def _workflow(client: httpx2.Client, document: dict[str, Any]) -> str:
    made = client.post("/api/workflows/", json={"name": "Fairness", "document": document})
    return str(made.raise_for_status().json()["id"])


def _start(client: httpx2.Client, workflow: str) -> None:
    client.post(f"/api/workflows/{workflow}/runs/", json={"inputs": {}}).raise_for_status()


def _times_ms(client: httpx2.Client, workflow: str, runs: int) -> list[float]:
    """Run one after the other, each waited for in its request; the first does not count.

    The time is that from the run's creation to its end: a web process hears late of what another one has ended.
    """
    times = []
    for _ in range(runs + 1):
        path, headers = f"/api/workflows/{workflow}/runs/", {"Prefer": "wait=30"}
        run = client.post(path, json={"inputs": {}}, headers=headers).raise_for_status().json()
        if run["status"] != "succeeded":
            raise RuntimeError(f"a run is {run['status']}: {run['error']}")
        took = datetime.fromisoformat(run["finished_at"]) - datetime.fromisoformat(run["created_at"])
        times.append(took.total_seconds() * 1000)
    return sorted(times[1:])


def _spread(ordered: list[float]) -> dict[str, float]:
    return {name: round(ordered[int(len(ordered) * share)], 1) for name, share in (("p50", 0.5), ("p95", 0.95))}
