"""How long a fact takes to reach an open socket."""

import json
import statistics
import threading
import time
from datetime import datetime
from typing import Any

from websockets.sync.client import connect

from tests.bench.product import Product

RUNS = 20
FIELDS = ("p50", "p95")


def event_latency_ms(product: Product, workflow: str) -> dict[str, float]:
    """Follow runs of an AI node on the offline model; latency is arrival minus the time that the event carries.

    The first events of a run happen before its socket is open, so only those after the replay count. Stored text does
    not count: its pieces went out live when they came, and wait to be stored together.
    """
    delays: list[float] = []
    for _ in range(RUNS):
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


def throughput(product: Product, workflow: str, *, clients: int, seconds: float) -> dict[str, float]:
    """Runs per second from `clients` HTTP clients that each wait for the answer, and the answers' p95 in ms."""
    times: list[float] = []
    until = time.monotonic() + seconds

    def work() -> None:
        while time.monotonic() < until:
            started = time.perf_counter()
            product.run(workflow)
            times.append((time.perf_counter() - started) * 1000)

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    p50, p95 = _percentiles(times)
    return {"runs_per_second": round(len(times) / seconds, 1), "p50_ms": p50, "p95_ms": p95}
