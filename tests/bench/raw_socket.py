"""A WebSocket client that only listens, for many sockets at once: the usual ones cost more than what they measure."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING = 0x1, 0x8, 0x9


class RawSocket(asyncio.Protocol):
    """Hands the content of each text frame over as it comes.

    Args:
        on_text: returns True when it has heard enough.
    Source: RFC 6455 section 5.2; servers neither mask nor, here, split or compress their frames.
    """

    def __init__(self, address: str, token: str, on_text: Callable[[bytes], bool]) -> None:
        parts = urlsplit(address)
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._on_text = on_text
        self._buffer = bytearray()
        self._is_open = False
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's are none by their class.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self._end(RuntimeError(f"the socket was refused: {bytes(self._buffer[:end])!r}"))
                return
            self._is_open = True
            del self._buffer[: end + 4]
        while self._take_frame():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(exc or RuntimeError("the server closed the socket"))

    def _take_frame(self) -> bool:
        """Take one whole frame from the buffer; False when there is none."""
        if len(self._buffer) < 2:
            return False
        length, start = self._buffer[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(self._buffer[2:start], "big")
        if len(self._buffer) < start + length:
            return False
        kind, content = self._buffer[0] & 0x0F, bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        if kind == _PING:
            # A client must mask; four zeros leave the content as it is.
            self._transport.write(bytes([0x8A, 0x80 | length]) + bytes(4) + content)
        elif kind == _CLOSE or (kind == _TEXT and self._on_text(content)):
            self._end(None)
        return True

    def _end(self, error: Exception | None) -> None:
        if self.over.done():
            return
        if error is None:
            self.over.set_result(None)
        else:
            self.over.set_exception(error)
        self._transport.close()


async def listen(address: str, token: str, on_text: Callable[[bytes], bool]) -> None:
    """Listen until `on_text` has heard enough.

    Args:
        address: ws://host:port/path?query.
    """
    parts = urlsplit(address)
    loop = asyncio.get_running_loop()
    host, port = parts.hostname or "", parts.port or 80
    _, socket = await loop.create_connection(lambda: RawSocket(address, token, on_text), host, port)
    await socket.over
