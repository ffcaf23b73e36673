"""Calls one function once in a killable process, bytes in and out. No framework.

For libraries that read or write whole files and can run for hours or exhaust memory; `EvaluationPool` is for small
values and keeps its processes.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

MAX_MEMORY_BYTES = 1024**3
"""Address space limit, including the interpreter and the library."""
ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
"""Nothing of our own: the process needs none of the secrets in it."""


class ProcessFailedError(Exception):
    """The process broke, or needed more memory than it may."""


def call_in_process(module: str, *arguments: str, content: bytes, deadline_s: float) -> bytes:
    """Run `python -m module arguments`, which calls `answer_once`, and return its answer.

    Raises:
        TimeoutError: killed after `deadline_s` seconds.
        ProcessFailedError: there is no answer.
    """
    try:
        done = subprocess.run(  # noqa: S603  words of our own
            [sys.executable, "-m", module, *arguments],
            input=content,
            capture_output=True,
            timeout=deadline_s,
            env=ENVIRONMENT,
            cwd=ROOT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if done.returncode:
        raise ProcessFailedError
    return done.stdout


def answer_once(answer: Callable[[list[str], bytes], bytes]) -> None:
    """In the process: answer for the arguments and the content, within the memory that there is."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    sys.stdout.buffer.write(answer(sys.argv[1:], sys.stdin.buffer.read()))
