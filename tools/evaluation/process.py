"""Worker process of the evaluation pool: `python -m tools.evaluation.process <module>`.

Frames are eight bytes of length, then JSON: request `{"function", "arguments"}`; answer `{"value"}`, `{"memory": true}`
or `{"error"}`. A request over its processor time ends the process, even outside Python code.
"""

import importlib
import json
import os
import resource
import signal
import sys
from typing import Any, BinaryIO

from tools.core.formats.json_text import parse_own_json, write_json

MAX_PROCESSOR_S = 1.0
MAX_MEMORY_BYTES = 256 * 1024**2
"""Data limit; the interpreter and the libraries take some 40 MB of it."""
_LENGTH_BYTES = 8
_NICENESS = 15
"""Page requests have priority."""


def frame(value: Any) -> bytes:
    """Encode a JSON value as a frame. Raises ValueError if it is nested too deeply or not JSON."""
    try:
        body = write_json(value)
    except TypeError:
        # Halves of surrogate pairs, which only Python's own module writes.
        try:
            body = json.dumps(value, default=str).encode()
        except RecursionError as error:
            raise ValueError("The value is nested too deeply.") from error
    return len(body).to_bytes(_LENGTH_BYTES, "big") + body


def body_length(head: bytes) -> int:
    """Return how many bytes follow the first eight of a frame."""
    return int.from_bytes(head, "big")


def parsed(body: bytes) -> Any:
    """Return the value of a frame's body."""
    return parse_own_json(body)


def main() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    module = importlib.import_module(sys.argv[1])
    while (request := _read(requests)) is not None:
        signal.setitimer(signal.ITIMER_PROF, MAX_PROCESSOR_S)
        try:
            answer = frame({"value": getattr(module, request["function"])(*request["arguments"])})
        except (MemoryError, RecursionError):
            answer = frame({"memory": True})
        except Exception as error:  # a mistake of ours, which the process that asked is to report
            answer = frame({"error": f"{type(error).__name__}: {error}"})
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(answer)
        answers.flush()


def _read(requests: BinaryIO) -> Any:
    head = requests.read(_LENGTH_BYTES)
    return parsed(requests.read(body_length(head))) if head else None


if __name__ == "__main__":
    main()
