"""Keeps the processes of the scaled mode alive on one machine; elsewhere a process manager or containers do this.

Knows nothing of Django: it starts before there is a database.
"""

import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import FrameType

# A process that ends earlier than this after its start waits before it is started again.
_STABLE_AFTER_S = 5.0
_LOOK_EVERY_S = 0.2
_GRACE_S = 10.0


@dataclass(slots=True)
class _Member:
    """One of the processes, in all its lives."""

    name: str
    command: Sequence[str]
    process: "subprocess.Popen[str] | None" = None
    started: float = 0.0
    quick_ends: int = 0

    def is_due(self) -> bool:
        """True when it is not running and has waited long enough."""
        return self.process is None and monotonic() >= self.started + min(self.quick_ends, 10) * 0.5

    def start(self, environment: Mapping[str, str], descriptors: Sequence[int], width: int) -> None:
        self.started = monotonic()
        self.process = subprocess.Popen(  # noqa: S603  commands of our own
            self.command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Ctrl-C reaches the supervisor alone, which stops everybody in order.
            start_new_session=True,
            pass_fds=descriptors,
        )
        threading.Thread(target=_pass_on, args=(self.process, f"{self.name:<{width}} | "), daemon=True).start()

    def note_end(self) -> int | None:
        """Return the exit code when it has ended by itself."""
        code = self.process.poll() if self.process is not None else None
        if code is not None:
            self.quick_ends = self.quick_ends + 1 if monotonic() - self.started < _STABLE_AFTER_S else 0
            self.process = None
        return code


class Supervisor:
    """Starts commands under names, starts again what ends, and stops everything when it is told to.

    Args:
        environment: of all processes.
        descriptors: open files that all of them inherit, such as a listening socket.
    """

    def __init__(
        self, commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], descriptors: Sequence[int] = ()
    ) -> None:
        self._members = [_Member(name, command) for name, command in commands.items()]
        self._environment = environment
        self._descriptors = descriptors
        self._width = max(map(len, commands))
        self._told_to_stop = threading.Event()

    def run(self) -> None:
        """Keep everything running until SIGTERM or SIGINT, then stop it; who does not stop in time is killed."""
        with self._signals():
            try:
                while not self._told_to_stop.is_set():
                    self._look_after()
                    self._told_to_stop.wait(_LOOK_EVERY_S)
            finally:
                self._stop()

    def _look_after(self) -> None:
        for member in self._members:
            code = member.note_end()
            if code is not None:
                _say(f"{member.name} ended with {code} and is started again")
            if member.is_due():
                member.start(self._environment, self._descriptors, self._width)

    def _stop(self) -> None:
        alive = [member.process for member in self._members if member.process is not None]
        for process in alive:
            process.terminate()
        deadline = monotonic() + _GRACE_S
        for process in alive:
            try:
                process.wait(max(0.0, deadline - monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self._told_to_stop.set()

        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _pass_on(process: "subprocess.Popen[str]", prefix: str) -> None:
    if process.stdout is None:
        raise RuntimeError("the output of a process is not read")
    with process.stdout:
        for line in process.stdout:
            sys.stdout.write(f"{prefix}{line}")
            sys.stdout.flush()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_procfile(path: Path) -> dict[str, list[str]]:
    """Return the commands of a Procfile by name; `python` is the Python that runs this."""
    commands = {}
    for line in path.read_text().splitlines():
        name, separator, command = line.partition(":")
        if separator and not name.startswith("#"):
            words = shlex.split(command)
            commands[name.strip()] = [sys.executable if word == "python" else word for word in words]
    return commands
