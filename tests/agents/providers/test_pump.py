"""What becomes of a call that nobody waits for any more, and of one whose service falls silent."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from httpcore2 import ReadTimeout

from agents.core.errors import RunCancelledError
from agents.providers.pump import pump
from agents.providers.stream_reader import StreamReader
from tests.doubles.conversation import Flag


class LateStream:
    """Opens when it is told to, which is too late."""

    response: Any = None

    def __init__(self) -> None:
        self.may_open = threading.Event()
        self.asked, self.closed = threading.Event(), threading.Event()

    def open(self) -> "LateStream":
        self.asked.set()
        assert self.may_open.wait(60)
        return self

    def close(self) -> None:
        self.closed.set()


def test_a_stream_that_opens_after_a_cancel_is_closed() -> None:
    stream = LateStream()
    with pytest.raises(RunCancelledError):
        next(pump(stream.open, Flag(after=1)))
    stream.may_open.set()
    assert stream.closed.wait(60)


def test_who_may_not_go_on_asks_nothing() -> None:
    stream = LateStream()
    with pytest.raises(RunCancelledError):
        next(pump(stream.open, Flag(cancelled=True)))
    assert not stream.asked.is_set()


class Silence:
    """A connection on which nothing comes for some reads, and whose answer is what comes then."""

    def __init__(self, reads: int, *, timeout_s: float = 60.0) -> None:
        self._reads = reads
        self._timeout_s = timeout_s
        self.response = SimpleNamespace(extensions={"network_stream": self}, headers={}, iter_bytes=self._contents)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._reads -= 1
        if self._reads >= 0:
            raise ReadTimeout
        return b'data: {"n": 1}\n\ndata: [DONE]\n\n'

    def _contents(self) -> Any:
        yield self.read(1024, timeout=self._timeout_s)


def test_who_reads_is_asked_whether_to_go_on_during_a_silence() -> None:
    asked: list[None] = []
    reader = StreamReader(Silence(3).response, lambda: asked.append(None))
    assert list(reader.batches()) == [[{"n": 1}]]
    # Once before the first read.
    assert len(asked) == 4


def test_a_silence_ends_with_the_time_that_the_connection_has() -> None:
    silence = Silence(1, timeout_s=1e-6)
    with pytest.raises(ReadTimeout):
        list(StreamReader(silence.response, lambda: None).batches())


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Say that all is said, and end the answer in a packet of its own."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for content in (b"data: {}\n\ndata: [DONE]\n\n", b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


def test_the_next_call_has_the_connection_of_an_answer_that_was_read_to_its_end() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server, httpx2.Client(trust_env=False) as client:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        places = set()
        for _ in range(3):
            with client.stream("GET", f"http://127.0.0.1:{server.server_port}") as response:
                assert list(StreamReader(response, lambda: None).batches()) == [[{}]]
                places.add(response.extensions["network_stream"].get_extra_info("client_addr"))
        server.shutdown()
    assert len(places) == 1
