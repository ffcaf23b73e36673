"""Limits of client connections before, between and beside requests, which uvicorn lacks.

Source: uvicorn 0.54, `protocols/http/httptools_impl.py`: it waits endlessly for a head and takes heads and trailers of
any length; its `limit_concurrency` refuses requests, health checks too, while idle connections stay.
"""

import asyncio
import heapq
import select
import socket
from asyncio import TimerHandle
from contextlib import suppress

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from workflow_editor.api.error_handler import ProblemDetails
from workflow_editor.serving.problems import Receive, Scope, Send, send_problem

MAX_HEAD_BYTES = 64 * 1024
KEPT_OPEN_S = 620
"""Idle time of a connection, longer than common clients and proxies reuse one.

nginx and AWS load balancers reuse it for 60 s, Go for 90, Caddy for 120, Google's load balancers for 600. Closing
earlier resets a concurrent request, and a POST is not repeated. Idle connections are the first to be closed when there
are too many.
"""
_HEAD_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-type: application/problem+json\r\n\r\n"
    b'{"type":"urn:flowloom:error:head_too_large","title":"Headers too large","status":431,'
    b'"detail":"Send at most 64 KB of headers; cookies and the address count too.","code":"head_too_large"}'
)


class ImpatientConnection(HttpToolsProtocol):
    """Ends connections that keep the server waiting; when there are too many, those first that do so the longest."""

    max_connections = settings.MAX_CONNECTIONS
    head_within_s = 10.0
    """From the opening of the connection, or the first byte of a further request, to the end of the head."""
    lingers_s = 2.0
    """Time for which the rest of a refused body is discarded, so that the sender reads the refusal."""
    peer_gone_after_s = 30

    _deadline: TimerHandle | None = None
    _reads = ""
    """`head` or `body` in the midst of one."""
    _owes_answer = False
    _rests_since = 0.0
    """When it was opened, or the last answer went out."""
    _raw_bytes = 0
    _body_bytes = 0
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        _notice_when_peer_is_gone(transport.get_extra_info("socket"), self.peer_gone_after_s)
        self._rests_since = self.loop.time()
        self._end_after(self.head_within_s)
        if len(self.connections) > self.max_connections:
            self._free_capacity()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_after(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._raw_bytes += len(data)
        super().data_received(data)
        # Beside the body come the head, trailers, and what stands around each chunk.
        if self._reads and self._raw_bytes - self._body_bytes > MAX_HEAD_BYTES + 8 * self._body_bytes:
            if self._reads == "head" and not self._owes_answer:
                self._refuse_head()
            else:
                self.transport.close()
            return
        # Any byte, an empty line too, ended uvicorn's time for a connection that is kept.
        if self._deadline is None and not self._owes_answer:
            self._end_after(self.head_within_s)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reads = "head"
        # Without the bytes that it comes with: they may be the end of another message.
        self._raw_bytes = self._body_bytes = 0
        if not self._owes_answer:
            self._end_after(self.head_within_s)

    def on_header(self, name: bytes, value: bytes) -> None:
        # A trailer would become a header of the request that is being answered.
        if self._reads == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._reads = "body"
        self._owes_answer = True
        self._end_after(None)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._reads = ""
        self._end_after(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # A request that was sent behind this one is answered next.
        if self.cycle.response_complete:
            self._owes_answer = False
            self._rests_since = self.loop.time()
            if self._reads:
                self._end_after(self.lingers_s if self._reads == "body" else self.head_within_s)

    def timeout_keep_alive_handler(self) -> None:
        # uvloop runs timers before it reads: after a busy moment, a request that came in time would be reset.
        if not self.transport.is_closing() and not self._has_unread():
            self.transport.close()

    def _has_unread(self) -> bool:
        """Report whether bytes have arrived that the loop has not read yet."""
        arrived = select.poll()
        arrived.register(self.transport.get_extra_info("socket"), select.POLLIN)
        return bool(arrived.poll(0))

    def _refuse_head(self) -> None:
        """Answer, and close later: closing with bytes unread resets the connection, which discards the answer."""
        self._is_refused = True
        self.transport.write(_HEAD_TOO_LARGE)
        self.transport.write_eof()
        self._end_after(self.lingers_s)

    def _end_after(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.close)

    def _free_capacity(self) -> None:
        """Close what waits for its client longest, some at a time as looking costs; else answer that all are busy."""
        open_ = [each for each in self.connections if not each.transport.is_closing()]
        if len(open_) <= self.max_connections:
            return
        waiting = [
            (each._owes_answer, each._rests_since, id(each), each)
            for each in open_
            if isinstance(each, ImpatientConnection)
            and each is not self
            and (each._reads == "body" or not each._owes_answer)
        ]
        heapq.heapify(waiting)
        closed, enough = 0, 1 + self.max_connections // 20
        while waiting and closed < enough:
            each = heapq.heappop(waiting)[-1]
            if each._reads or each._owes_answer or not each._has_unread():
                each.transport.close()
                closed += 1
        if not closed:
            self.app = _busy


async def _busy(scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"Connection": "close", "Retry-After": "5"}
    await send_problem(scope, send, ProblemDetails(503, "server_busy", "", headers=headers))


def _notice_when_peer_is_gone(peer: socket.socket, seconds: int) -> None:
    """Let the system end a connection to a silent peer, also during an answer."""
    with suppress(OSError):  # it may be gone already
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, seconds)
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, seconds // 3)
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, seconds * 1000)
