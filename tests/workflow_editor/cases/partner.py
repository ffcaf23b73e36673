"""The partner on loopback that the cases call `${ECHO}`: it answers with what it got, or with what it is asked for."""

import base64
import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

_SIGNED_IN = "sid=abc123"
_PAGES = 4


class Partner(ThreadingHTTPServer):
    """Keeps the path and all headers of every request."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[str, list[tuple[str, str]]]] = []
        self.closes = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever waits no longer hangs up."""


class _Handler(BaseHTTPRequestHandler):
    server: Partner

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._do
        raise AttributeError(name)

    def _do(self) -> None:
        split = urlsplit(self.path)
        query = parse_qs(split.query, keep_blank_values=True)
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.requests.append((split.path, list(self.headers.items())))
        first = {name: values[0] for name, values in query.items()}
        match split.path:
            case "/raw":
                headers = [(name[2:], value) for name, value in first.items() if name.startswith("h-")]
                self._send(base64.b64decode(first["b64"]), first["ct"], headers, int(first.get("status", 200)))
            case "/headers":
                sent = [("X-Total-Count", "417"), ("X-RateLimit-Remaining", "9"), ("Link", '</p?2>; rel="next"')]
                self._send(b"{}", more=[*sent, ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
            case "/login":
                self._send(b"{}", more=[("Set-Cookie", _SIGNED_IN)])
            case "/private":
                self._send(b"{}", status=200 if _SIGNED_IN in self.headers.get("cookie", "") else 401)
            case "/emptylist":
                self._send(b"[]")
            case "/gzip":
                packed = gzip.compress(json.dumps({"text": "压缩"}).encode())
                self._send(packed, more=[("Content-Encoding", "gzip")])
            case "/slow":
                self.server.closes.wait(float(first["s"]))
                self._send(b"{}")
            case "/pages":
                self._send(json.dumps(_page(first.get("kind", "lost"), int(first.get("cursor", 0)))).encode())
            case _:
                self._send(json.dumps(self._echo(split.path, query, body)).encode())

    def _echo(self, path: str, query: dict[str, list[str]], body: bytes) -> dict[str, Any]:
        return {
            "method": self.command,
            "path": path,
            "query": query,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "headers_all": self.headers.items(),
            "body": body.decode(errors="replace"),
            "b64": base64.b64encode(body).decode(),
        }

    def _send(
        self,
        body: bytes,
        content_type: str = "application/json",
        more: list[tuple[str, str]] | None = None,
        status: int = 200,
    ) -> None:
        self.send_response(status)
        for name, value in [("Content-Type", content_type), ("Content-Length", str(len(body))), *(more or [])]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent."""


def _page(kind: str, cursor: int) -> dict[str, Any]:
    items = [f"{kind}-{number}" for number in range(cursor, min(cursor + 2, 7))]
    following = cursor + 2 if cursor + 2 < 2 * _PAGES - 1 else None
    return {"data": items, "meta": {"next": following}}


@contextmanager
def partner() -> Iterator[Partner]:
    """Run a partner for the time of a test."""
    server = Partner()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closes.set()
        server.shutdown()
        server.server_close()
        thread.join(60)
