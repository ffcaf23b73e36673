"""Waiting for what only asking tells."""

import time
from collections.abc import Callable


def comes_true(condition: Callable[[], bool], *, within_s: float, every_s: float) -> bool:
    """Ask until the condition holds, at the pace that the clock gives; False when it did not in time."""
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() >= deadline:
            return False
        time.sleep(every_s)
    return True
