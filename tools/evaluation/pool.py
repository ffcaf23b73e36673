"""Evaluates potentially slow work of our own libraries in worker processes with time and memory limits. No framework.

For templates, expressions and patterns; code has its sandbox. Workers start on first use.
"""

import atexit
import os
import signal
from contextlib import ExitStack
from time import monotonic
from typing import Any

from tools.core.concurrency.places import Places, current_share
from tools.core.errors import ToolError, ToolUnavailableError
from tools.core.text import Text
from tools.evaluation.process import MAX_PROCESSOR_S, frame
from tools.evaluation.worker import WorkerProcess

MAX_WORKERS = 2
"""That one person keeps busy; see `tools.core.concurrency.places`."""
MAX_REQUEST_BYTES = 32 * 1024**2
MAX_REQUESTS_PER_WORKER = 500
_WAIT_FOR_WORKER_S = 30.0
_ANSWER_WITHIN_S = 30.0
"""Wall-clock limit; a busy machine gives a worker little of it."""


class EvaluationLimitError(ToolError):
    """The work took more time or memory than it may; `details["limit"]` is `time` or `memory`."""

    code = "evaluation_limit"
    tool_code = 1002
    http_status = 422


class EvaluationBusyError(ToolUnavailableError):
    """All workers were busy for too long (retryable)."""

    code = "evaluation_busy"


class EvaluationPool:
    """The workers for one module's functions, which take and return JSON values."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._start_again()
        os.register_at_fork(after_in_child=self._start_again)
        atexit.register(self.close)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function of the module with JSON values.

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
        with ExitStack() as place:
            try:
                place.enter_context(self._places.held(current_share(), within_s=_WAIT_FOR_WORKER_S))
            except TimeoutError as error:
                raise EvaluationBusyError(
                    Text("All workers for large templates and expressions are busy. Try again later.")
                ) from error
            worker = self._idle.pop() if self._idle else WorkerProcess("tools.evaluation.process", self._module)
            try:
                answer = _answer(worker, request)
            except BaseException:
                worker.close()
                raise
            self._idle.append(worker) if worker.requests < MAX_REQUESTS_PER_WORKER else worker.close()
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
        self._idle: list[WorkerProcess] = []
        self._places = Places(MAX_WORKERS)


def _answer(worker: WorkerProcess, request: bytes) -> Any:
    try:
        worker.send(request)
        return worker.receive(monotonic() + _ANSWER_WITHIN_S)
    except TimeoutError as error:
        raise _limit("time") from error
    except (BrokenPipeError, EOFError) as error:
        raise _limit("time" if worker.ended_by() == signal.SIGPROF else "memory") from error


def _limit(limit: str) -> EvaluationLimitError:
    if limit == "time":
        text = Text("it takes longer than {max_processor_s:g} s", max_processor_s=MAX_PROCESSOR_S)
    else:
        text = Text("it needs too much memory")
    return EvaluationLimitError(text, details={"limit": limit})
