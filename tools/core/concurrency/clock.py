"""Time as calls see it, so that tests can move it."""

import time
from typing import Protocol


class Clock(Protocol):
    """Time as the gateway sees it."""

    def monotonic(self) -> float:
        """Return seconds that only grow."""
        ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The real time."""

    def monotonic(self) -> float:
        """Return seconds that only grow."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
