"""Limits of a request body, before and while it is read: length, time, and the process's total."""

import asyncio
import re
from collections.abc import MutableMapping
from functools import partial
from typing import Any

from django.conf import settings

from agents.core.attachments import MAX_TOTAL_BYTES
from tools.core.formats.file_types import is_ordinary_type
from tools.core.registered.knowledge import MAX_DOCUMENT_BYTES
from tools.rows.reader import read_values
from workflow_editor.adapters.body_memory import KEY, SMALL_BYTES, BodyMemory
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.api.error_handler import ProblemDetails
from workflow_editor.models import ApiToken, Trigger
from workflow_editor.nodes.builtin.webhook import MAX_BODY_BYTES
from workflow_editor.services.request_users import headers_of, headers_user
from workflow_editor.serving.problems import Application, Receive, Scope, Send, send_problem

KB, MB, GB = 1024, 1024**2, 1024**3
ANONYMOUS_BYTES = SMALL_BYTES
"""More is read only from somebody who is signed in, or has a token, or knows the address of a trigger."""
LONG_AT_ONCE = 32
"""Bodies longer than that which a process holds at the same time."""
HELD_BYTES = GB
"""Total bodies held by a process."""
RETRY_AFTER_S = 5
ORDINARY_BYTES = MB
_HOOKS = "/hooks/"
_FORMS = "/api/forms/"
_ADDRESSES = re.compile(rf"(?:{_HOOKS}|{_FORMS})([^/]*)")
LIMITS: tuple[tuple[str, int], ...] = (
    (r"/api/files/", settings.MAX_FILE_MB * MB + 64 * KB),
    # A form adds little to the file; base64 makes a third more.
    (r"/api/knowledge-bases/[^/]+/documents/", MAX_DOCUMENT_BYTES + 64 * KB),
    (r"/v1/chat/completions", MAX_TOTAL_BYTES * 4 // 3 + MB),
    (_HOOKS, MAX_BODY_BYTES),
    (_FORMS, 256 * KB),
    # Room for a graph of ten thousand nodes with long prompts, for inputs and pictures in base64.
    (r"/api/(?:workflows|runs|tools|evaluations|workflow-tests)/", 16 * MB),
)
_LIMITS = tuple((re.compile(start), max_bytes) for start, max_bytes in LIMITS)
BEGINS_WITHIN_S = 20.0
MIN_BYTES_PER_S = 16 * KB
_FILES = re.compile(rf"{_HOOKS}|{_FORMS}|/api/workflows/[^/]+/runs/")
"""Paths that take files, in multipart/form-data or as the whole body."""
_ALL_SCOPES = tuple(ApiToken.Scope.values)


def max_bytes(path: str, content_type: str = "application/json") -> int:
    """Return how long the body of a request of this type to this path may be."""
    if _FILES.match(path) and not is_ordinary_type(content_type.partition(";")[0].strip()):
        return settings.MAX_FILE_MB * MB + MB
    return next((limit for start, limit in _LIMITS if start.match(path)), ORDINARY_BYTES)


class BodyLimits:
    """ASGI middleware that answers 413, 408 or 401 without reading further.

    The time for a body is 20 s, plus one for each 16 KB received.
    """

    def __init__(self, application: Application, *, begins_within_s: float = BEGINS_WITHIN_S) -> None:
        self._application = application
        self._begins_within_s = begins_within_s
        self._held = Held()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope["headers"])
        length = int(headers.get("content-length", 0))
        if length == 0 and "transfer-encoding" not in headers:
            await self._application(scope, receive, send)
            return
        memory = BodyMemory(headers)
        body = _Body(scope, receive, send, self._begins_within_s, self._held, memory)
        try:
            if await body.is_allowed(length):
                await self._application({**scope, KEY: memory}, body.receive, body.send)
        finally:
            try:
                await memory.collect()
            finally:
                body.release()


class Held:
    """The bodies that a process holds until their requests are answered."""

    def __init__(self) -> None:
        self._long = 0
        self._bytes = 0

    def add(self, length: int, part: int) -> bool:
        """Count a part of a body after `length` bytes; False if the total is exceeded."""
        becomes_long = length <= ANONYMOUS_BYTES < length + part
        if self._bytes + part > HELD_BYTES or (becomes_long and self._long >= LONG_AT_ONCE):
            return False
        self._long += becomes_long
        self._bytes += part
        return True

    def release(self, length: int) -> None:
        self._long -= length > ANONYMOUS_BYTES
        self._bytes -= length


class _Body:
    def __init__(
        self, scope: Scope, receive: Receive, send: Send, begins_within_s: float, held: Held, memory: BodyMemory
    ) -> None:
        self._held = held
        self._memory = memory
        self._receive = receive
        self._send = send
        self._refuse_with = partial(send_problem, scope, send)
        self._headers = headers_of(scope["headers"])
        self._max_bytes = max_bytes(scope["path"], self._headers.get("content-type", "text/plain").lower())
        # Senders of webhooks prove themselves by the body alone, and visitors of forms by nothing.
        self._address = _ADDRESSES.match(scope["path"])
        self._is_known = False
        self._is_refused = False
        self._is_read = False
        self._length = 0
        self._deadline = asyncio.get_running_loop().time() + begins_within_s

    async def is_allowed(self, length: int) -> bool:
        """Return True for a body of this length; else the request has been answered."""
        if length > self._max_bytes:
            await self._refuse(ProblemDetails(413, "body_too_large", "", {"limit": _in_words(self._max_bytes)}))
        elif length > ANONYMOUS_BYTES and not self._is_known:
            self._is_known = await in_database_thread(self._comes_from_somebody)
            if not self._is_known:
                await self._refuse(_NO_ADDRESS if self._address else _NOT_SIGNED_IN)
        return not self._is_refused

    def _comes_from_somebody(self) -> bool:
        if self._address:
            return bool(read_values(Trigger, ("id",), {"token": self._address[1]}))
        return headers_user(self._headers, *_ALL_SCOPES) is not None

    def release(self) -> None:
        """Forget the body: its request is over."""
        self._held.release(self._length)
        self._length = 0
        self._memory.release()

    async def receive(self) -> MutableMapping[str, Any]:
        """Return the next message; a disconnect when the body was refused meanwhile."""
        if self._is_read:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            await self._refuse(ProblemDetails(408, "body_too_slow", ""))
            return {"type": "http.disconnect"}
        part = len(message.get("body", b""))
        if not self._held.add(self._length, part):
            await self._refuse(_BODIES_HELD)
            return {"type": "http.disconnect"}
        self._length += part
        self._deadline += part / MIN_BYTES_PER_S
        self._is_read = not message.get("more_body", False)
        if not await self.is_allowed(self._length) or not await self._has_memory(message.get("body", b"")):
            return {"type": "http.disconnect"}
        return message

    async def _has_memory(self, part: bytes) -> bool:
        """Return True once there is memory to read the body with this part; else the request has been answered."""
        await self._memory.add(part)
        try:
            if self._is_read:
                await self._memory.reserve()
        except TimeoutError:
            await self._refuse(_BODIES_HELD)
        return not self._is_refused

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            # What follows may be a stream that lasts for hours.
            self._memory.keep_value()
        if not self._is_refused:
            await self._send(message)

    async def _refuse(self, problem: ProblemDetails) -> None:
        self._is_refused = True
        await self._refuse_with(problem)


_NOT_SIGNED_IN = ProblemDetails(401, "not_signed_in", "", headers={"WWW-Authenticate": 'Bearer realm="flowloom"'})
_NO_ADDRESS = ProblemDetails(404, "nothing_listens", "")
_BODIES_HELD = ProblemDetails(429, "throttled", "", headers={"Retry-After": str(RETRY_AFTER_S)})


def _in_words(size: int) -> str:
    return f"{size // MB} MB" if size >= MB else f"{size // KB} KB"
