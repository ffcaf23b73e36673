"""Supervises the scaled mode's processes on one machine; elsewhere a process manager or containers do.

Knows nothing of Django: it starts before there is a database.
"""

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from types import FrameType, TracebackType
from typing import Self

from workflow_editor.scaled.programs import Program, RunningProgram

# A process that ends earlier than this after its start waits before it is started again.
_STABLE_AFTER_S = 5.0
_LONGEST_PAUSE_S = 5.0
_LOOK_EVERY_S = 0.1
_GRACE_S = 10.0
# A process that ends by itself with an error earlier than this has failed at its start.
_STARTS_WITHIN_S = 20.0
_STARTS_MAY_FAIL = 5


class ProgramFailedError(Exception):
    """A program fails at its start, again and again."""


@dataclass(slots=True)
class _Member:
    program: Program
    life: RunningProgram | None = None
    started: float = 0.0
    quick_ends: int = 0
    failed_starts: int = 0

    def is_due(self) -> bool:
        """Return True when it is not running and has waited long enough."""
        pause_s = 0.05 * 2.0 ** min(self.quick_ends, 10) if self.quick_ends else 0.0
        return self.life is None and monotonic() >= self.started + min(pause_s, _LONGEST_PAUSE_S)

    def start(self, width: int) -> None:
        self.started = monotonic()
        try:
            self.life = RunningProgram(self.program, width=width)
        except OSError as error:
            # No memory, no space, too many processes: there may be some again.
            self.quick_ends += 1
            _print(f"{self.program.name} could not be started: {error.strerror}")

    def note_end(self) -> RunningProgram | None:
        """Return the life that has ended by itself."""
        life = self.life
        if life is None or (code := life.process.poll()) is None:
            return None
        age_s = monotonic() - self.started
        self.quick_ends = self.quick_ends + 1 if age_s < _STABLE_AFTER_S else 0
        # One that a signal ended (a negative code) was killed, which says nothing about the next one.
        self.failed_starts = self.failed_starts + 1 if code > 0 and age_s < _STARTS_WITHIN_S else 0
        self.life = None
        return life


class Supervisor:
    """Starts programs, restarts them, and stops all at its end, the last first; SIGTERM and SIGINT request that."""

    def __init__(self, *, width: int) -> None:
        self._members: list[_Member] = []
        self._width = width
        self._stopping = threading.Event()

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Those that log to a file are servers, which the others need until their end.
        for servers in (False, True):
            lives = [
                member.life
                for member in self._members
                if member.life is not None and (member.program.log is not None) == servers
            ]
            for life in lives:
                life.ask_to_stop()
            deadline = monotonic() + _GRACE_S
            for life in lives:
                life.stop(within_s=max(0.0, deadline - monotonic()))
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()

    def keep(self, program: Program) -> None:
        """Start a program, and keep it alive from now on."""
        member = _Member(program)
        self._members.append(member)
        member.start(self._width)

    def run(self, until: Callable[[], bool] = lambda: False, *, within_s: float = float("inf")) -> bool:
        """Keep everything running until a condition is true; False on a signal or timeout.

        Raises ProgramFailedError if a program failed at its start several times in a row.
        """
        deadline = monotonic() + within_s
        while not self._stopping.is_set() and monotonic() < deadline:
            for member in self._members:
                self._look_after(member)
            if until():
                return True
            self._stopping.wait(_LOOK_EVERY_S)
        return False

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def _look_after(self, member: _Member) -> None:
        ended = member.note_end()
        if ended is not None:
            name, code = member.program.name, ended.process.returncode
            if member.failed_starts >= _STARTS_MAY_FAIL and not member.program.keeps_trying:
                raise ProgramFailedError(
                    f"{name} failed {member.failed_starts} times in a row at its start, so everything was stopped. "
                    f"It wrote last:\n\n{ended.tail()}\n"
                )
            _print(f"{name} ended with {code} and is started again")
        if member.is_due():
            member.start(self._width)


def _print(text: str) -> None:
    # A full disk behind our output must not end what we keep alive.
    with suppress(OSError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
