"""Supervised processes and the end of their output. Knows nothing of Django."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1
"""Source: prctl(2), Linux. The signal comes when the thread ends that started the process: ours is the main one."""
_TAIL_LINES = 12
_TAIL_BYTES = 4_000


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    command: Sequence[str]
    environment: Mapping[str, str] | None = None
    descriptors: Sequence[int] = ()
    """Open files that it inherits, such as a listening socket."""
    user: str | None = None
    stop_signal: int = signal.SIGTERM
    log: Path | None = None
    """Output file; None for our own output, with its name before each line."""
    keeps_trying: bool = False
    """It is started again however often it fails, since what it needs, such as space on the disk, may come back."""


class RunningProgram:
    def __init__(self, program: Program, *, width: int = 0) -> None:
        """Start it; `width` is of the name column in the output."""
        self.program = program
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)
        self._reader: threading.Thread | None = None
        if program.log is None:
            self.process = self._start(subprocess.PIPE)
            self._reader = threading.Thread(target=self._pass_on, args=(f"{program.name:<{width}} | ",), daemon=True)
            self._reader.start()
        else:
            with program.log.open("ab") as log:
                self.process = self._start(log.fileno())

    def _start(self, output: int) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603  commands of our own
            self.program.command,
            env=self.program.environment,
            user=self.program.user,
            cwd="/" if self.program.user else None,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches the supervisor alone, which stops everything in order.
            start_new_session=True,
            pass_fds=self.program.descriptors,
            # After the change of user, which would take it back.
            preexec_fn=partial(_end_with, os.getpid(), self.program.stop_signal),
        )

    def _pass_on(self, prefix: str) -> None:
        if self.process.stdout is None:
            raise RuntimeError("the output of a process is not read")
        with self.process.stdout as lines:
            for line in lines:
                text = line.decode(errors="replace")
                self._tail.append(text.rstrip())
                # Nothing to write to, or no space: the process that wrote it must not wait for us.
                with suppress(OSError):
                    sys.stdout.write(f"{prefix}{text}")
                    sys.stdout.flush()

    def stop(self, *, within_s: float) -> None:
        """Wait for it to end, which `ask_to_stop` asked for; kill it when it does not in time."""
        try:
            self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def ask_to_stop(self) -> None:
        self.process.send_signal(self.program.stop_signal)

    def tail(self) -> str:
        """Return the last lines that it wrote; asked for once it has ended."""
        if self._reader is not None:
            # A process of its own may keep its output open.
            self._reader.join(1)
        if self.program.log is None:
            return "\n".join(self._tail)
        return tail_of(self.program.log)


def _end_with(parent: int, number: int) -> None:
    """Have the kernel stop this process when the supervisor is gone, however that ended."""
    if _LIBC is None:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def tail_of(log: Path) -> str:
    """Return the last lines of a file; empty when there is none."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-_TAIL_LINES:])
