"""Memory of a process for bodies that are read whole, whoever sends them: one budget, with its holds by request."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar

from tools.core.concurrency.memory_budget import MemoryBudget
from tools.core.formats.json_text import MAX_MEMORY

WAITS_S = 20
_SHORT_BYTES = 64 * 1024
_MEMORY_OF_A_BYTE = 100
"""Measured: 1 MB of empty lists takes 109 MB until it is refused. The longest take what their values may."""
_memory = MemoryBudget(MAX_MEMORY)
"""One of the longest bodies at a time: reading one takes copies beside its value, and the whole processor."""
_held: ContextVar[ExitStack | None] = ContextVar("body_memory", default=None)
"""Memory of the bodies of this thread's request."""


def held_for(length: int) -> AbstractContextManager[None]:
    """Reserve memory for a body of `length` bytes. Raises TimeoutError if it is not free within `WAITS_S`."""
    if length <= _SHORT_BYTES:
        return nullcontext()
    return _memory.held(length * _MEMORY_OF_A_BYTE, within_s=WAITS_S)


@contextmanager
def request_memory() -> Iterator[None]:
    """Let `hold` reserve memory until the end of the block, or until `release`."""
    with ExitStack() as held:
        token = _held.set(held)
        try:
            yield
        finally:
            _held.reset(token)


def hold(length: int) -> None:
    """Reserve memory for a body of this thread's request, if there is one. Raises TimeoutError, as `held_for`."""
    if (held := _held.get()) is not None:
        held.enter_context(held_for(length))


def release() -> None:
    """Release the memory of this thread's request: its body has been read, and what is left to do may take long."""
    if (held := _held.get()) is not None:
        held.close()
