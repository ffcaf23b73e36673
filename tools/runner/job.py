"""One call: a folder and a limited process, both removed afterwards."""

import contextlib
import itertools
import json
import os
import secrets
import selectors
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from tools.runner.frames import MAX_FILES

MAX_LOG_BYTES = 64 * 1024
MAX_RESULT_BYTES = 1024**2
_PROGRAM = Path(__file__).with_name("program.py")
_LEFTOVERS = Path(__file__).with_name("leftovers.py")
_PIECE = 64 * 1024
FIRST_USER = 200_000
_USERS = 100_000
_numbers = itertools.count(secrets.randbelow(_USERS))
"""Two runners on one host, each with the users of its calls, shall not meet."""


@dataclass(frozen=True, slots=True)
class Limits:
    python: str = sys.executable
    """The interpreter, with its libraries."""
    seconds: float = 120.0
    memory_bytes: int = 1024**3
    """Per process."""
    processes: int = 64
    """Threads count. Only where calls have users of their own."""
    file_bytes: int = 100 * 1024**2
    """Total of input files, total of output files, and each file that the code writes."""


@dataclass(slots=True)
class _Pipe:
    """Process output, and the failure if it is too long."""

    kind: str
    limit: int
    content: bytearray = field(default_factory=bytearray)

    def takes(self, piece: bytes) -> bool:
        """Take a piece; False at the end."""
        self.content += piece
        return bool(piece)

    @property
    def is_full(self) -> bool:
        return len(self.content) > self.limit


class GoneError(Exception):
    """Nobody waits for the answer any more."""


class Job:
    """One call, as a context manager that kills and deletes everything left at its end.

    As root, each call gets its own user, isolated from the runner and other calls, and is cleaned up completely,
    including world-writable folders and shared memory. Otherwise calls use the runner's user: processes that leave
    their group and files outside the folder survive.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._user = FIRST_USER + next(_numbers) % _USERS if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Job":
        self.folder = Path(tempfile.mkdtemp(prefix="call-")).resolve()
        self._give(self.folder)
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def take(self, number: int, pieces: Iterator[bytes]) -> str:
        """Write a file for the code and return where it is, from the folder."""
        path = self.folder / f"input-{number}"
        with path.open("xb") as file:
            for piece in pieces:
                file.write(piece)
        self._give(path)
        return path.name

    def run(self, code: str, inputs: dict[str, Any], seconds: float, caller: socket.socket) -> dict[str, Any]:
        """Run the code and return the output of `program`, with `logs`.

        `seconds` is capped by the limits. Raises GoneError when `caller` hangs up, which kills the code.
        """
        call = self.folder / "call.json"
        call.write_text(json.dumps({"code": code, "inputs": inputs}))
        self._give(call)
        result, result_end = os.pipe()
        log, log_end = os.pipe()
        try:
            process = self._start(result_end, log_end)
        finally:
            os.close(result_end)
            os.close(log_end)
        with open(result, "rb", 0) as results, open(log, "rb", 0) as logs:
            report = self._awaited(process, results, logs, monotonic() + min(seconds, self._limits.seconds), caller)
        self._kill()
        return report

    def opened(self, path: str) -> BinaryIO:
        """Open a file made by the code. Raises ValueError if it is not a regular file of the code, such as a link."""
        try:
            place = (self.folder / path).resolve(strict=True)
            descriptor = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            raise ValueError(path) from error
        file = open(descriptor, "rb")
        found = os.fstat(descriptor)
        is_its_own = place.is_relative_to(self.folder) and found.st_uid == (self._user or os.geteuid())
        if not is_its_own or not stat.S_ISREG(found.st_mode):
            file.close()
            raise ValueError(path)
        return file

    def _give(self, path: Path) -> None:
        if self._user is not None:
            os.chown(path, self._user, self._user)

    def _start(self, result: int, log: int) -> int:
        limits, user = self._limits, self._user
        words = (result, limits.memory_bytes, limits.processes if user else 0, limits.file_bytes)
        self._process = subprocess.Popen(  # noqa: S603  words of our own
            [limits.python, "-uP", str(_PROGRAM), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(result,),
            cwd=self.folder,
            # Nothing of the runner's own environment: its token is in there.
            env={"PATH": os.defpath, "HOME": str(self.folder), "TMPDIR": str(self.folder), "LANG": "C.UTF-8"},
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            umask=0o077,
        )
        return self._process.pid

    def _awaited(
        self, process: int, results: BinaryIO, logs: BinaryIO, end: float, caller: socket.socket
    ) -> dict[str, Any]:
        pipes = {results: _Pipe("result", MAX_RESULT_BYTES), logs: _Pipe("output", MAX_LOG_BYTES)}
        ended = os.pidfd_open(process)
        try:
            with selectors.DefaultSelector() as selector:
                for watched in (results, logs, ended, caller):
                    selector.register(watched, selectors.EVENT_READ)
                while ready := {key.fileobj for key, _ in selector.select(max(0.0, end - monotonic()))}:
                    if caller in ready:
                        if not caller.recv(1, socket.MSG_PEEK):
                            raise GoneError
                        selector.unregister(caller)  # nobody reads what comes after the request
                    for stream, pipe in pipes.items():
                        if stream in ready and not pipe.takes(stream.read(_PIECE)):
                            selector.unregister(stream)
                        if pipe.is_full:
                            return _failed(pipe.kind)
                    if ended in ready and ready <= {ended, caller}:
                        return self._reported(bytes(pipes[results].content), bytes(pipes[logs].content))
        finally:
            os.close(ended)
        return _failed("time")

    def _reported(self, result: bytes, log: bytes) -> dict[str, Any]:
        logs = log.decode("utf-8", "replace")
        try:
            report = json.loads(result)
            paths = report.setdefault("paths", [])
            if len(paths) <= MAX_FILES and all(isinstance(path, str) for path in paths):
                return {**report, "logs": logs}
        except (ValueError, TypeError, AttributeError, RecursionError):
            pass
        # The log has the last words of the interpreter: a library that ends it, no memory to begin with.
        return _failed("crashed", logs[-1000:])

    def _kill(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if self._user is not None:
            # Processes that have left the group, too, and what the next call could find.
            words = [self._limits.python, "-IS", str(_LEFTOVERS), str(self.folder)]
            subprocess.run(words, user=self._user, group=self._user, extra_groups=[], check=False, capture_output=True)  # noqa: S603
        self._process.wait()
        self._process = None


def _failed(kind: str, message: str = "") -> dict[str, Any]:
    return {"failed": {"kind": kind, "message": message, "line": None}}
