"""Health check while one person opens hundreds of sockets of one workflow at once, of which a cap lets some stay."""

import asyncio
import statistics
import threading
import time
from typing import Any

import uvloop

from tests.bench import graphs
from tests.bench.product import Product, running_product
from tests.bench.raw_socket import listen
from tests.bench.size import Size

_ASKED_EVERY_S = 0.02


def sockets(size: Size) -> dict[str, Any]:
    """Measure in one process, first in quiet."""
    with running_product() as product:
        workflow = product.workflow(graphs.five_nodes(), "sockets")
        quiet = _health_p99_ms(product, size.seconds)
        kept: list[int] = []
        holder = threading.Thread(target=lambda: kept.append(_held(product, workflow, size)), daemon=True)
        holder.start()
        beside = _health_p99_ms(product, size.seconds)
        holder.join()
    return {"sockets": size.sockets, "kept_open": kept[0], "quiet_p99_ms": quiet, "health_p99_ms": beside}


def _held(product: Product, workflow: str, size: Size) -> int:
    """Open the sockets at once, and return how many are open at the end."""
    address = f"{product.url.replace('http', 'ws', 1)}/ws/workflows/{workflow}/"

    async def hold() -> int:
        opened = [asyncio.create_task(listen(address, product.token, lambda _: False)) for _ in range(size.sockets)]
        ended, kept = await asyncio.wait(opened, timeout=size.seconds)
        for task in kept:
            task.cancel()
        await asyncio.gather(*ended, *kept, return_exceptions=True)
        return len(kept)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(hold())


def _health_p99_ms(product: Product, seconds: float) -> float:
    times, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        product.client.get("/api/health/").raise_for_status()
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(_ASKED_EVERY_S)
    return round(statistics.quantiles(times, n=100)[98], 1)
