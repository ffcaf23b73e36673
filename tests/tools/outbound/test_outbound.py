"""The guarded client: what it refuses, where it really connects, redirects, sizes and times."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import httpcore2
import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tools.core.concurrency.cancellation import CancelScope
from tools.core.errors import (
    OutboundBlockedError,
    ToolArgumentsError,
    ToolNotReachedError,
    ToolTimeoutError,
    ToolUpstreamError,
)
from tools.outbound.addresses import AddressGuard
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.outbound.connections import GuardedBackend

PUBLIC = "93.184.216.34"

BLOCKED_URLS = [
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//example.com",
    "example.com",
    "http://",
    "http://user:password@example.com/",
    "http://user@example.com/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost/",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://100.64.0.1/",
    "http://168.63.129.16/",
    "http://224.0.0.1/",
    "http://[ff02::1]/",
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://192.0.2.1/",
    "http://example.com:99999/",
]


@pytest.mark.parametrize("url", BLOCKED_URLS)
def test_an_address_that_must_not_be_called_is_refused_without_a_lookup(url: str) -> None:
    def no_lookup(host: str, port: int) -> Sequence[str]:
        raise AssertionError("looked up")

    with pytest.raises(OutboundBlockedError):
        OutboundClient(resolve=no_lookup).check(url)


@pytest.mark.parametrize("url", ["https://example.com/a?b=c#d", "http://93.184.216.34:8080/", "http://[2606:4700::1]/"])
def test_public_addresses_may_be_called(url: str) -> None:
    OutboundClient().check(url)


PRIVATE = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.100.100.200", "::1", "::ffff:10.0.0.1", "fe80::1%eth0"]


@pytest.mark.parametrize("address", PRIVATE)
@pytest.mark.parametrize("beside", [[], [PUBLIC]])
def test_a_name_with_one_private_address_is_refused(address: str, beside: list[str]) -> None:
    guard = AddressGuard(resolve=lambda host, port: [*beside, address])
    with pytest.raises(OutboundBlockedError, match="innocent"):
        guard.addresses("innocent.example", 443)


@pytest.mark.parametrize("allow", ["127.0.0.1", "127.0.0.0/8", "inside.example", "Inside.Example."])
def test_an_operator_can_allow_hosts_and_networks(allow: str) -> None:
    guard = AddressGuard([allow], resolve=lambda host, port: ["127.0.0.1"])
    assert guard.addresses("inside.example", 80) == ["127.0.0.1"]
    with pytest.raises(OutboundBlockedError):
        guard.check_url("http://10.0.0.1/")


def test_an_unknown_host_was_surely_not_reached() -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise OSError("no such host")

    with pytest.raises(ToolNotReachedError):
        AddressGuard(resolve=unknown).addresses("nowhere.example", 80)


class RecordingSockets(httpcore2.SyncBackend):
    """Notes where connections go and leads all of them to one port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connected: list[str] = []

    def connect_tcp(self, host: str, port: int, *args: object, **kwargs: object) -> httpcore2.NetworkStream:
        self.connected.append(host)
        return super().connect_tcp("127.0.0.1", self.port, timeout=60)


def test_the_connection_goes_to_the_checked_address_whatever_the_name_resolves_to_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    with serving(lambda request: Reply(200, b"ok")) as server:
        sockets = RecordingSockets(server.server_port)
        monkeypatch.setattr("tools.outbound.connections.httpcore2.SyncBackend", lambda: sockets)
        client = OutboundClient(resolve=lambda host, port: next(answers))
        request = OutboundRequest("GET", "http://rebinding.example/x")
        assert client.send(request, timeout_s=60).text == "ok"
        assert sockets.connected == [PUBLIC]
        assert server.received[0].headers["host"] == "rebinding.example"
        with pytest.raises(OutboundBlockedError):
            client.send(request, timeout_s=60)
        assert sockets.connected == [PUBLIC]


def test_tls_is_spoken_with_the_name_and_not_with_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str | None] = []

    class NotedStream(httpcore2.MockStream):
        def start_tls(
            self, ssl_context: object, server_hostname: str | None = None, timeout: object = None
        ) -> httpcore2.NetworkStream:
            named.append(server_hostname)
            return self

    answer = [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", b"ok"]

    class NotedSockets(httpcore2.SyncBackend):
        def connect_tcp(self, host: str, *args: object, **kwargs: object) -> httpcore2.NetworkStream:
            named.append(host)
            return NotedStream(answer)

    monkeypatch.setattr("tools.outbound.connections.httpcore2.SyncBackend", NotedSockets)
    client = OutboundClient(resolve=lambda host, port: [PUBLIC])
    assert client.send(OutboundRequest("GET", "https://secure.example/"), timeout_s=60).status == 200
    assert named == [PUBLIC, "secure.example"]


def send(
    answer: Callable[[Received], Reply], path: str = "/", *, timeout_s: float = 5, **request: Any
) -> tuple[OutboundResponse, LoopbackServer]:
    with serving(answer) as server:
        client = OutboundClient(["127.0.0.1"], max_bytes=1000)
        response = client.send(replace(OutboundRequest("GET", server.url + path), **request), timeout_s=timeout_s)
    return response, server


def test_an_answer_comes_back_whatever_its_status() -> None:
    response, _ = send(lambda request: Reply(404, "无".encode(), {"X-Thing": "1"}))
    assert (response.status, response.text, response.headers["x-thing"]) == (404, "无", "1")


@pytest.mark.parametrize(
    ("status", "method", "then", "body"),
    [
        (303, "POST", "GET", b""),
        (303, "PUT", "GET", b""),
        (302, "POST", "GET", b""),
        (301, "POST", "GET", b""),
        (307, "POST", "POST", b"data"),
        (308, "PUT", "PUT", b"data"),
        (302, "GET", "GET", b""),
    ],
)
def test_redirects_keep_or_change_the_method(status: int, method: str, then: str, body: bytes) -> None:
    def answer(request: Received) -> Reply:
        return Reply(status, b"", {"Location": "/next"}) if request.path == "/" else Reply(200, b"ok")

    content = None if method == "GET" else b"data"
    response, server = send(answer, method=method, content=content, headers={"Content-Type": "text/plain"})
    assert response.redirects == 1
    assert (server.received[1].method, server.received[1].body) == (then, body)
    assert ("content-type" in server.received[1].headers) is (then == method)


def test_six_redirects_are_one_too_many() -> None:
    def answer(request: Received) -> Reply:
        left = int(request.path.strip("/"))
        return Reply(302, b"", {"Location": f"/{left - 1}"}) if left else Reply(200, b"ok")

    assert send(answer, "/5")[0].redirects == 5
    with pytest.raises(ToolUpstreamError, match="5 times"):
        send(answer, "/6")


@pytest.mark.parametrize(
    "target", ["http://10.0.0.1/", "http://169.254.169.254/", "ftp://example.com/", "http://user:x@example.com/"]
)
def test_every_hop_is_checked(target: str) -> None:
    with pytest.raises(OutboundBlockedError):
        send(lambda request: Reply(302, b"", {"Location": target}))


def test_credentials_go_along_within_the_origin() -> None:
    def answer(request: Received) -> Reply:
        return Reply(302, b"", {"Location": "/next"}) if request.path == "/" else Reply(200, b"ok")

    _, server = send(answer, headers={"Authorization": "Bearer abc"})
    assert server.received[1].headers["authorization"] == "Bearer abc"


WAITS = [
    ("7", 7.0),
    ("0.5", 0.5),
    ("", None),
    ("-1", None),
    ("nan", None),
    ("1e9", None),
    ("Fri, 31 Dec 1999 23:59:59 GMT", 0.0),  # as RFC 9110 prints it
    ("Fri, 31 Foo 1999 23:59:59 GMT", None),
]


@pytest.mark.parametrize(("named", "wait_s"), WAITS)
def test_a_wait_is_a_number_of_seconds_or_a_date(named: str, wait_s: float | None) -> None:
    assert send(lambda request: Reply(429, b"", {"Retry-After": named}))[0].wait_s() == wait_s


def test_an_answer_that_is_too_large_is_given_up() -> None:
    assert len(send(lambda request: Reply(200, b"x" * 1000))[0].content) == 1000
    with pytest.raises(ToolUpstreamError, match="1000 bytes"):
        send(lambda request: Reply(200, b"x" * 1001))


def test_a_dripping_answer_ends_at_the_deadline() -> None:
    gate = threading.Event()
    try:
        with pytest.raises(ToolTimeoutError):
            send(lambda request: Reply(200, b"slow", gate=gate), timeout_s=0.1)
    finally:
        gate.set()


def test_a_connection_that_is_refused_was_surely_not_sent() -> None:
    with serving(lambda request: Reply()) as server:
        url = server.url
    with pytest.raises(ToolNotReachedError):
        OutboundClient(["127.0.0.1"]).send(OutboundRequest("POST", url), timeout_s=60)


@pytest.mark.parametrize("headers", [{"X-Bad": "a\r\nX-Other: b"}, {"Bad Name": "x"}])
def test_malformed_headers_are_the_callers_fault(headers: dict[str, str]) -> None:
    with pytest.raises(ToolArgumentsError):
        send(lambda request: Reply(), headers=headers)


def test_local_sockets_cannot_be_called() -> None:
    with pytest.raises(httpcore2.ConnectError):
        GuardedBackend(AddressGuard(), 0, CancelScope()).connect_unix_socket("/var/run/docker.sock")


def test_nothing_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    request, _ = send(
        lambda request: Reply(200, b"ok"),
        "/hook/planted-path?token=planted-query",
        headers={"Authorization": "Bearer planted-header"},
    )
    assert request.status == 200
    assert "planted" not in caplog.text
    assert "planted" not in repr(OutboundRequest("GET", "http://x/planted", {"A": "planted"}, b"planted"))
