"""Starts the runner: `RUNNER_TOKEN=… python -m tools.runner`."""

import argparse
import ctypes
import os
import subprocess
import sys
from pathlib import Path

from tools.runner.job import FIRST_USER, Limits
from tools.runner.server import RunnerService

_MIN_TOKEN = 20
_PR_SET_DUMPABLE = 4
_MB = 1024**2
_ONE_USER = (
    "Not root: all calls are one user, this one. Code can read the files of other calls, end them and the runner, and "
    "leave processes behind. Start the runner as root, in a container of its own.\n"
)


def main() -> None:
    """Listen until the process is ended."""
    wanted = argparse.ArgumentParser(prog="python -m tools.runner", description="Runs code for Flowloom.")
    wanted.add_argument("--host", default="0.0.0.0", help="where it listens")  # noqa: S104  in a container of its own
    wanted.add_argument("--port", type=int, default=8070)
    wanted.add_argument("--python", default=sys.executable, help="the interpreter of the code, with its libraries")
    wanted.add_argument("--calls", type=int, default=4, help="how many run at once")
    wanted.add_argument("--seconds", type=float, default=Limits().seconds, help="of each call")
    wanted.add_argument("--memory-mb", type=int, default=1024, help="of each process of a call")
    wanted.add_argument("--processes", type=int, default=64, help="of each call, threads included; as root only")
    wanted.add_argument("--files-mb", type=int, default=100, help="of the files that go in, and of those that come out")
    chosen = wanted.parse_args()
    token = _token()
    _try(chosen.python)
    limits = Limits(chosen.python, chosen.seconds, chosen.memory_mb * _MB, chosen.processes, chosen.files_mb * _MB)
    runner = RunnerService((chosen.host, chosen.port), token, limits, chosen.calls)
    sys.stderr.write(f"The runner listens on port {runner.server_port}.\n")
    if os.geteuid() != 0:
        sys.stderr.write(_ONE_USER)
    runner.serve_forever()


def _try(python: str) -> None:
    """Start the interpreter once as the code will be started, since that fails where another user cannot read it."""
    user = FIRST_USER if os.geteuid() == 0 else None
    try:
        subprocess.run([python, "-c", "import ast, asyncio"], user=user, check=True, cwd="/", env={"PATH": os.defpath})  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"The code's interpreter does not start: {error}. It must be readable for every user.")


def _token() -> str:
    """Return the token, which is taken out of reach of the code that runs under the same user."""
    named = os.environ.pop("RUNNER_TOKEN_FILE", "")
    token = Path(named).read_text().strip() if named else os.environ.pop("RUNNER_TOKEN", "")
    if len(token) < _MIN_TOKEN:
        sys.exit(f"Set RUNNER_TOKEN, or RUNNER_TOKEN_FILE, to at least {_MIN_TOKEN} characters: openssl rand -hex 32")
    # The environment that the process was started with, and its memory, are then for root only.
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    return token


if __name__ == "__main__":
    main()
