"""Programs of the bench that measure in a process of their own and print JSON."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench.size import Size
from tests.runtime import ROOT


class BenchError(RuntimeError):
    """A part cannot be measured; the message says why and needs no traceback."""


def figures_of(*command: str | Path) -> Any:
    """Run a program and return what it printed; its errors go to the terminal.

    Raises BenchError if it is missing, or ended with an error.
    """
    try:
        answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    except FileNotFoundError:
        raise BenchError(f"{command[0]} is missing") from None
    except subprocess.CalledProcessError as error:
        raise BenchError(f"`{' '.join(map(str, command))}` ended with {error.returncode}") from None
    return json.loads(answer.stdout)


def module_figures(module: str, size: Size) -> dict[str, Any]:
    """Run a module of ours in a process of its own."""
    figures: dict[str, Any] = figures_of(sys.executable, "-m", module, size.name)
    return figures
