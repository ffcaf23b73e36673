"""Delay of many streams' pieces without the product: the stub and one loop that reads it, nothing between."""

import asyncio
import time
from urllib.parse import urlsplit

import uvloop

from tests.bench.stream_stub import SENT_AT, stream_stub

_REQUEST = b"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n"
_END = b"\r\n0\r\n\r\n"


def floor_delays(count: int, seconds: float) -> list[float]:
    """Read `count` streams in this process for so many seconds, and return how late each piece was, in seconds."""
    with stream_stub(count, seconds) as stub, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_read_all(stub.url, count))


async def _read_all(url: str, count: int) -> list[float]:
    found = await asyncio.gather(*(_read(url) for _ in range(count)))
    return [delay for delays in found for delay in delays]


async def _read(url: str) -> list[float]:
    at = urlsplit(url)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    writer.write(_REQUEST)
    delays: list[float] = []
    rest = b""
    while not rest.endswith(_END):
        content = await reader.read(65536)
        if not content:
            raise RuntimeError("the stub closed a stream")
        arrived = time.time()
        delays += [arrived - float(sent) for sent in SENT_AT.findall(content)]
        rest = (rest + content)[-len(_END) :]
    writer.close()
    await writer.wait_closed()
    return delays
