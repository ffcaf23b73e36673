"""A real runner on loopback: `python -m tools.runner` as an operator starts it, in an environment of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOKEN = "runner-token-5b1f0c9d2e7a"


_PYTHON = ("--python", "/usr/bin/python3") if os.geteuid() == 0 and Path("/usr/bin/python3").exists() else ()
"""If the runner is root, calls are other users, who may not be able to read the interpreter of the tests."""


@dataclass(frozen=True)
class RunningRunner:
    """A runner that listens."""

    url: str
    process: subprocess.Popen[bytes]
    printed: str
    """At its start."""


@contextmanager
def running_runner(
    *options: str, python: str = sys.executable, folder: Path = ROOT, user: int | None = None, **environment: str
) -> Iterator[RunningRunner]:
    """Start a runner on a free port; its output is checked to be without its token.

    Args:
        python, folder: the interpreter and the copy of the product, which `user` must be able to read.
        user: owner of the process; None: the tests' own.
    """
    process = subprocess.Popen(
        [python, "-m", "tools.runner", "--host", "127.0.0.1", "--port", "0", *_PYTHON, *options],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "RUNNER_TOKEN": TOKEN, **environment},
        stderr=subprocess.PIPE,
        user=user,
    )
    assert process.stderr is not None
    try:
        printed = process.stderr.readline()
        warned = os.geteuid() != 0 or user is not None
        printed += process.stderr.readline() if warned else b""
        port = int(printed.splitlines()[0].split()[-1].strip(b"."))
        yield RunningRunner(f"http://127.0.0.1:{port}", process, printed.decode())
    finally:
        process.kill()
        printed += process.communicate()[1]
    assert TOKEN.encode() not in printed
