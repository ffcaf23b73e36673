"""Fixed thread pool for database access of requests and sockets.

Its connections persist: Django's own ASGI handler opens a thread, and so a connection, per request.
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
