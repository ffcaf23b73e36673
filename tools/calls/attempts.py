"""Runs one call: a deadline that is kept, and attempts for what may be repeated. No framework."""

import contextvars
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tools.calls.deadline import Deadline
from tools.core.call.transient import asked_wait, may_pass, may_repeat, passes_soon
from tools.core.concurrency.clock import Clock, SystemClock
from tools.core.concurrency.thread_pool import daemon_threads
from tools.core.definitions import CancelToken, EffectClass, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, message_text
from tools.core.errors import RETRY_AFTER
from tools.core.result_facts import ResultFacts
from tools.core.text import Text

WAITS_S = (1.0, 2.0, 4.0)
"""Pauses before the second, third and fourth attempt (seed 001)."""
MOST_ATTEMPTS = len(WAITS_S) + 1
"""Default for calls of nodes that do not count attempts themselves."""
_JITTER = 0.25
_CANCEL_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class CallAttempt:
    """Result of one attempt; `surely_not_sent` makes a retry harmless whatever the effect class."""

    result: ToolResult
    surely_not_sent: bool = False
    is_abandoned: bool = False
    """Nobody waited for its end."""


AttemptWork = Callable[[Deadline, bool], CallAttempt]
"""One attempt of a call until its deadline; the flag: an attempt before this one may have taken effect."""


@dataclass(frozen=True, slots=True)
class FinishedCall:
    result: ToolResult
    attempts: int
    duration_ms: float
    secrets: frozenset[str] = field(default=frozenset(), repr=False)
    """Secrets that the call opened to sign with."""

    def knowing(self, **facts: Any) -> "FinishedCall":
        """Return a copy with a known owner of the result."""
        return replace(self, result=self.result.with_facts(replace(self.result.facts, **facts)))


class Runner:
    """Runs attempts until one settles the call; `jitter` (0 <= x < 1) lengthens waits by up to a quarter."""

    def __init__(self, clock: Clock | None = None, jitter: Callable[[], float] | None = None) -> None:
        self._clock = clock or SystemClock()
        self._jitter = jitter or secrets.SystemRandom().random

    def run(
        self,
        attempt: AttemptWork,
        *,
        effect: EffectClass,
        timeout_s: float,
        cancel: CancelToken,
        most_attempts: int | None = None,
        answer_was_lost: bool = False,
        abandon: Callable[[], None] = lambda: None,
    ) -> FinishedCall:
        """Run the call; codes 2002 and 5002 are retried after 1, 2 and 4 s, within `timeout_s` for all attempts and
        waits.

        Args:
            attempt: runs in its own thread and must not raise.
            effect: unrepeatable calls are retried only when the request was surely not sent.
            cancel: ends waiting at once; the attempt's result is dropped.
            most_attempts: set by a caller that counts attempts itself.
            answer_was_lost: an earlier call that this one repeats may have taken effect.
            abandon: called when nobody waits for the attempt any more.
        """
        started = self._clock.monotonic()
        deadline = Deadline(self._clock, timeout_s)
        attempts = 0
        if cancel.is_cancelled():
            return FinishedCall(_cancelled(EffectClass.PURE), attempts, 0.0)
        while True:
            attempts += 1
            work = partial(attempt, deadline, answer_was_lost)
            made = self._attempt_within(work, deadline, timeout_s, effect, cancel)
            if made.is_abandoned:
                abandon()
            answer_was_lost = answer_was_lost or not (made.result.success or made.result.facts.nothing_done)
            is_last = attempts >= (most_attempts or MOST_ATTEMPTS)
            wait_s = None if is_last else self._wait_before_next(made, attempts, effect, deadline)
            if wait_s is None or not self._slept(wait_s, cancel):
                duration_ms = (self._clock.monotonic() - started) * 1000
                return FinishedCall(_ended(made.result, effect), attempts, duration_ms)

    def _wait_before_next(
        self, made: CallAttempt, attempts: int, effect: EffectClass, deadline: Deadline
    ) -> float | None:
        """Return the pause before another attempt; None when there is none."""
        if not passes_soon(made.result) or not may_repeat(effect, nothing_done=made.surely_not_sent):
            return None
        usual_s = WAITS_S[min(attempts, len(WAITS_S)) - 1]
        wait_s = max(usual_s, asked_wait(made.result).get(RETRY_AFTER, 0.0)) * (1 + _JITTER * self._jitter())
        return wait_s if wait_s < deadline.left_s() else None

    def _slept(self, wait_s: float, cancel: CancelToken) -> bool:
        """Wait; False when somebody asked to stop meanwhile."""
        end = self._clock.monotonic() + wait_s
        while (left := end - self._clock.monotonic()) > 0:
            if cancel.is_cancelled():
                return False
            self._clock.sleep(min(left, _CANCEL_POLL_S))
        return True

    def _attempt_within(
        self,
        attempt: Callable[[], CallAttempt],
        deadline: Deadline,
        timeout_s: float,
        effect: EffectClass,
        cancel: CancelToken,
    ) -> CallAttempt:
        made: list[CallAttempt] = []
        running = threading.Lock()
        running.acquire()
        context = contextvars.copy_context()

        def work() -> None:
            try:
                made.append(context.run(attempt))
            finally:
                running.release()

        daemon_threads.start(work)
        while not running.acquire(timeout=max(0.0, min(_CANCEL_POLL_S, deadline.waits_s()))):
            if cancel.is_cancelled():
                return CallAttempt(_cancelled(effect), is_abandoned=True)
            if deadline.waits_s() <= 0:
                return CallAttempt(_too_late(timeout_s, effect), is_abandoned=True)
        # Looked at once: the thread may still add a late result to the list, which nobody reads then.
        return made[0] if made else CallAttempt(failure(OperationType.ERROR, _STOPPED, code=5000))


def _ended(result: ToolResult, effect: EffectClass) -> ToolResult:
    """Return the result; one with an unknown effect is marked so that nobody repeats the call."""
    is_open = may_pass(result) and not result.facts.outcome_unknown
    if not is_open or may_repeat(effect, nothing_done=result.facts.nothing_done):
        return result
    text = _OUTCOME_UNKNOWN.filled(message=message_text(result))
    return result.with_message(text).with_facts(replace(result.facts, outcome_unknown=True))


_STOPPED = Text("The tool stopped unexpectedly.")
_OUTCOME_UNKNOWN = Text("{message} Whether it took effect is unknown. Look there before you try again.", message="")
_CANCELLED = Text("The call was cancelled because the run was stopped.")


def _too_late(timeout_s: float, effect: EffectClass) -> ToolResult:
    unknown = effect is EffectClass.UNREPEATABLE
    message = Text(
        "The tool did not respond within {seconds:g} s. Check that the service is up, or raise the time limit.",
        seconds=timeout_s,
    )
    if unknown:
        message = _OUTCOME_UNKNOWN.filled(message=message)
    return failure(OperationType.ERROR, message, code=ResultCode.TIMEOUT, facts=ResultFacts(outcome_unknown=unknown))


def _cancelled(effect: EffectClass) -> ToolResult:
    unknown = effect is EffectClass.UNREPEATABLE
    facts = ResultFacts(cancelled=True, outcome_unknown=unknown)
    return failure(OperationType.ERROR, _CANCELLED, code=ResultCode.INTERNAL, facts=facts)
