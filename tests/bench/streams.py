"""Many model streams at once on one worker process: how late a piece of text reaches its socket, and what it costs."""

import asyncio
import math
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import uvloop

from tests.bench.latency import Cost
from tests.bench.raw_socket import listen
from tests.bench.scaled_product import ScaledProduct
from tests.bench.size import Size
from tests.bench.stream_floor import floor_delays
from tests.bench.stream_stub import PIECES_PER_S, SENT_AT, StreamStub, stream_stub
from tests.factories.run_documents import ask, chain

ALL_BEGIN_WITHIN_S = 60.0


def streams(product: ScaledProduct, size: Size) -> dict[str, Any]:
    """Follow runs with models that stream 20 pieces a second, each over a socket of its own.

    The floor is the same stub, read by this process with nothing between: the cost of the bench and the machine.
    """
    floor = _percentiles_ms(floor_delays(size.streams, size.streams_s / 3))
    with stream_stub(size.streams, size.streams_s) as stub:
        # Before the worker, which gets ready for the providers that it finds.
        workflow = _workflow(product, stub.url)
        return _measured(product, workflow, stub, size) | {"floor_delay_ms": floor}


def _measured(product: ScaledProduct, workflow: str, stub: StreamStub, size: Size) -> dict[str, Any]:
    count = size.streams
    with product.workers(1, threads=count) as (worker,):
        product.server.wait_for_workers(1)
        cost = _Cost(product, worker)
        runs = _start(product, workflow, count)
        memory = _Memory(worker)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            delays = runner.run(_follow_all(product, runs, ALL_BEGIN_WITHIN_S + size.streams_s))
        peak_mb = memory.close()
        spent = cost.spent_us(stub.pieces)
    # What waited while they began comes within the warm-up.
    steady = [delay for sent, delay in delays if sent > stub.all_begun_at + size.streams_warm_up_s]
    return {
        "streams": count,
        "pieces_per_second_each": PIECES_PER_S,
        "pieces": len(steady),
        "delay_ms": _percentiles_ms(steady),
        "delay_with_start_ms": _percentiles_ms([delay for _, delay in delays]),
        "processor_us_per_piece": spent,
        "worker_memory_mb": round(peak_mb),
        "limits": {"delay_p95_ms": 500, "worker_memory_mb": 1000},
    }


def _percentiles_ms(delays: list[float]) -> dict[str, int]:
    cuts = statistics.quantiles(delays, n=20)
    return {"p50": round(cuts[9] * 1000), "p95": round(cuts[18] * 1000)}


def _workflow(product: ScaledProduct, model_url: str) -> str:
    provider = {"name": "Streams", "preset": "custom-openai", "base_url": model_url, "api_key": "x", "models": ["stub"]}
    added = product.post("/api/providers/", {**provider, "default_model": "stub"})
    document = chain(ask("writer", provider=added["id"], model="stub", offlineScript=None))
    return str(product.post("/api/workflows/", {"name": "Streams", "document": document})["id"])


def _start(product: ScaledProduct, workflow: str, count: int) -> list[str]:
    def start(_: int) -> str:
        return str(product.post(f"/api/workflows/{workflow}/runs/", {"inputs": {}})["id"])

    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(start, range(count)))


async def _follow_all(product: ScaledProduct, runs: list[str], within_s: float) -> list[tuple[float, float]]:
    async with asyncio.timeout(within_s):
        found = await asyncio.gather(*(_follow(product, run) for run in runs))
    return [piece for pieces in found for piece in pieces]


async def _follow(product: ScaledProduct, run: str) -> list[tuple[float, float]]:
    """Return when each piece was sent, and its delay in seconds when it came first; older than the socket is none."""
    delays: dict[float, float] = {}
    listens_from = math.inf

    def hear(content: bytes) -> bool:
        nonlocal listens_from
        arrived = time.time()
        if b'"caught_up"' in content:
            listens_from = arrived
        for sent in map(float, SENT_AT.findall(content)):
            if sent > listens_from:
                delays.setdefault(sent, arrived - sent)
        return b'"run_finished"' in content

    address = f"{product.server.address.replace('http', 'ws', 1)}/ws/runs/{run}/?after=0"
    await listen(address, product.server.token, hear)
    return list(delays.items())


class _Cost:
    """Processor time from now on; that of the model and the sockets is taken from the same cores as the product's."""

    def __init__(self, product: ScaledProduct, worker: int) -> None:
        self._worker = Cost(psutil.Process(worker))
        self._web = Cost(psutil.Process(product.server.process.pid))

    def spent_us(self, pieces: int) -> dict[str, int]:
        """Return it for each piece, the beginning and the end of the runs included."""
        web = self._web.spent_ms()
        spent = {"worker": self._worker.spent_ms()["server"], "web": web["server"], "model_and_sockets": web["client"]}
        return {name: round(ms / pieces * 1000) for name, ms in spent.items()}


class _Memory:
    """Watches the memory of a process."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._peak = 0.0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def close(self) -> float:
        self._stopping.set()
        self._thread.join()
        return self._peak

    def _watch(self) -> None:
        while not self._stopping.wait(0.5):
            self._peak = max(self._peak, self._process.memory_info().rss / 1e6)
