"""A burst of deliveries, 10,000 in ten seconds: accepted, refused, and the time that another page takes meanwhile."""

import asyncio
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx2

from tests.bench.latency import Cost
from tests.bench.product import Product
from tests.bench.size import Size

_PROBE_EVERY_S = 0.1


@dataclass
class _Burst:
    """Outcome of the deliveries; times are seconds since the first one."""

    answers: list[tuple[int, str]] = field(default_factory=list)
    probes_ms: list[float] = field(default_factory=list)
    refused_ms: list[float] = field(default_factory=list)
    sent_s: float = 0.0
    answered_s: float = 0.0


def delivery_burst(product: Product, address: str, workflow: str, size: Size) -> dict[str, Any]:
    """Send them evenly spread, independent of earlier ones, and count the runs at the end.

    The sender is late only while all connections wait for an answer: its cost is shown beside the server's, which
    should go into accepted deliveries, their runs included, rather than into refusals. Raises RuntimeError if an
    accepted delivery has no run, or more than one, or a refusal is not ours.
    """
    cost = Cost(product.process)
    burst = asyncio.run(_sent(product, address, size))
    spent = cost.spent_ms()
    statuses = Counter(status for status, _ in burst.answers)
    keys = {key for status, key in burst.answers if status == 202}
    if unknown := set(statuses) - {202, 429}:
        raise RuntimeError(f"deliveries were answered with {sorted(unknown)}")
    runs = _runs(product, workflow)
    if runs != len(keys):
        raise RuntimeError(f"{len(keys)} deliveries were accepted, and there are {runs} runs")
    return {
        "sent": len(burst.answers),
        "sent_in_s": round(burst.sent_s, 1),
        "answered_in_s": round(burst.answered_s, 1),
        "accepted": statuses[202],
        "refused_429": statuses[429],
        "refused_ms": _spread(burst.refused_ms),
        "other_page_ms": _spread(burst.probes_ms),
        "processor_s": {name: round(ms / 1000, 1) for name, ms in spent.items()},
    }


def _spread(times_ms: list[float]) -> dict[str, float] | None:
    """Median, 95th percentile and maximum; None when nothing was timed."""
    if not times_ms:
        return None
    ordered = sorted(times_ms)
    p95 = ordered[int(len(ordered) * 0.95)]
    return {"p50": round(statistics.median(ordered), 1), "p95": round(p95, 1), "max": round(ordered[-1], 1)}


async def _sent(product: Product, address: str, size: Size) -> _Burst:
    burst = _Burst()
    numbers = iter(range(size.deliveries))
    began = time.monotonic()

    async def sender() -> None:
        reader = writer = None
        for number in numbers:
            await asyncio.sleep(began + number * size.burst_s / size.deliveries - time.monotonic())
            if writer is None or reader is None:
                reader, writer = await asyncio.open_connection(
                    urlsplit(product.url).hostname, urlsplit(product.url).port
                )
            sent = time.monotonic()
            writer.write(_request(address, number))
            burst.sent_s = sent - began
            status, keep = await _answer(reader)
            burst.answers.append((status, str(number)))
            if status == 429:
                burst.refused_ms.append((time.monotonic() - sent) * 1000)
            if not keep:
                writer.close()
                reader = writer = None
        if writer is not None:
            writer.close()

    async def probe(senders: "asyncio.Future[Any]") -> None:
        headers = {"Authorization": f"Bearer {product.token}"}
        async with httpx2.AsyncClient(base_url=product.url, headers=headers, timeout=60) as client:
            while not senders.done():
                started = time.perf_counter()
                (await client.get("/api/workflows/")).raise_for_status()
                burst.probes_ms.append((time.perf_counter() - started) * 1000)
                await asyncio.sleep(_PROBE_EVERY_S)

    senders = asyncio.gather(*(sender() for _ in range(size.connections)))
    await probe(senders)
    await senders
    burst.answered_s = time.monotonic() - began
    return burst


def _request(address: str, number: int) -> bytes:
    parts, body = urlsplit(address), json.dumps({"value": str(number)}).encode()
    head = (
        f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        f"Idempotency-Key: burst-{number}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """Return the status, and whether the connection stays."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next(int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length:"))
    await reader.readexactly(length)
    return int(head.split(" ", 2)[1]), "connection: close" not in head


def _runs(product: Product, workflow: str) -> int:
    """Count them page by page."""
    found, cursor = 0, f"/api/runs/?workflow={workflow}"
    while cursor:
        page = product.client.get(cursor).raise_for_status().json()
        found += len(page["results"])
        cursor = page.get("next")
    return found
