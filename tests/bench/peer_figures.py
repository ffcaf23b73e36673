"""The same work on other engines, each in a virtual environment of its own that `make bench` makes."""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "build" / "bench-venv" / "bin" / "python"
SCRIPT = Path(__file__).with_name("peers") / "langgraph_peer.py"


def langgraph(model_url: str) -> dict[str, Any]:
    """Return LangGraph's figures, measured now on this machine.

    Args:
        model_url: base URL of the model stub that our own agent is measured with.
    """
    answer = subprocess.run([PYTHON, SCRIPT, model_url], check=True, capture_output=True, text=True)
    figures: dict[str, Any] = json.loads(answer.stdout)
    return figures
