"""The editor in a browser: opening, gestures, typing and undo with 100, 1,000 and 5,000 nodes, beside bare React Flow;
two editors at 10 edits a second each;
and a run while it is watched."""

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
    "running.events.frames.max_ms": 100,
    "running.text.main_thread_percent over idle": 10,
    "running.past.moments.max_ms": 100,
}


def editor() -> dict[str, Any]:
    with TemporaryDirectory(prefix="flowloom-editor-") as folder:
        files = {name: Path(folder) / f"{name}.json" for name in ("editor", "together", "running")}
        environment = os.environ | {f"{name.upper()}_FIGURES": str(path) for name, path in files.items()}
        subprocess.run(
            ["npm", "run", "--silent", "bench"], cwd=FRONTEND, env=environment, stdout=sys.stderr, check=True
        )
        figures = {name: json.loads(path.read_text()) for name, path in files.items()}
        return {"editor": figures.pop("editor") | figures | {"limits": LIMITS}}
