"""The same work on other engines, each in a virtual environment of its own that `make bench` makes."""

import sys
from pathlib import Path
from typing import Any

from tests.bench.programs import BenchError, figures_of
from tests.bench.size import Size
from tests.runtime import ROOT

PYTHON = ROOT / "build" / "bench-venv" / "bin" / "python"
SCRIPTS = Path(__file__).with_name("peers")


def langgraph(model_url: str, size: Size) -> dict[str, Any]:
    """Return LangGraph's figures, measured now on this machine.

    Args:
        model_url: base URL of the model stub that our own agent is measured with.
    """
    return _peer("langgraph_peer.py", model_url, str(size.repeats), str(size.seconds))


def tool_loops(model_url: str, size: Size) -> dict[str, Any]:
    """Return the time of one question with one tool call in our loop, in the plain SDK and in other loops.

    Each runs in a process of its own, and the plain SDK in ours, so that nobody shares one with the stub.
    """
    ours: dict[str, Any] = figures_of(sys.executable, "-m", "tests.bench.tool_loop", model_url, size.name)
    return ours | _peer("tool_loop_peers.py", model_url, str(2 * size.repeats))


def _peer(script: str, *arguments: str) -> dict[str, Any]:
    if not PYTHON.exists():
        raise BenchError("The peers' environment is missing: run `make build/bench-venv/.installed`.")
    figures: dict[str, Any] = figures_of(PYTHON, SCRIPTS / script, *arguments)
    return figures
