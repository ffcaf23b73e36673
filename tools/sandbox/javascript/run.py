"""Runs JavaScript in a worker: hands it the code, answers its calls, and judges what comes back. No framework."""

import json
import re
from collections.abc import Mapping
from contextlib import nullcontext
from time import monotonic
from typing import Any

from tools.core.concurrency.cancellation import CancelScope
from tools.core.formats.json_text import TOO_MANY_DIGITS
from tools.core.text import Text
from tools.evaluation.process import frame
from tools.evaluation.worker import WorkerProcess
from tools.sandbox.javascript.workers import worker_for
from tools.sandbox.limits import MAX_CALLS
from tools.sandbox.memory import SandboxMemory
from tools.sandbox.outcome import (
    BIG_INTEGER,
    BROKE_OFF,
    NOT_FINITE,
    TIME_IS_UP,
    TOO_LARGE,
    TOO_MANY_CALLS,
    TOO_MUCH_KEPT,
    TOO_MUCH_MEMORY,
    TOO_MUCH_OUTPUT,
    FailureKind,
    SandboxError,
    SandboxFunction,
    SandboxResult,
    checked_result,
)

_GRACE_S = 5.0
"""Extra time for the worker to report a timeout itself before it is killed."""
_FAILURES: dict[str, tuple[FailureKind, Text]] = {
    "time": ("time", TIME_IS_UP),
    "memory": ("memory", TOO_MUCH_MEMORY),
    "output": ("output", TOO_MUCH_OUTPUT),
    "result": ("result", TOO_LARGE),
    "kept": ("memory", TOO_MUCH_KEPT),
    "recursion": ("exception", Text("Calls or values are nested too deeply.")),
    "pending": ("exception", Text("The code waits for a promise that never settles.")),
    "crashed": ("crashed", BROKE_OFF),
}
_NO_JSON = {
    "not_finite": NOT_FINITE,
    "big_integer": BIG_INTEGER.filled(bits=53),
    "too_many_digits": TOO_MANY_DIGITS,
}
_MIXED = re.compile(r"TypeError: .{0,40}big-?int", re.IGNORECASE)
_BIG_INTEGERS = Text(
    "{reason}. Integers beyond 2^53 are BigInt here: write BigInt(n) for the other number, or Number(n) for a rounded "
    "one.",
    reason="",
)


def run_javascript(
    code: str,
    inputs: Mapping[str, Any],
    *,
    timeout_s: float,
    memory: SandboxMemory | None,
    functions: Mapping[str, SandboxFunction],
    depth: int,
    cancel: CancelScope | None,
    exact_integers: bool,
) -> SandboxResult:
    """Run the code; arguments and errors are those of `tools.sandbox.sandbox.Sandbox.run`."""
    with memory.turn if memory else nullcontext(), worker_for(1 + depth if functions else 0) as worker:
        request = {
            "code": code,
            "inputs": inputs,
            "functions": list(functions),
            "state": json.loads(memory.snapshot) if memory and memory.snapshot else {},
            "is_check": False,
            "exact_integers": exact_integers,
            "seconds": timeout_s,
        }
        with cancel.closing(worker.kill) if cancel else nullcontext():
            answer = answer_of(worker, request, functions)
    if "kind" in answer:
        raise _failure(**answer)
    try:
        value = checked_result(json.loads(answer["value"]))
    except (ValueError, TypeError, RecursionError) as error:
        raise SandboxError("result", Text("The result is not JSON: {error}.", error=error)) from error
    if memory:
        memory.keep(answer["state"].encode())
    return SandboxResult(value, answer["logs"])


def answer_of(worker: WorkerProcess, request: Mapping[str, Any], functions: Mapping[str, SandboxFunction]) -> Any:
    """Return the worker's final answer; `functions` answer its calls, `request` as in
    `tools.sandbox.javascript.process`.

    Raises SandboxError for a limit that the worker did not enforce; the worker is then unusable.
    """
    left, calls = request["seconds"] + _GRACE_S, 0
    try:
        worker.send(frame(request))
        while True:
            began = monotonic()
            answer = worker.receive(began + left)
            left -= monotonic() - began
            if "call" not in answer:
                return answer
            calls += 1
            if calls > MAX_CALLS:
                raise SandboxError("calls", TOO_MANY_CALLS)
            worker.send(frame(_called(functions[answer["call"]], answer)))
    except TimeoutError as error:
        raise SandboxError("time", TIME_IS_UP) from error
    except (BrokenPipeError, EOFError, ValueError, KeyError) as error:
        raise SandboxError("crashed", BROKE_OFF) from error


def _called(function: SandboxFunction, call: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return {"value": function(*call["positional"], **call["named"])}
    except Exception as error:  # whatever it is, the code may catch it
        return {"error": str(error)}


def _failure(kind: str, message: str, line: int | None, column: int) -> SandboxError:
    if message in _NO_JSON:
        return SandboxError("result", _NO_JSON[message])
    if kind in ("syntax", "exception"):
        text = _BIG_INTEGERS.filled(reason=message) if _MIXED.match(message) else message
        return SandboxError("syntax" if kind == "syntax" else "exception", text, line)
    known, text = _FAILURES.get(kind, _FAILURES["crashed"])
    return SandboxError(known, text, line)
