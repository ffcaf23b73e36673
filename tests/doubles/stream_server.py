"""A tiny HTTP server that answers with exactly the bytes of a test, for faults that aimock cannot produce."""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar


@dataclass
class Answer:
    """One answer: status, headers and the pieces of the body.

    With `hold`, the connection stays open and silent after the last piece until the client leaves; then the server's
    `left` is set.
    """

    pieces: Sequence[bytes] = ()
    status: int = 200
    content_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    hold: bool = False


def sse(*events: Any, done: bool = True) -> Answer:
    """An OpenAI-style stream of these chunks."""
    lines = [event if isinstance(event, str) else json.dumps(event) for event in events]
    return Answer([f"data: {line}\n\n".encode() for line in [*lines, *(["[DONE]"] if done else [])]])


def named_sse(*events: dict[str, Any]) -> Answer:
    """An Anthropic-style stream: each event is named after its `type`."""
    return Answer([f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events])


def unnamed(answer: Answer) -> Answer:
    """The same stream from a service that leaves the names of its events out."""
    return Answer([b"".join(re.split(rb"(?m)^event:.*\n", piece)) for piece in answer.pieces])


def refusal(status: int, body: dict[str, Any], **headers: str) -> Answer:
    return Answer([json.dumps(body).encode()], status, "application/json", headers)


class StreamServer:
    """Gives its answers one after another; the last one again when more is asked."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.left = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                server.bodies.append(json.loads(self.rfile.read(length)))
                server.headers.append({name.lower(): value for name, value in self.headers.items()})
                server.answer(self, len(server.bodies) - 1)

            def log_message(self, format: str, *args: object) -> None:
                """Stay silent."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def answer(self, handler: BaseHTTPRequestHandler, index: int) -> None:
        self.give(handler, self._answers[min(index, len(self._answers) - 1)])

    def give(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        handler.send_response(answer.status)
        handler.send_header("content-type", answer.content_type)
        for name, value in answer.headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        for piece in answer.pieces:
            handler.wfile.write(piece)
            handler.wfile.flush()
        if answer.hold:
            # A client that leaves what it has not read resets the connection.
            with suppress(ConnectionResetError):
                handler.rfile.read(1)
            self.left.set()

    def run(self) -> None:
        self._http.serve_forever(poll_interval=0.01)

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


S = TypeVar("S", bound=StreamServer)


@contextmanager
def stream_server(*answers: Answer) -> Iterator[StreamServer]:
    with running(StreamServer(answers)) as server:
        yield server


@contextmanager
def running(server: S) -> Iterator[S]:
    """Serve while the block runs."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()
