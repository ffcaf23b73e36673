"""Retries model calls that failed for a transient reason before any text arrived. Pure.

A busy service is waited for as it asks, or with growing pauses, within the node's time; connection failures are retried
`ATTEMPTS` times. Once text was shown a call is never retried: the second answer would differ.
"""

import time
from collections.abc import Callable, Iterator

from agents.core.errors import ProviderError, RunCancelledError
from agents.providers.base import ModelClient, ModelRequest, StreamEvent, closing_stream
from tools.core.definitions import CancelToken

ATTEMPTS = 3
"""Attempts after a broken connection or a service failure."""
FIRST_WAIT_S = 0.5
LONGEST_PAUSE_S = 30.0
"""Between two attempts of our own accord; a service may ask for more."""
LONGEST_WAIT_S = 120.0
"""Total pauses of a call without a node time limit; longer requested waits fail at once."""
_BUSY = (429, 503, 529)
_MOST_DOUBLINGS = 10
_SLICE_S = 0.2


class RetryingClient:
    """Wraps a client; `retry_after_s` in an error's details is honoured, otherwise the wait doubles."""

    def __init__(self, inner: ModelClient, *, attempts: int = ATTEMPTS, sleep: Callable[[float], None] = time.sleep):
        self._inner = inner
        self._attempts = attempts
        self._sleep = sleep

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        waited_s, attempt = 0.0, 1
        while True:
            begun = False
            try:
                with closing_stream(self._inner.stream(request, cancel)) as events:
                    for event in events:
                        begun = True
                        yield event
            except ProviderError as error:
                wait_s = pause_s(error, attempt, self._attempts)
                # As long as the node works, where that has a limit.
                left_s = LONGEST_WAIT_S - waited_s if cancel.time_left_s is None else cancel.time_left_s
                if begun or wait_s is None or wait_s > left_s:
                    raise
            else:
                return
            self._wait(wait_s, cancel)
            waited_s += wait_s
            attempt += 1

    def _wait(self, seconds: float, cancel: CancelToken) -> None:
        while seconds > 0:
            if cancel.is_cancelled():
                raise RunCancelledError("The run was cancelled.")
            self._sleep(min(seconds, _SLICE_S))
            seconds -= _SLICE_S


def pause_s(error: ProviderError, attempt: int, attempts: int = ATTEMPTS) -> float | None:
    """Return the seconds before the next attempt, None if there is none; `attempts` does not limit busy services."""
    asked = error.details.get("retry_after_s")
    is_busy = asked is not None or error.details.get("status") in _BUSY
    if not error.retryable or (attempt >= attempts and not is_busy):
        return None
    # No power of a large number: the pauses are long before.
    own_s = min(FIRST_WAIT_S * 2 ** min(attempt - 1, _MOST_DOUBLINGS), LONGEST_PAUSE_S)
    # A service that asks for no time at all is not asked without end.
    return own_s if asked is None else float(asked) or own_s
