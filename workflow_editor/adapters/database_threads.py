"""The threads in which a server process touches the database for requests and sockets.

A fixed pool keeps its connections: Django's own ASGI handler starts a thread, and so a connection, for each request.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

# Requests that wait for a run's end hold a thread; threads are only started when the others are busy.
_THREADS = 64

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="database")


async def in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work beside the event loop and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_pool, lambda: function(*args, **kwargs))
