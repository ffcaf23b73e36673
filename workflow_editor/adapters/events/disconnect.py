"""Clients that go away while a thread makes their answer. Only requests that ask are watched, so others pay nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest

from workflow_editor.adapters.database.threads import in_database_thread

_KEY = "flowloom.receive"

Receive = Callable[[], Awaitable[Any]]


def watch_for_disconnect(scope: MutableMapping[str, Any], receive: Receive) -> None:
    """Record how a request with a fully read body learns of its client's disconnect."""
    scope[_KEY] = (asyncio.get_running_loop(), receive)


@contextmanager
def on_disconnect(request: HttpRequest, do: Callable[[], object]) -> Iterator[None]:
    """Call `do` in another thread if the client disconnects within the block.

    Nothing is watched without a server, as in tests.
    """
    found = getattr(request, "scope", {}).get(_KEY)
    if found is None:
        yield
        return
    loop, receive = found
    watching = asyncio.run_coroutine_threadsafe(_watch(receive, do), loop)
    try:
        yield
    finally:
        watching.cancel()


async def _watch(receive: Receive, do: Callable[[], object]) -> None:
    # The body is read, so the next message is that nobody listens any more.
    await receive()
    await in_database_thread(do)
