"""A process of our own that answers frames of `tools.evaluation.process`, and can be killed. No framework."""

import os
import select
import subprocess
import sys
from time import monotonic
from typing import IO, Any, cast

from tools.evaluation.process import body_length, parsed
from tools.evaluation.single_process import ENVIRONMENT, ROOT

_HEAD_BYTES = 8


class WorkerProcess:
    """One process and its pipes, run as `python -m` with `module` and arguments.

    `max_answer_bytes` limits a frame; None if our own code answers.
    """

    def __init__(self, module: str, *arguments: str, max_answer_bytes: int | None = None) -> None:
        self.requests = 0
        self._max_answer_bytes = max_answer_bytes
        self._process = subprocess.Popen(  # noqa: S603  words of our own
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Times without a zone are of the same zone there.
            env={**ENVIRONMENT, "TZ": os.environ.get("TZ") or "UTC"},
            cwd=ROOT,
        )
        self._requests = cast("IO[bytes]", self._process.stdin).fileno()
        self._answers = cast("IO[bytes]", self._process.stdout).fileno()

    def send(self, request: bytes) -> None:
        """Write a frame. Raises BrokenPipeError if the process has ended."""
        self.requests += 1
        left = memoryview(request)
        while left:
            left = left[os.write(self._requests, left) :]

    def receive(self, end: float) -> Any:
        """Return the value of the next frame; `end` is a `time.monotonic` deadline.

        Raises:
            TimeoutError: it did not come in time.
            EOFError: the process has ended, or its answer is too large.
        """
        length = body_length(self._read(_HEAD_BYTES, end))
        if self._max_answer_bytes is not None and length > self._max_answer_bytes:
            raise EOFError
        return parsed(self._read(length, end))

    def kill(self) -> None:
        """Kill the process; readers get EOFError."""
        self._process.kill()

    def ended_by(self) -> int:
        return -self._process.wait()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self, length: int, end: float) -> bytes:
        pieces: list[bytes] = []
        while length:
            if not select.select([self._answers], [], [], max(0.0, end - monotonic()))[0]:
                raise TimeoutError
            piece = os.read(self._answers, min(length, 1024**2))
            if not piece:
                raise EOFError
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)
