"""Delay of a fact on its way to an open socket."""

import json
import statistics
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import psutil
from websockets.sync.client import connect

from tests.bench.product import Product

FIELDS = ("p50", "p95")


def event_latency_ms(product: Product, workflow: str, runs: int) -> dict[str, float]:
    """Follow runs of an AI node on the offline model; latency is arrival minus the time that the event carries.

    The first events of a run happen before its socket is open, so only those after the replay count. Stored text does
    not count: its pieces went out live when they came, and wait to be stored together.
    """
    delays: list[float] = []
    for _ in range(runs):
        answer = product.client.post(f"/api/workflows/{workflow}/runs/", json={"inputs": {"value": "x"}})
        answer.raise_for_status()
        delays.extend(_follow(product, answer.json()["id"]))
    return dict(zip(FIELDS, _percentiles(delays), strict=True)) | {"events": float(len(delays))}


def _follow(product: Product, run_id: str) -> list[float]:
    address = f"{product.url.replace('http', 'ws', 1)}/ws/runs/{run_id}/?after=0"
    headers = {"Authorization": f"Bearer {product.token}"}
    delays: list[float] = []
    live = False
    with connect(address, additional_headers=headers, origin=None) as socket:
        for raw in socket:
            arrived = time.time()
            message: dict[str, Any] = json.loads(raw)
            if message["type"] == "caught_up":
                live = True
            if message["type"] != "event":
                continue
            if live and message["event"]["type"] != "node_text_appended":
                happened = datetime.fromisoformat(message["event"]["at"]).timestamp()
                delays.append((arrived - happened) * 1000)
            if message["event"]["type"] == "run_finished":
                return delays
    return delays


def _percentiles(values: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(values, n=20)
    return round(cuts[9], 2), round(cuts[18], 2)


def throughput(run: Callable[[], object], server: psutil.Process, *, clients: int, seconds: float) -> dict[str, Any]:
    """Runs per second from `clients` HTTP clients that each wait for the answer, and the answers' p95 in ms.

    Also the cost of a run: processor time of the server's processes (without PostgreSQL), and that of the clients on
    the same cores.
    """
    times: list[float] = []
    cost = Cost(server)
    until = time.monotonic() + seconds

    def work() -> None:
        while time.monotonic() < until:
            started = time.perf_counter()
            run()
            times.append((time.perf_counter() - started) * 1000)

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    p50, p95 = _percentiles(times)
    return {
        "runs_per_second": round(len(times) / seconds, 1),
        "p50_ms": p50,
        "p95_ms": p95,
        "processor_ms_per_run": {name: round(spent / len(times), 2) for name, spent in cost.spent_ms().items()},
    }


class Cost:
    """Processor time from now on, of a server with its children and of this process."""

    def __init__(self, server: psutil.Process) -> None:
        self._server = server
        self._before = self._now()

    def spent_ms(self) -> dict[str, float]:
        return {name: (now - self._before[name]) * 1000 for name, now in self._now().items()}

    def _now(self) -> dict[str, float]:
        tree = [self._server, *self._server.children(recursive=True)]
        return {
            "server": sum(sum(process.cpu_times()[:2]) for process in tree),
            "client": sum(psutil.Process().cpu_times()[:2]),
        }
