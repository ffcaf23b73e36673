"""A packed answer is unpacked in bounded pieces, whoever asked for it, or stays packed."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import brotli
import httpx2
import pytest

from tests.doubles.http_server import LoopbackServer, Reply, serving
from tools.core.errors import ToolError
from tools.mcp.clients import McpClients
from tools.mcp.connection import McpConnection
from tools.mcp.server import HttpServer
from tools.outbound.client import OutboundClient, OutboundRequest
from tools.outbound.content_coding import PIECE_BYTES, decoder_of

MB = 1024**2
BOMB = gzip.compress(bytes(60 * MB))
"""60 kB of an answer that becomes 60 MB."""


def unpacked(coding: str, *pieces: bytes) -> list[bytes]:
    headers = httpx2.Headers({"Content-Encoding": coding, "Content-Length": "1"})
    decode = decoder_of(headers)
    assert "content-encoding" not in headers
    return [part for piece in pieces for part in decode(piece)]


@pytest.mark.parametrize(
    ("coding", "pieces", "content"),
    [
        ("gzip", [gzip.compress(b"tea")], b"tea"),
        ("GZIP ", [gzip.compress(b"tea")[:9], gzip.compress(b"tea")[9:]], b"tea"),
        ("x-gzip", [gzip.compress(b"tea") + gzip.compress(b"pot")], b"teapot"),
        ("deflate", [zlib.compress(b"tea")], b"tea"),
        ("identity", [b"tea"], b"tea"),
        ("br", [brotli.compress(b"tea")], brotli.compress(b"tea")),
        ("gzip, gzip", [gzip.compress(gzip.compress(b"tea"))], gzip.compress(gzip.compress(b"tea"))),
    ],
)
def test_a_body_is_unpacked_where_its_bound_is_known(coding: str, pieces: list[bytes], content: bytes) -> None:
    assert b"".join(unpacked(coding, *pieces)) == content


def test_no_piece_is_longer_than_the_bound() -> None:
    decode = decoder_of(httpx2.Headers({"Content-Encoding": "gzip"}))
    assert {len(piece) for piece in decode(BOMB)} == {PIECE_BYTES}


def test_a_damaged_body_is_an_error_of_http() -> None:
    with pytest.raises(httpx2.DecodingError):
        unpacked("gzip", b"no gzip")


@pytest.fixture(params=["gzip", "br"])
def server(request: pytest.FixtureRequest) -> Iterator[LoopbackServer]:
    body = BOMB if request.param == "gzip" else brotli.compress(bytes(60 * MB), quality=1)
    headers = {"Content-Type": "application/json", "Content-Encoding": request.param}
    with serving(lambda _: Reply(200, body, headers)) as server:
        yield server


def by_tool(server: LoopbackServer) -> None:
    client = OutboundClient(["127.0.0.1"])
    client.send(OutboundRequest("GET", server.url), timeout_s=20, max_bytes=MB).parsed()


@contextmanager
def closing_at_once(connection: McpConnection) -> Iterator[McpConnection]:
    try:
        yield connection
    finally:
        connection.close(5)


def by_mcp(server: LoopbackServer) -> None:
    with closing_at_once(McpClients(["127.0.0.1"]).connection(HttpServer(f"{server.url}/mcp"))) as connection:
        connection.tools(20)


@pytest.mark.parametrize("read", [by_tool, by_mcp])
def test_a_small_answer_never_takes_much_memory(server: LoopbackServer, read: Callable[[LoopbackServer], None]) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ToolError):
            read(server)
        assert tracemalloc.get_traced_memory()[1] < 12 * MB
    finally:
        tracemalloc.stop()
