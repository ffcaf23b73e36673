"""Raw clients of the web server that keep it waiting, send without end, or come in crowds."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import orjson
import pytest

from tests.doubles.web_server import RunningServer, serving_application
from tests.polling import wait_until
from workflow_editor.serving.connections import MAX_HEAD_BYTES, ImpatientConnection
from workflow_editor.serving.limits.bodies import ANONYMOUS_BYTES, ORDINARY_BYTES, BodyLimits
from workflow_editor.serving.web import WebServer

CAP = 40


class Impatient(ImpatientConnection):
    """The product's connections, in less time and of a smaller number."""

    max_connections = CAP
    head_within_s = 0.4
    lingers_s = 0.4
    peer_gone_after_s = 3


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the number of bytes that came; /flood/ with more than any client's buffers hold, /wait/ never."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    if scope["path"] == "/wait/":
        await receive()
        return
    body = b"x" * 50_000_000 if scope["path"] == "/flood/" else orjson.dumps([length, len(scope["headers"])])
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    limited = BodyLimits(application, begins_within_s=0.4)
    with serving_application(limited, Impatient, timeout_keep_alive=1) as server:
        yield server


def idle_connection(server: RunningServer) -> Impatient:
    """Return the server's side of the one connection that rests after an answer."""

    def resting() -> list[Impatient]:
        open_ = (each for each in server.server.server_state.connections if isinstance(each, Impatient))
        return [each for each in open_ if each.timeout_keep_alive_task is not None]

    wait_until(lambda: len(resting()) == 1)
    return resting()[0]


def problem(answer: bytes) -> Any:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head, answer[:500]
    return orjson.loads(body)


def head(path: str = "/", *lines: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: x", *lines, "", "")).encode()


def drip(client: socket.socket, byte: bytes = b"a") -> bytes:
    """Send a byte at a time, and return what comes before the server ends that."""
    client.settimeout(0.05)
    answer = b""
    while True:
        try:
            client.sendall(byte)
            part = client.recv(65536)
        except TimeoutError:
            continue
        except ConnectionError:
            return answer
        if not part:
            return answer
        answer += part


def chunked(*pieces: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


CHUNKED = "Transfer-Encoding: chunked"


def assert_received(client: socket.socket, ending: bytes) -> None:
    """Read an answer until its last bytes; head and body may come apart."""
    found = b""
    while not found.endswith(ending):
        part = client.recv(65536)
        assert part, found
        found += part


def test_an_ordinary_request_is_answered_and_its_connection_is_kept(server: RunningServer) -> None:
    with closing(server.connect()) as client:
        for _ in range(2):
            client.sendall(head("/", "Content-Length: 5") + b"hello")
            assert_received(client, b"[5,2]")
        client.sendall(head("/", CHUNKED) + chunked(b"hello", b"you") + b"0\r\n\r\n")
        assert_received(client, b"[8,2]")


def test_an_idle_connection_is_kept_longer_than_clients_reuse_one() -> None:
    """The longest that is known of a common client: load balancers of Google, 600 s."""
    kept_s = WebServer().config.timeout_keep_alive
    assert kept_s > 600
    with (
        serving_application(application, Impatient, timeout_keep_alive=kept_s) as server,
        closing(server.connect()) as client,
    ):
        for _ in range(2):
            client.sendall(head("/", "Content-Length: 5") + b"hello")
            assert_received(client, b"[5,2]")
            connection = idle_connection(server)
            assert connection.timeout_keep_alive_task is not None
            assert connection.timeout_keep_alive_task.when() - connection.loop.time() > 600
            assert connection._deadline is None


@pytest.mark.parametrize("reason", ["idle for too long", "too many connections"])
def test_a_request_that_came_before_its_connection_is_closed_is_answered(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    """A busy loop ends idle connections before it reads what came meanwhile."""
    request = head("/", "Content-Length: 5") + b"hello"
    is_busy, is_sent = threading.Event(), threading.Event()
    with closing(server.connect()) as client:
        client.sendall(request)
        assert_received(client, b"[5,2]")
        connection = idle_connection(server)
        newcomer = Impatient(connection.config, connection.server_state, {}, connection.loop)

        def be_busy() -> None:
            is_busy.set()
            is_sent.wait(20)
            if reason == "idle for too long":
                connection.timeout_keep_alive_handler()
            else:
                monkeypatch.setattr(Impatient, "max_connections", 0)
                newcomer._free_capacity()

        connection.loop.call_soon_threadsafe(be_busy)
        is_busy.wait(20)
        client.sendall(request)
        is_sent.set()
        assert_received(client, b"[5,2]")


@pytest.mark.parametrize("path", ["/api/session/", "/api/workflows/", "/v1/chat/completions", "/admin/", "/nowhere"])
def test_a_body_of_a_stranger_is_refused_by_its_length_before_it_comes(server: RunningServer, path: str) -> None:
    with closing(server.connect()) as client:
        client.sendall(head(path, f"Content-Length: {ANONYMOUS_BYTES + 1}"))
        assert client.recv(65536).startswith(b"HTTP/1.1 401 ")


def test_a_body_that_nobody_may_send_is_refused_by_its_length(server: RunningServer) -> None:
    refusal = problem(server.exchange(head("/", f"Content-Length: {ORDINARY_BYTES + 1}")))
    assert (refusal["status"], refusal["code"], refusal["limit"]) == (413, "body_too_large", "1 MB")
    assert "1 MB" in refusal["detail"]
    asked = head("/", "Accept-Language: zh-CN", f"Content-Length: {10**15}")
    assert problem(server.exchange(asked))["detail"] == "一次最多发送 1 MB。"


def test_openai_clients_read_the_refusal_in_their_own_form(server: RunningServer) -> None:
    answer = server.exchange(head("/v1/chat/completions", "Content-Length: 99000000"))
    assert orjson.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "body_too_large"


def test_a_client_that_waits_for_leave_gets_none(server: RunningServer) -> None:
    answer = server.exchange(head("/", "Expect: 100-continue", "Content-Length: 99000000"))
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_chunked_body_is_counted_while_it_comes(server: RunningServer) -> None:
    with closing(server.connect()) as client:
        client.sendall(head("/", CHUNKED))
        sent = 0
        piece = chunked(b"x" * 16_384)
        client.settimeout(0.001)
        while sent < 4 * ORDINARY_BYTES:
            try:
                client.sendall(piece)
                sent += 16_384
                if (answer := client.recv(65536)) != b"":
                    break
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 401 ")
        assert sent < 4 * ANONYMOUS_BYTES


def test_whoever_sends_on_reads_the_refusal_before_the_connection_ends(server: RunningServer) -> None:
    answer = server.exchange(head("/", "Content-Length: 3000000") + b"x" * 3_000_000)
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_body_of_a_byte_at_a_time_is_refused(server: RunningServer) -> None:
    with closing(server.connect()) as client:
        client.sendall(head("/", "Content-Length: 1000"))
        refusal = problem(drip(client))
    assert (refusal["status"], refusal["code"]) == (408, "body_too_slow")


@pytest.mark.parametrize(
    "sent", [b"", b"P", b"POST / HTTP/1.1\r\nHost: x\r\n", head("/", "Content-Length: 5") + b"12345P", head() + b"\r\n"]
)
def test_a_head_that_never_ends_is_not_waited_for(server: RunningServer, sent: bytes) -> None:
    with closing(server.connect()) as client:
        if sent:
            client.sendall(sent)
        drip(client)
    wait_until(lambda: server.connections() == 0)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"a" * 10 * MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 10 * MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 2 * MAX_HEAD_BYTES,
        # Still on its way when the answer goes out: a connection closed then would be reset, and the answer lost.
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 50 * MAX_HEAD_BYTES,
    ],
    ids=["address", "value", "fields", "fields on their way"],
)
def test_a_head_without_end_is_refused(server: RunningServer, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    # It is about the size, however long a busy machine takes to send it.
    monkeypatch.setattr(Impatient, "head_within_s", 30.0)
    assert server.exchange(sent).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "sent",
    [b"1;" + b"a" * 10 * MAX_HEAD_BYTES, chunked(b"x") + b"0\r\nA: " + b"a" * 10 * MAX_HEAD_BYTES],
    ids=["chunk extension", "trailer"],
)
def test_what_stands_around_a_body_is_bounded(server: RunningServer, sent: bytes) -> None:
    assert server.exchange(head("/", CHUNKED) + sent) == b""


def test_trailers_do_not_become_headers(server: RunningServer) -> None:
    sent = head("/", CHUNKED) + chunked(b"x") + b"0\r\nAuthorization: Bearer x\r\nA: b\r\n\r\n"
    assert server.exchange(sent).endswith(b"[1,2]")


def test_an_answer_that_nobody_reads_is_not_kept(server: RunningServer) -> None:
    with closing(server.connect()) as client:
        client.sendall(b"GET /flood/ HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: server.connections() == 1)
        wait_until(lambda: server.connections() == 0)


def test_idle_connections_are_bounded_and_others_are_answered(server: RunningServer) -> None:
    with ExitStack() as stack:
        for number in range(10 * CAP):
            client = stack.enter_context(closing(server.connect()))
            if number % 2:
                client.sendall(head("/", "Content-Length: 5") + b"1")
        assert server.connections() <= CAP + 1
        assert server.exchange(head("/", "Content-Length: 0", "Connection: close")).startswith(b"HTTP/1.1 200 ")


def test_a_server_whose_connections_all_work_reports_it(server: RunningServer) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(closing(server.connect())) for _ in range(CAP)]
        for client in clients:
            client.sendall(head("/wait/", "Content-Length: 0"))
        wait_until(lambda: len(server.server.server_state.tasks) == CAP)
        answer = server.exchange(head("/"))
        assert b"\r\nconnection: close\r\n" in answer.lower()
        refusal = problem(answer)
        assert (refusal["status"], refusal["code"]) == (503, "server_busy")


def test_the_products_server_has_these_connections() -> None:
    config = WebServer().config
    config.load()
    assert config.http_protocol_class is ImpatientConnection
    assert ImpatientConnection.max_connections >= 100
    assert (
        max(ImpatientConnection.head_within_s, ImpatientConnection.lingers_s, ImpatientConnection.peer_gone_after_s)
        <= 60
    )
