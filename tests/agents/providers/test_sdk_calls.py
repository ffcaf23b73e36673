"""Calls on the loop of the process: cancelled wherever they wait, bounded, and sharing what they may share."""

import gzip
import json
import threading
from collections.abc import AsyncGenerator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any

import pytest

from agents.core.errors import ProviderError, RunCancelledError
from agents.core.messages import Message, ModelReply
from agents.providers import sdk_calls
from agents.providers.base import ModelRequest, ReplyCompleted
from agents.providers.connection import Connection
from agents.providers.presets import Wire
from agents.providers.registry import REMOTE_WIRES
from agents.providers.sdk_calls import stream_text
from tests.agents.providers.test_anthropic_messages import block, end, start, text
from tests.agents.providers.test_openai_chat import OK, chunk, piece
from tests.doubles.conversation import Flag
from tests.doubles.silent_server import SilentServer
from tests.doubles.stream_server import Answer, StreamServer, named_sse, sse, stream_server
from tools.core.formats.json_text import MAX_DEPTH

ASK = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))
WIRES: tuple[Wire, ...] = ("openai", "anthropic")
wires = pytest.mark.parametrize("wire", WIRES)


def play(wire: Wire, url: str, cancel: Flag | None = None, key: str = "sk-1") -> ModelReply:
    connection = Connection(wire, f"custom-{wire}", "Test service", url, key)
    *_, last = REMOTE_WIRES[wire](connection).stream(ASK, cancel or Flag())
    assert isinstance(last, ReplyCompleted)
    return last.reply


def answered(wire: Wire, *answers: Answer) -> ModelReply:
    with stream_server(*answers) as server:
        return play(wire, server.url)


@wires
def test_a_call_that_is_cancelled_before_any_answer_hangs_up(wire: Wire) -> None:
    server = SilentServer()
    with pytest.raises(RunCancelledError):
        play(wire, server.url, Flag(after=3))
    assert server.left.wait(60)
    server.close()


@wires
def test_whoever_may_not_go_on_asks_nothing(wire: Wire) -> None:
    with stream_server(OK) as server:
        with pytest.raises(RunCancelledError):
            play(wire, server.url, Flag(cancelled=True))
        assert not server.bodies


def test_what_comes_while_the_caller_is_busy_comes_in_one_piece() -> None:
    all_sent = threading.Event()

    async def pieces() -> AsyncGenerator[str, None]:
        for number in range(200):
            yield f"{number} "
        all_sent.set()

    texts = stream_text(pieces, Flag())
    first = next(texts)
    assert all_sent.wait(60)
    rest = list(texts)
    assert first + "".join(rest) == "".join(f"{number} " for number in range(200))
    assert len(rest) <= 1


def test_the_end_is_noticed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_calls, "ASK_EVERY_S", 3600.0)

    async def pieces() -> AsyncGenerator[str, None]:
        yield "x"

    found: list[str] = []
    reading = threading.Thread(target=lambda: found.extend(stream_text(pieces, Flag())), daemon=True)
    reading.start()
    reading.join(60)
    assert found == ["x"]
    assert not reading.is_alive()


def test_a_service_that_writes_faster_than_its_caller_reads_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_calls, "MAX_WAITING", 10)
    written = 0

    async def endless() -> AsyncGenerator[str, None]:
        nonlocal written
        while True:
            written += 1
            yield "x"

    texts = stream_text(endless, Flag())
    assert set("".join(islice(texts, 3))) == {"x"}
    texts.close()  # type: ignore[attr-defined]  # a generator
    assert written < 1000


def test_a_failure_comes_after_the_text_before_it() -> None:
    async def broken() -> AsyncGenerator[str, None]:
        yield "Hal"
        raise ValueError("broken")

    texts = stream_text(broken, Flag())
    assert next(texts) == "Hal"
    with pytest.raises(ValueError, match="broken"):
        next(texts)


class KeptOpen(BaseHTTPRequestHandler):
    """Says where each request came from and which cookies it had; sets one."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        asked: list[Any] = self.server.asked  # type: ignore[attr-defined]  # the test's own
        asked.append((self.client_address, self.headers.get("cookie")))
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Set-Cookie", "session=planted")
        self.end_headers()
        for content in (*OK.pieces, b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


def test_calls_with_different_keys_share_a_connection_but_no_cookies() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), KeptOpen) as server:
        server.daemon_threads = True
        asked = server.asked = []  # type: ignore[attr-defined]  # the test's own
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        for key in ("sk-1", "sk-2", "sk-1"):
            # By name: addresses keep no cookies anyway.
            assert play("openai", f"http://localhost:{server.server_port}/v1", key=key).message.text == "ok"
        server.shutdown()
    places, cookies = zip(*asked, strict=True)
    assert (len(set(places)), set(cookies)) == (1, {None})


def deep(wire: Wire, depth: int) -> Answer:
    """Return a stream with a reply that holds deeply nested data to send back to the service."""
    if wire == "openai":
        answer = sse(chunk(tool_calls=[piece("{}", index=0, id="a", name="b", extra_content="DEEP")]), chunk("stop"))
    else:
        odd = {"type": "web_search_tool_result", "tool_use_id": "s", "content": "DEEP"}
        answer = named_sse(start(), *block(0, odd), *text(1, "ok"), *end("end_turn"))
    value = b"[" * depth + b"]" * depth
    return Answer([raw.replace(b'"DEEP"', value) for raw in answer.pieces])


@wires
@pytest.mark.parametrize("depth", [MAX_DEPTH - 10, MAX_DEPTH + 1, 300, 1_000, 100_000])
def test_a_stream_nested_too_deeply_is_a_failure_of_the_service(wire: Wire, depth: int) -> None:
    if depth < MAX_DEPTH:
        assert answered(wire, deep(wire, depth)).message.raw
        return
    with pytest.raises(ProviderError, match="Test service"):
        answered(wire, deep(wire, depth))


HALF = "\ud83d"
HALVES = {
    "openai": [
        sse(chunk(content=HALF)),
        sse(chunk(tool_calls=[piece(HALF, index=0, id="a", name="b")]), chunk("stop")),
    ],
    "anthropic": [
        named_sse(start(), *text(0, HALF), *end("end_turn")),
        named_sse(start(), *block(0, {"type": "thinking", "thinking": HALF, "signature": ""}), *end("end_turn")),
    ],
}


@pytest.mark.parametrize(("wire", "answer"), [(wire, one) for wire in WIRES for one in HALVES[wire]])
def test_half_a_character_is_a_failure_of_the_service(wire: Wire, answer: Answer) -> None:
    with pytest.raises(ProviderError, match="Test service"):
        answered(wire, answer)


@wires
@pytest.mark.parametrize("status", [200, 500])
def test_a_small_answer_is_never_unpacked_to_a_huge_one(wire: Wire, status: int) -> None:
    bomb = gzip.compress(json.dumps({"error": {"message": "x" * 100_000}}).encode())
    packed = Answer([bomb], status, "application/json", {"content-encoding": "gzip"})
    with pytest.raises(ProviderError) as caught:
        answered(wire, packed)
    assert "xxx" not in caught.value.message


class Endless(StreamServer):
    def answer(self, handler: BaseHTTPRequestHandler, index: int) -> None:
        handler.send_response(500)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 1_000_000)
        except ConnectionError:
            self.left.set()


@wires
def test_the_words_of_a_failure_are_bounded(wire: Wire) -> None:
    server = Endless([])
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    with pytest.raises(ProviderError):
        play(wire, server.url)
    assert server.left.wait(60)
    server.stop()
    thread.join()
