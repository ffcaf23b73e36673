"""The editor in a browser: opening, gestures, typing and undo with 100, 1,000 and 5,000 nodes, beside bare React Flow;
and two editors at 10 edits a second each."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
LIMITS = {
    "scripts.first_panel.kb": 450,
    "selected_s, times that of the floor": 1.5,
    "frames per second, all in view": 40,
    "frames per second, readable": 55,
    "key.p95_ms": 30,
    "undo_ms": 100,
    "heap_mb": 120,
}


def editor() -> dict[str, Any]:
    with TemporaryDirectory(prefix="flowloom-editor-") as folder:
        figures = Path(folder) / "figures.json"
        two_editors = Path(folder) / "together.json"
        environment = os.environ | {"EDITOR_FIGURES": str(figures), "TOGETHER_FIGURES": str(two_editors)}
        command = ["npm", "run", "--silent", "bench"]
        subprocess.run(command, cwd=FRONTEND, env=environment, stdout=sys.stderr, check=True)
        measured = json.loads(figures.read_text()) | {"two_editors": json.loads(two_editors.read_text())}
        return {"editor": measured | {"limits": LIMITS}}
