"""Runs untrusted Python in pydantic-monty workers: no files, no network, hard limits. No framework.

The code defines `main` (plain or async) and returns the result, or ends in the result expression. `main(topic, limit)`
gets the inputs of these names, `main(args)` all. `args` holds all inputs; identifiers are variables too.
"""

import ast
import os
import signal
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from functools import lru_cache, partial
from typing import Any

import pydantic_monty as monty

from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import BUILT_TOO_DEEP, MAX_BUILT_DEPTH, is_deeper
from tools.core.text import Text
from tools.sandbox.limits import MAX_CALLS, MAX_LOG_BYTES, MAX_MEMORY_BYTES
from tools.sandbox.memory import SandboxMemory
from tools.sandbox.outcome import (
    BROKE_OFF,
    BUSY,
    KEYS_ALIKE,
    NO_JSON,
    TIME_IS_UP,
    TOO_MANY_CALLS,
    TOO_MUCH_MEMORY,
    TOO_MUCH_OUTPUT,
    SandboxBusyError,
    SandboxError,
    SandboxFunction,
    SandboxResult,
    checked_result,
)
from tools.sandbox.pools import session_in
from tools.sandbox.python_modules import MAX_MODULE_CALLS, external_modules

_MAX_SUSPENSIONS = MAX_CALLS + MAX_MODULE_CALLS
_REMEMBERED_PROGRAMS = 128


def run_python(
    code: str,
    inputs: Mapping[str, Any],
    *,
    timeout_s: float,
    memory: SandboxMemory | None,
    functions: Mapping[str, SandboxFunction],
    depth: int,
    cancel: CancelScope | None,
) -> SandboxResult:
    """Run the code; arguments and errors are those of `tools.sandbox.sandbox.Sandbox.run`."""
    output = monty.CollectString(max_bytes=MAX_LOG_BYTES)
    limits = monty.ResourceLimits(
        max_feed_duration_secs=timeout_s,
        max_memory=MAX_MEMORY_BYTES,
        max_suspensions=_MAX_SUSPENSIONS,
        max_total_sleep_secs=timeout_s,
    )
    calls = _Calls()
    try:
        purpose = 1 + depth if functions else 0
        with (
            session_in(purpose, limits=limits, external_modules=external_modules()) as session,
            cancel.closing(partial(_kill, session.worker_pid)) if cancel else nullcontext(),
            memory.turn if memory else nullcontext(),
        ):
            if memory and memory.snapshot:
                session.load_session(memory.snapshot)
            value = session.feed_run(
                _program(code, frozenset(inputs)),
                inputs=_variables(inputs),
                external_lookup={name: calls.counted(function) for name, function in functions.items()},
                print_callback=output,
            )
            if memory:
                memory.keep(session.dump())
            if calls.are_too_many:
                raise SandboxError("calls", TOO_MANY_CALLS)
    except monty.MontyError as error:
        if calls.are_too_many and isinstance(error, monty.MontyRuntimeError):
            raise SandboxError("calls", TOO_MANY_CALLS, _line(error)) from error
        raise _as_sandbox_error(error) from error
    except TimeoutError as error:
        raise SandboxBusyError(BUSY) from error
    return SandboxResult(_as_json(value), output.output)


def _kill(worker: int | None) -> None:
    """Kill a worker; its pool starts another."""
    if worker is not None:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


@lru_cache(maxsize=_REMEMBERED_PROGRAMS)
def _program(code: str, given: frozenset[str]) -> str:
    """Return the code plus a call of its `main`, if any, with unchanged line numbers; `given` names the inputs."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # The worker reports it, with the line.
        return code
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == "main":
            call = f"main({_arguments(node.args, given)})"
            return f"{code}\n{'await ' if isinstance(node, ast.AsyncFunctionDef) else ''}{call}\n"
    return code


def _arguments(wanted: ast.arguments, given: frozenset[str]) -> str:
    names = [one.arg for one in (*wanted.posonlyargs, *wanted.args, *wanted.kwonlyargs)]
    if wanted.vararg or (len(names) == 1 and names[0] not in given):
        return "args"
    in_order = {one.arg for one in wanted.posonlyargs}
    known = [name for name in names if name in given]
    return ", ".join(f"args[{name!r}]" if name in in_order else f"{name}=args[{name!r}]" for name in known)


class _Calls:
    """Counts calls of granted functions; those of modules have a limit of their own."""

    def __init__(self) -> None:
        self._count = 0

    @property
    def are_too_many(self) -> bool:
        return self._count > MAX_CALLS

    def counted(self, function: SandboxFunction) -> SandboxFunction:
        def call(*positional: Any, **named: Any) -> Any:
            self._count += 1
            if self.are_too_many:
                raise RuntimeError(TOO_MANY_CALLS.en)
            return function(*_plain(positional), **_plain(named))

        return call


def _variables(inputs: Mapping[str, Any]) -> JsonObject:
    named = {name: value for name, value in inputs.items() if name.isidentifier() and name != "main"}
    return {**named, "args": dict(inputs)}


def _as_sandbox_error(error: monty.MontyError) -> SandboxError:
    if isinstance(error, monty.MontyCrashedError):
        if error.timed_out:
            return SandboxError("time", TIME_IS_UP)
        return SandboxError("crashed", BROKE_OFF)
    if isinstance(error, monty.MontySyntaxError):
        return SandboxError("syntax", error.display("type-msg"), _line(error))
    if isinstance(error, monty.MontyRuntimeError):
        return _as_runtime_error(error)
    return SandboxError("exception", str(error))


def _as_runtime_error(error: monty.MontyRuntimeError) -> SandboxError:
    message, line = error.display("type-msg"), _line(error)
    cause = error.exception()
    # The sandbox's time limit carries no traceback; an error of the same class that the code raises does.
    if line is None and isinstance(cause, TimeoutError):
        return SandboxError("time", TIME_IS_UP)
    if isinstance(cause, MemoryError):
        if f"> {MAX_LOG_BYTES} bytes" in message:
            return SandboxError("output", TOO_MUCH_OUTPUT, line)
        return SandboxError("memory", TOO_MUCH_MEMORY, line)
    if isinstance(cause, RuntimeError) and message.endswith(f"suspension limit {_MAX_SUSPENSIONS} exceeded"):
        return SandboxError("calls", TOO_MANY_CALLS, line)
    # Raised by monty for Python that it does not support; no gap of ours.
    if isinstance(cause, NotImplementedError):
        return SandboxError("syntax", message, line)
    return SandboxError("exception", message, line)


def _line(error: monty.MontySyntaxError | monty.MontyRuntimeError) -> int | None:
    """Return the innermost line of the user's code; the call of `main` behind its end does not count as one."""
    frames = error.traceback()
    return frames[-1].line if frames else None


def _as_json(value: Any) -> Any:
    if is_deeper(value, MAX_BUILT_DEPTH):
        raise SandboxError("result", BUILT_TOO_DEEP)
    try:
        return checked_result(_plain(value))
    except (TypeError, ValueError) as error:
        raise SandboxError("result", Text("The result is not JSON: {error}.", error=error)) from error


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        plain = {key if isinstance(key, str) else str(key): _plain(inner) for key, inner in value.items()}
        if len(plain) < len(value):
            raise SandboxError("result", KEYS_ALIKE)
        return plain
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise SandboxError("result", NO_JSON.filled(value=type(value).__name__))
