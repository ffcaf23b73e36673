"""Calls the vendors' asynchronous clients from threads.

All clients of a process share one event loop, so a silent service costs no thread and calls can be cancelled anywhere.
The cancel token is only checked in the caller's thread, since it may read the database.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import aclosing, suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from agents.core.errors import RunCancelledError
from agents.providers.connection import Connection
from agents.providers.failures import well_formed
from agents.providers.sdk_errors import provider_error
from tools.core.concurrency.event_loop import LoopThread
from tools.core.definitions import CancelToken

ASK_EVERY_S = 0.2
"""Seconds between cancel checks while a service is silent."""
MAX_WAITING = 1000
"""Pieces of text; a service that writes faster than its caller reads has to wait."""

TAKES_PER_S = 1000
"""Text deliveries per second to all callers of a process, since the cost per delivery hardly depends on its length. A
single caller gets text as it arrives.
"""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_loop = LoopThread("model-calls")
_open: set[object] = set()
"""The streams of this process."""


class SdkStream(Protocol[T_co]):
    """Common interface of both SDKs' streams."""

    def __aiter__(self) -> AsyncIterator[T_co]: ...

    async def close(self) -> None: ...


def wait_for(call: Coroutine[Any, Any, T]) -> T:
    """Return the result of a call that has a deadline of its own."""
    return _loop.run(call)


def stream_text(pieces: Callable[[], AsyncGenerator[str, None]], cancel: CancelToken) -> Iterator[str]:
    """Yield text as it arrives, coalesced when delayed.

    Cancelling or closing this generator closes the connection, so that the service stops writing.
    Raises:
        RunCancelledError: `cancel` was set.
        Exception: raised by `pieces`, after the text before it.
    """
    _go_on(cancel)
    arrived: SimpleQueue[str | None] = SimpleQueue()
    reading = _loop.submit(_read(pieces(), arrived))
    # Wakes the caller, who must find it done then.
    reading.add_done_callback(lambda _: arrived.put(None))
    _open.add(arrived)
    try:
        while not reading.done() or not arrived.empty():
            with suppress(Empty):
                if text := "".join(_all_of(arrived)):
                    yield text
                    # Joins the pieces that arrive meanwhile: with many streams, waking for each one costs more than it.
                    time.sleep(min((len(_open) - 1) / TAKES_PER_S, ASK_EVERY_S))
            _go_on(cancel)
        reading.result()
    finally:
        _open.discard(arrived)
        reading.cancel()


async def text_of(
    call: Awaitable[SdkStream[T]], add: Callable[[T], Iterable[str]], connection: Connection
) -> AsyncGenerator[str, None]:
    """Yield the text found by `add` in a stream's events. Raises ProviderError, mapped from the SDK's error."""
    try:
        stream = await call
    except Exception as error:
        raise provider_error(error, connection) from None
    try:
        async for event in stream:
            with well_formed(connection.title):
                texts = list(add(event))
                # JSON may hold halves of characters, which can be neither stored nor sent.
                "".join(texts).encode()
            for text in texts:
                yield text
    except Exception as error:
        raise provider_error(error, connection, opened=True) from None
    finally:
        await stream.close()


async def _read(pieces: AsyncGenerator[str, None], arrived: "SimpleQueue[str | None]") -> None:
    async with aclosing(pieces):
        async for text in pieces:
            arrived.put(text)
            if arrived.qsize() > MAX_WAITING:
                await asyncio.sleep(ASK_EVERY_S)


def _all_of(arrived: "SimpleQueue[str | None]") -> Iterator[str]:
    """Yield everything queued, waiting for the first item. Raises Empty if nothing came."""
    yield arrived.get(timeout=ASK_EVERY_S) or ""
    with suppress(Empty):
        while True:
            yield arrived.get_nowait() or ""


def _go_on(cancel: CancelToken) -> None:
    if cancel.is_cancelled():
        raise RunCancelledError("The run was cancelled.")
