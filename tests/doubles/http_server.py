"""A real HTTP server on loopback with answers from a test, and a transport that leads known hosts to it."""

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import orjson
from django.conf import settings

from tools.outbound.client import OutboundClient


@dataclass(frozen=True)
class Received:
    """One request as it arrived; header names are lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return orjson.loads(self.body)


@dataclass(frozen=True)
class Reply:
    """One answer; with a `gate` only the first byte of the body comes before the gate opens."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    gate: threading.Event | None = None

    @classmethod
    def of_json(cls, value: Any, status: int = 200) -> "Reply":
        return cls(status, orjson.dumps(value), {"Content-Type": "application/json"})


Answer = Callable[[Received], Reply]


class LoopbackServer(ThreadingHTTPServer):
    """Keeps what it received."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.received: list[Received] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients of these tests hang up on purpose."""


class _Handler(BaseHTTPRequestHandler):
    server: LoopbackServer

    def handle_one_request(self) -> None:
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        split = urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        received = Received(
            self.command,
            split.path,
            {name: values[-1] for name, values in parse_qs(split.query, keep_blank_values=True).items()},
            {name.lower(): value for name, value in self.headers.items()},
            self.rfile.read(length),
        )
        self.server.received.append(received)
        self._send(self.server.answer(received))
        self.close_connection = True

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if reply.gate is not None:
            self.wfile.write(reply.body[:1])
            self.wfile.flush()
            reply.gate.wait(60)
        else:
            self.wfile.write(reply.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent."""


@contextmanager
def serving(answer: Answer) -> Iterator[LoopbackServer]:
    """Run a server for the time of a test."""
    server = LoopbackServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(60)


class StandInTransport(httpx2.BaseTransport):
    """Sends requests for known hosts to stand-in servers; path, query, headers and body stay as they are.

    The client's own checks of the address have happened by then, so production code keeps insisting on the real host.
    """

    def __init__(self, stand_ins: Mapping[str, str]) -> None:
        self._stand_ins = dict(stand_ins)
        # Stand-ins speak plain HTTP; loading the certificate store would take longer than the test.
        self._real = httpx2.HTTPTransport(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), trust_env=False)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        target = httpx2.URL(self._stand_ins[request.url.host])
        url = request.url.copy_with(scheme=target.scheme, host=target.host, port=target.port)
        moved = httpx2.Request(
            request.method, url, headers=request.headers, content=request.read(), extensions=request.extensions
        )
        return self._real.handle_request(moved)

    def close(self) -> None:
        self._real.close()


def clients_over(transport: httpx2.BaseTransport) -> Callable[[], OutboundClient]:
    """Return what takes the place of `tools.adapters.outbound.outbound_client`."""
    return lambda: OutboundClient(settings.OUTBOUND_ALLOW, transport=transport)
