"""Repeats a model call that failed for a passing reason before its first piece of text arrived. Pure.

Once text was shown the call is never repeated here: the second answer would differ from what people have read.
"""

import time
from collections.abc import Callable, Iterator

from agents.core.errors import ProviderError, RunCancelledError
from agents.providers.base import ModelClient, ModelRequest, StreamEvent, closing_stream
from tools.core.definitions import CancelToken

ATTEMPTS = 3
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 60.0
"""A service that asks for a longer wait is not waited for: the error says so at once."""
_SLICE_S = 0.2


class RetryingClient:
    """Wraps a client; `retry_after_s` in an error's details is honoured, otherwise the wait doubles."""

    def __init__(self, inner: ModelClient, *, attempts: int = ATTEMPTS, sleep: Callable[[float], None] = time.sleep):
        self._inner = inner
        self._attempts = attempts
        self._sleep = sleep

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        for attempt in range(1, self._attempts + 1):
            begun = False
            try:
                with closing_stream(self._inner.stream(request, cancel)) as events:
                    for event in events:
                        begun = True
                        yield event
            except ProviderError as error:
                wait_s = self._wait_s(error, attempt)
                if begun or wait_s is None:
                    raise
            else:
                return
            self._wait(wait_s, cancel)

    def _wait_s(self, error: ProviderError, attempt: int) -> float | None:
        """Return how long to wait before the next attempt; None when there is none."""
        if not error.retryable or attempt == self._attempts:
            return None
        asked = error.details.get("retry_after_s")
        wait_s = float(asked) if asked is not None else FIRST_WAIT_S * 2 ** (attempt - 1)
        return wait_s if wait_s <= LONGEST_WAIT_S else None

    def _wait(self, seconds: float, cancel: CancelToken) -> None:
        while seconds > 0:
            if cancel.is_cancelled():
                raise RunCancelledError("The run was cancelled.")
            self._sleep(min(seconds, _SLICE_S))
            seconds -= _SLICE_S
