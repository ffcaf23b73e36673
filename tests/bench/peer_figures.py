"""The same work on other engines, each in a virtual environment of its own that `make bench` makes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "build" / "bench-venv" / "bin" / "python"
SCRIPTS = Path(__file__).with_name("peers")


def langgraph(model_url: str) -> dict[str, Any]:
    """Return LangGraph's figures, measured now on this machine.

    Args:
        model_url: base URL of the model stub that our own agent is measured with.
    """
    return _figures([PYTHON, SCRIPTS / "langgraph_peer.py", model_url])


def tool_loops(model_url: str) -> dict[str, Any]:
    """Return what one question with one tool call takes in our loop, in the plain SDK and in other loops.

    Each runs in a process of its own, and the plain SDK in ours, so that nobody shares one with the stub.
    """
    ours = _figures([sys.executable, "-m", "tests.bench.tool_loop", model_url])
    return ours | _figures([PYTHON, SCRIPTS / "tool_loop_peers.py", model_url])


def _figures(command: list[str | Path]) -> dict[str, Any]:
    answer = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    figures: dict[str, Any] = json.loads(answer.stdout)
    return figures
