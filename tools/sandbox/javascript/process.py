"""JavaScript worker: `python -m tools.sandbox.javascript.process [file with the compiled interpreter]`.

Frames of `tools.evaluation.process`: request `{"code", "inputs", "functions", "state", "is_check", "exact_integers",
"seconds"}`; then any number of `{"call", "positional", "named"}`, each answered with `{"value"}` or `{"error"}`;
finally `{"value", "logs", "state"}`, first and last as JSON text, or `{"kind", "message", "line", "column"}`.
`is_check` only parses. Only computing time counts.
"""

import json
import os
import resource
import sys
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, NoReturn

import wasmtime

from tools.evaluation.process import body_length, frame, parsed
from tools.sandbox.javascript.guest import Guest, Interpreter, OutOfMemoryError, ThrownError
from tools.sandbox.javascript.host_names import HOST_NAMES
from tools.sandbox.limits import MAX_LOG_BYTES, MAX_RESULT_BYTES

_MAX_DATA_BYTES = 512 * 1024**2
"""Data of this process besides the guest: the compiler, and values in transit."""
_MAX_OPEN_FILES = 16
_PRELUDE = ("start", "bytes", "addresses", "crypto", "intl", "names", "run")
"""Files of the folder `prelude`, in order."""
_GIVEN = ("inputs", "functions", "state", "is_check", "exact_integers")
"""Request fields passed to the prelude."""
_MAX_ARGUMENT_CHARACTERS = 16 * 1024**2


class _FailureError(Exception):
    def __init__(self, kind: str, message: str = "", line: int | None = None, column: int = 1) -> None:
        self.answer = {"kind": kind, "message": message, "line": line, "column": column}


class _Run:
    def __init__(self, guest: Guest, request: Any, requests: BinaryIO, answers: BinaryIO) -> None:
        self._guest = guest
        self._request, self._requests, self._answers = request, requests, answers
        self._left: float = request["seconds"]
        self._logs: list[str] = []
        self._log_bytes = 0
        self._made: dict[str, str] = {}

    def answer(self, function: int) -> Any:
        """Return the answer of a run that the prelude, a function by handle, begins."""
        self._guest.host = self._host
        try:
            self._run(function)
        except _FailureError as error:
            return error.answer
        except OutOfMemoryError:
            return _FailureError("memory").answer
        except ThrownError:
            return _FailureError("exception").answer
        except wasmtime.Trap as trap:
            return _FailureError(self._kind_of(trap)).answer
        if "done" not in self._made:
            return _FailureError("pending").answer
        return {"value": self._made["done"], "state": self._made.get("state", "{}"), "logs": "".join(self._logs)}

    def _kind_of(self, trap: wasmtime.Trap) -> str:
        if trap.trap_code == wasmtime.TrapCode.INTERRUPT:
            return "time"
        if trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW:
            return "recursion"
        return "crashed"

    def _run(self, function: int) -> None:
        guest, request = self._guest, self._request
        given = json.dumps({name: request[name] for name in _GIVEN})
        arguments = [guest.function("host"), guest.text(request["code"]), guest.text(given)]
        self._start_clock()
        try:
            guest.call(function, arguments)
            guest.settle()
        finally:
            self._stop_clock()

    def _start_clock(self) -> None:
        self._began = monotonic()
        self._timer = self._guest.timer(self._left)
        self._timer.start()

    def _stop_clock(self) -> None:
        self._timer.cancel()
        # A timer that fires late would stop the next run.
        self._timer.join()
        self._left -= monotonic() - self._began

    def _host(self, name: str, text: str) -> str:
        """Answer the prelude; what the code passes itself is no more trusted than its result."""
        if name in ("done", "state"):
            if len(text.encode()) > MAX_RESULT_BYTES:
                raise _FailureError("result" if name == "done" else "kept")
            self._made[name] = text
            return "null"
        if len(text) > _MAX_ARGUMENT_CHARACTERS:
            raise _FailureError("memory")
        arguments = json.loads(text)
        if name == "call":
            return json.dumps(self._call(*arguments))
        if name == "failed":
            self._failed(*arguments)
        if name == "log":
            self._log(*arguments)
            return "{}"
        try:
            return json.dumps({"value": HOST_NAMES[name](*arguments)})
        except (KeyError, TypeError, ValueError) as error:
            return json.dumps({"error": str(error)})

    def _log(self, line: str) -> None:
        self._log_bytes += len(line.encode("utf-8", "replace")) + 1
        if self._log_bytes > MAX_LOG_BYTES:
            raise _FailureError("output")
        self._logs.append(f"{line}\n")

    def _call(self, name: str, positional: list[Any], named: dict[str, Any]) -> Any:
        self._stop_clock()
        _write(self._answers, {"call": name, "positional": positional, "named": named})
        answer = _read(self._requests)
        self._start_clock()
        return answer

    def _failed(self, reason: str, is_syntax: bool, message: str, line: int | None, column: int) -> NoReturn:
        line = line if isinstance(line, int) else None
        if reason:
            raise _FailureError("result", reason)
        if message.startswith("InternalError: out of memory") or (self._guest.is_full() and message == "null"):
            raise _FailureError("memory", line=line)
        raise _FailureError("syntax" if is_syntax else "exception", str(message), line, column)


@cache
def _prelude() -> str:
    """Return the source of `(host, source, request) => …`, which runs the code `source`.

    `host` is `_Run`; `request` is JSON with the fields in `_GIVEN`.
    """
    folder = Path(__file__).parent / "prelude"
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in _PRELUDE]
    return "((host, source, request) => {\n" + "".join(parts) + "})"


def main() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    interpreter = Interpreter(Path(sys.argv[1]) if sys.argv[1:] else None)
    # The first instance lays down the memory that all others start from, in a file that lies in memory.
    Guest(interpreter).close()
    for limit, most in (
        (resource.RLIMIT_DATA, _MAX_DATA_BYTES),
        (resource.RLIMIT_NOFILE, _MAX_OPEN_FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    _write(answers, {"ready": True})
    while True:
        # Each run gets an interpreter of its own. It is made, and reads the prelude, before somebody waits for it.
        guest = Guest(interpreter)
        function = guest.evaluate(_prelude())
        if (request := _read(requests)) is None:
            return
        answer = _Run(guest, request, requests, answers).answer(function)
        guest.close()
        _write(answers, answer)


def _write(answers: BinaryIO, value: Any) -> None:
    answers.write(frame(value))
    answers.flush()


def _read(requests: BinaryIO) -> Any:
    head = requests.read(8)
    return parsed(requests.read(body_length(head))) if head else None


if __name__ == "__main__":
    main()
