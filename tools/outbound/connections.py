"""Connections that go only where the guard allows and end at a deadline. The socket half of `tools.outbound.client`."""

import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import httpcore2
import httpx2

from tools.core.concurrency.cancellation import CancelScope
from tools.outbound.addresses import AddressGuard, Route
from tools.outbound.client_certificates import ClientCertificate
from tools.outbound.content_coding import Decode, decoder_of
from tools.outbound.proxy import tunnel

TUNNEL_PIECE = 4096
"""Bytes of a proxy's answer that are read at once."""
_SHORTEST_WAIT_S = 0.001


class GuardedBackend(httpcore2.NetworkBackend):
    """Opens connections to checked addresses, within the `time.monotonic()` deadline.

    The name is resolved once and the socket uses the checked address, which defeats DNS rebinding. TLS still verifies
    the host name. `scope` hangs up when it is cancelled.
    """

    def __init__(self, guard: AddressGuard, deadline: float, scope: CancelScope) -> None:
        self._guard = guard
        self._deadline = deadline
        self._scope = scope
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        routes = self._guard.routes(host, port)
        failed: Exception = httpcore2.ConnectError("no address")
        for route in routes:
            wait_s = _remaining(self._deadline, timeout, httpcore2.ConnectTimeout) / len(routes)
            try:
                found = self._sockets.connect_tcp(route.host, route.port, wait_s, local_address, socket_options or [])
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = route.failure(error)
            else:
                stream = DeadlineStream(found, self._deadline, self._scope)
                _open_tunnel(stream, route, port)
                return stream
        raise failed

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """Refuse: local sockets are never called."""
        raise httpcore2.ConnectError("local sockets cannot be called")


def _open_tunnel(stream: httpcore2.NetworkStream, route: Route, port: int) -> None:
    if route.proxy is None:
        return
    steps = tunnel(route.proxy, route.address, port)
    try:
        wanted = next(steps)
        while True:
            if wanted is None:
                wanted = steps.send(stream.read(TUNNEL_PIECE))
            else:
                stream.write(wanted)
                wanted = next(steps)
    except StopIteration:
        return
    except BaseException:
        stream.close()
        raise


class DeadlineStream(httpcore2.NetworkStream):
    """A connection that stops waiting at the deadline, however slowly the other side drips, and when cancelled."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: float, scope: CancelScope) -> None:
        self._stream = stream
        self._deadline = deadline
        self._scope = scope
        self._forget = scope.on_cancel(self._hang_up)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _remaining(self._deadline, timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _remaining(self._deadline, timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._forget()
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Speak TLS from here on."""
        wait_s = _remaining(self._deadline, timeout, httpcore2.ConnectTimeout)
        encrypted = self._stream.start_tls(ssl_context, server_hostname, wait_s)
        self._forget()
        return DeadlineStream(encrypted, self._deadline, self._scope)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _hang_up(self) -> None:
        """Wake the blocked thread, which closes the connection."""
        connection = self._stream.get_extra_info("socket")
        if isinstance(connection, socket.socket):
            with suppress(OSError):
                # Not the method of the TLS socket, which takes its encryption away while another thread uses it.
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


def core_request(request: httpx2.Request, url: httpx2.URL) -> httpcore2.Request:
    """Return the request as connections take it; `url` is where it goes."""
    return httpcore2.Request(
        method=request.method,
        url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
        headers=request.headers.raw,
        content=request.stream,
        extensions=request.extensions,
    )


class GuardedTransport(httpx2.BaseTransport):
    """Sends one request over guarded connections; nothing is kept open afterwards."""

    def __init__(
        self,
        guard: AddressGuard,
        deadline: float,
        scope: CancelScope,
        certificate: ClientCertificate | None = None,
    ) -> None:
        self._pool = httpcore2.ConnectionPool(
            ssl_context=certificate.tls_settings() if certificate else tls_settings(),
            max_keepalive_connections=0,
            network_backend=GuardedBackend(guard, deadline, scope),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        with as_httpx_errors():
            response = self._pool.handle_request(core_request(request, request.url))
        headers = httpx2.Headers(response.headers)
        decode = decoder_of(headers)
        return httpx2.Response(
            status_code=response.status,
            headers=headers,
            stream=_Body(response, decode),
            extensions=response.extensions,
        )

    def close(self) -> None:
        """Close what is still open."""
        self._pool.close()


class _Body(httpx2.SyncByteStream):
    def __init__(self, response: httpcore2.Response, decode: Decode) -> None:
        self._response = response
        self._decode = decode

    def __iter__(self) -> Iterator[bytes]:
        with as_httpx_errors():
            for piece in self._response.iter_stream():
                yield from self._decode(piece)

    def close(self) -> None:
        self._response.close()


def _remaining(deadline: float, timeout: float | None, error: type[httpcore2.TimeoutException]) -> float:
    remaining = deadline - time.monotonic()
    if remaining < _SHORTEST_WAIT_S:
        raise error("the deadline has passed")
    return remaining if timeout is None else min(remaining, timeout)


@cache
def tls_settings() -> ssl.SSLContext:
    """Return the process-wide TLS settings; loading the certificate store takes some 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)


@contextmanager
def as_httpx_errors() -> Iterator[None]:
    """Translate errors: the transport speaks httpx2, also in its errors; both packages use the same names."""
    try:
        yield
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError) as error:
        raise getattr(httpx2, type(error).__name__)(str(error)) from error
