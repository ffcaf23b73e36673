"""The editor in a browser beside bare React Flow, two editors of one graph, and a run while it is watched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.programs import BenchError
from tests.bench.size import Size
from tests.runtime import ROOT

FRONTEND = ROOT / "frontend"
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


def editor(size: Size) -> dict[str, Any]:
    with TemporaryDirectory(prefix="flowloom-editor-") as folder:
        files = {name: Path(folder) / f"{name}.json" for name in ("editor", "together", "running")}
        environment = {f"{name.upper()}_FIGURES": str(path) for name, path in files.items()} | {"BENCH_SIZE": size.name}
        command = ["npm", "run", "--silent", "bench"]
        # Playwright reports on the way, and only figures may reach the output of the bench.
        ended = subprocess.run(command, cwd=FRONTEND, env=os.environ | environment, stdout=sys.stderr, check=False)
        if ended.returncode:
            raise BenchError(f"`{' '.join(command)}` ended with {ended.returncode}")
        figures = {name: json.loads(path.read_text()) for name, path in files.items()}
        editor: dict[str, Any] = figures.pop("editor")
        return editor | figures | {"limits": LIMITS}
