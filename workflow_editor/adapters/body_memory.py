"""Memory that reading a request's body takes: granted before anything reads it, held until the answer is sent."""

import asyncio
import gc
from collections.abc import Mapping

import httpx2
from django.conf import settings
from django.http import HttpRequest

from tools.core.concurrency.memory_budget import MemoryBudget, Reservation
from tools.core.formats.file_types import is_ordinary_type
from tools.core.formats.json_text import MAX_MEMORY, json_cost
from tools.outbound.content_coding import CONTENT_ENCODING, PIECE_BYTES, decoder_of
from workflow_editor.nodes.builtin.webhook import MAX_BODY_BYTES
from workflow_editor.triggers.webhooks.bodies import is_packed

WAITS_S = 20.0
KEY = "flowloom.body_memory"
"""Name of a request's `BodyMemory` in its scope."""
SMALL_BYTES = 64 * 1024
"""Length up to which a body asks for nothing."""
_ORDINARY_BYTES = 1024**2
_COLLECTED_BYTES = 8 * 1024**2
"""Memory of a value that is freed at once: many of them would wait for the next collection."""
_COPIES = 6
"""Times the text that its reading takes beside the value."""
_MEMORY_OF_A_BYTE = MAX_MEMORY // MAX_BODY_BYTES
ordinary_bodies = MemoryBudget(MAX_MEMORY // 2)
"""Apart from that of long ones, so that ordinary bodies never wait for these."""
long_bodies = MemoryBudget(MAX_MEMORY)
"""One of the longest at a time: it takes the whole processor, too."""


class BodyMemory:
    """Memory for one body, estimated while it arrives."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._length = 0
        self._value = 0
        self._most = _most(headers.get("content-type", "text/plain").partition(";")[0].strip().lower())
        coding = httpx2.Headers({CONTENT_ENCODING: headers.get(CONTENT_ENCODING, "")})
        self._unpack = decoder_of(coding) if is_packed(headers) else None
        self._reservation: Reservation | None = None

    async def add(self, part: bytes) -> None:
        """Estimate a further part; packed ones beside the event loop, as they may become long."""
        if self._unpack is None:
            self._count(part)
        else:
            await asyncio.to_thread(self._count_packed, part)

    async def reserve(self) -> None:
        """Wait for memory once the body is complete. Raises TimeoutError if there is none within `WAITS_S`."""
        amount = min(self._value + self._length * _COPIES, self._most)
        if self._length <= SMALL_BYTES or amount == 0:
            return
        budget = ordinary_bodies if self._length <= _ORDINARY_BYTES else long_bodies
        self._reservation = budget.ask(amount)
        await self._reservation.arrive(WAITS_S)

    def keep_value(self) -> None:
        """Give back what only reading the body took, for a wait or a long answer."""
        if self._reservation is not None:
            self._reservation.shrink(self._value)

    async def collect(self) -> None:
        """Free a body that takes much, beside the event loop: views, requests and errors refer to each other."""
        if self._reservation is not None and self._value > _COLLECTED_BYTES:
            await asyncio.to_thread(gc.collect)

    def release(self) -> None:
        if self._reservation is not None:
            self._reservation.release()

    def _count(self, part: bytes) -> None:
        self._length += len(part)
        self._value += json_cost(part)

    def _count_packed(self, part: bytes) -> None:
        self._value += len(part)
        for start in range(0, len(part), PIECE_BYTES):
            try:
                for piece in self._unpack(part[start : start + PIECE_BYTES]) if self._unpack else ():
                    self._count(piece)
                    if self._length > MAX_BODY_BYTES:
                        # Refused when it is unpacked, at the same length.
                        return
            except httpx2.DecodingError:
                # A proxy has unpacked it and left the header.
                self._unpack = None
                self._count(part)
                return


def body_was_read(request: HttpRequest) -> None:
    """Keep only the memory of the body's value, before a wait. Nothing is held without a server, as in tests."""
    memory = getattr(request, "scope", {}).get(KEY)
    if memory is not None:
        memory.keep_value()


def _most(content_type: str) -> int:
    if content_type.startswith("multipart/"):
        # Its texts have a limit of their own, its files stay on the disk.
        return (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) * _MEMORY_OF_A_BYTE
    return MAX_MEMORY if is_ordinary_type(content_type) else 0
