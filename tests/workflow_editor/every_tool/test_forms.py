"""The front end draws the form of every type of tool from what the API says: each field that people see, with its
label and help in both languages and something to fill it in with.
"""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from tests.doubles.aimock import NODE, ROOT
from tests.workflow_editor.every_tool.row import Json, ToolRow
from tests.workflow_editor.every_tool.rows import ROWS

FRONTEND = ROOT / "frontend"
VITEST = FRONTEND / "node_modules" / "vitest" / "vitest.mjs"
LANGUAGES = ("en", "zh")
Drawn = dict[str, list[str]]


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[Json]], Drawn]:
    """Draw the forms of a catalogue once; returns what went wrong, by type and language."""
    folder = tmp_path_factory.mktemp("forms")
    found: Drawn = {}

    def draw(catalogue: list[Json]) -> Drawn:
        if not found:
            (folder / "types.json").write_text(json.dumps(catalogue))
            found.update(_drawn(folder / "types.json", folder / "report.json"))
        return found

    return draw


def _drawn(types: Path, report: Path) -> Drawn:
    command: list[str | Path] = [NODE, VITEST, "run", "--reporter=json", f"--outputFile={report}"]
    ran = subprocess.run(
        command,
        cwd=FRONTEND,
        env={**os.environ, "FLOWLOOM_TOOL_TYPES": str(types)},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert report.exists(), ran.stdout + ran.stderr
    files = json.loads(report.read_text())["testResults"]
    return {one["fullName"]: one["failureMessages"] for file in files for one in file["assertionResults"]}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_form_drawn(draw: Callable[[list[Json]], Drawn], alice_api: APIClient, row: ToolRow) -> None:
    drawn = draw(alice_api.get("/api/tools/types/").json())
    assert {language: drawn[f"{row.ui_type} in {language}"] for language in LANGUAGES} == {"en": [], "zh": []}
