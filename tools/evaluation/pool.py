"""Evaluates what may take too long where it can be killed: in worker processes with limits on time and memory.

For work of our own libraries on values from outside (templates, expressions, patterns); code has its sandbox. The
workers of this process are made when they are first needed. No framework.
"""

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import IO, Any, cast

from tools.core.errors import ToolError, ToolUnavailableError
from tools.core.text import Text
from tools.evaluation.process import MAX_PROCESSOR_S, body_length, frame, parsed

MAX_WORKERS = 2
MAX_REQUEST_BYTES = 32 * 1024**2
MAX_REQUESTS_PER_WORKER = 500
_WAIT_FOR_WORKER_S = 30.0
_ANSWER_WITHIN_S = 30.0
"""Of the clock; a machine that is busy gives a worker little of it."""
_ROOT = Path(__file__).resolve().parents[2]


class EvaluationLimitError(ToolError):
    """The work took more time or memory than it may; `details["limit"]` is `time` or `memory`."""

    code = "evaluation_limit"
    tool_code = 1002
    http_status = 422


class EvaluationBusyError(ToolUnavailableError):
    """All workers were busy for too long (retryable)."""

    code = "evaluation_busy"


class EvaluationPool:
    """The workers for the functions of one module.

    Args:
        module: where the functions are; they take and return JSON values.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._start_again()
        os.register_at_fork(after_in_child=self._start_again)
        atexit.register(self.close)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Return what a function of the module returns for JSON values.

        Raises:
            EvaluationLimitError: it takes too long or needs too much memory.
            EvaluationBusyError: no worker became free.
        """
        try:
            request = frame({"function": function, "arguments": arguments})
        except ValueError as error:
            raise _limit("memory") from error
        if len(request) > MAX_REQUEST_BYTES:
            raise _limit("memory")
        if not self._free.acquire(timeout=_WAIT_FOR_WORKER_S):
            raise EvaluationBusyError(Text("All workers for large templates and expressions are busy; try again."))
        try:
            worker = self._idle.pop() if self._idle else _Worker(self._module)
            try:
                answer = worker.ask(request)
            except BaseException:
                worker.close()
                raise
            self._idle.append(worker) if worker.requests < MAX_REQUESTS_PER_WORKER else worker.close()
        finally:
            self._free.release()
        if "memory" in answer:
            raise _limit("memory")
        if "error" in answer:
            raise RuntimeError(f"{function} failed in its worker: {answer['error']}")
        return answer["value"]

    def close(self) -> None:
        """End the workers that do nothing; the next evaluation starts new ones."""
        while self._idle:
            self._idle.pop().close()

    def _start_again(self) -> None:
        """Know no worker: those of a parent process are not ours."""
        self._idle: list[_Worker] = []
        self._free = threading.BoundedSemaphore(MAX_WORKERS)


class _Worker:
    def __init__(self, module: str) -> None:
        self.requests = 0
        # Nothing of our environment: the process needs none of the secrets in it.
        environment = {"PYTHONPATH": str(_ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "tools.evaluation.process", module]
        self._process = subprocess.Popen(  # noqa: S603  words of our own
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=_ROOT,
        )
        self._requests = cast("IO[bytes]", self._process.stdin).fileno()
        self._answers = cast("IO[bytes]", self._process.stdout).fileno()

    def ask(self, request: bytes) -> Any:
        self.requests += 1
        end = monotonic() + _ANSWER_WITHIN_S
        try:
            self._write(request)
            return parsed(self._read(body_length(self._read(8, end)), end))
        except (BrokenPipeError, EOFError) as error:
            killed_by = -self._process.wait()
            raise _limit("time" if killed_by == signal.SIGPROF else "memory") from error

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _write(self, request: bytes) -> None:
        left = memoryview(request)
        while left:
            left = left[os.write(self._requests, left) :]

    def _read(self, length: int, end: float) -> bytes:
        pieces: list[bytes] = []
        while length:
            if not select.select([self._answers], [], [], max(0.0, end - monotonic()))[0]:
                raise _limit("time")
            piece = os.read(self._answers, min(length, 1024**2))
            if not piece:
                raise EOFError
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)


def _limit(limit: str) -> EvaluationLimitError:
    if limit == "time":
        text = Text("it takes longer than {max_processor_s:g} s", max_processor_s=MAX_PROCESSOR_S)
    else:
        text = Text("it needs too much memory")
    return EvaluationLimitError(text, details={"limit": limit})
