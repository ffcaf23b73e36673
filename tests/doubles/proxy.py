"""A small HTTP proxy on loopback that opens tunnels (CONNECT) and sends on plain requests, to one server of a test."""

import re
import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

_SIGNED = re.compile(rb"Proxy-Authorization: [^\r\n]*\r\n")


class TunnelProxy(ThreadingTCPServer):
    """Keeps what it was asked for.

    Args:
        target: the port on loopback that all tunnels lead to.
    """

    daemon_threads = True

    def __init__(self, target: int) -> None:
        super().__init__(("127.0.0.1", 0), _Tunnel)
        self.target = target
        self.places: list[str] = []
        self.user = ""
        """`name:password` of who may use it; empty: everybody."""
        self.answer = b""
        """Sent in place of an opened tunnel."""

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Tunnel(BaseRequestHandler):
    server: TunnelProxy

    def handle(self) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            piece = self.request.recv(4096)
            if not piece:
                return
            head += piece
        method, place, _ = head.split(b" ", 2)
        self.server.places.append(place.decode())
        if self.server.answer:
            self.request.sendall(self.server.answer)
            return
        signed = b64encode(self.server.user.encode())
        if self.server.user and b"Proxy-Authorization: Basic " + signed not in head:
            self.request.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
            return
        with socket.create_connection(("127.0.0.1", self.server.target)) as other:
            if method == b"CONNECT":
                self.request.sendall(b"HTTP/1.1 200 Connection established\r\nVia: planted\r\n\r\n")
            else:
                other.sendall(_SIGNED.sub(b"", head))
            back = threading.Thread(target=_pump, args=(other, self.request))
            back.start()
            _pump(self.request, other)
            back.join()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def tunnels_to(target: int) -> Iterator[TunnelProxy]:
    """Run the proxy."""
    with TunnelProxy(target) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
