"""The front end draws the form of every type of tool from what the API says: each field that people see, with its
label and help in both languages and something to fill it in with. So it does with the cards of all node types, and
the search for something to add finds them by the words and sentences that people type.
"""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from tests.runtime import NODE, ROOT
from tests.workflow_editor.every_tool.row import ToolRow
from tests.workflow_editor.every_tool.rows import OPERATIONS
from tests.workflow_editor.nodes.text_fields import text_fields

FRONTEND = ROOT / "frontend"
VITEST = FRONTEND / "node_modules" / "vitest" / "vitest.mjs"
LANGUAGES = ("en", "zh")
Drawn = dict[str, list[str]]


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Callable[[APIClient], Drawn]:
    """Draw the forms of a catalogue once; returns what went wrong, by type and language."""
    folder = tmp_path_factory.mktemp("forms")
    found: Drawn = {}

    def draw(api: APIClient) -> Drawn:
        if not found:
            (folder / "tools.json").write_text(json.dumps(api.get("/api/tools/types/").json()))
            (folder / "texts.json").write_text(json.dumps([field._asdict() for field in text_fields()]))
            (folder / "templates.json").write_text(json.dumps(api.get("/api/workflow-templates/").json()))
            (folder / "nodes.json").write_text(json.dumps(api.get("/api/node-types/").json()))
            found.update(_drawn(folder))
        return found

    return draw


def _drawn(folder: Path) -> Drawn:
    report = folder / "report.json"
    command: list[str | Path] = [NODE, VITEST, "run", "--reporter=json", f"--outputFile={report}"]
    ran = subprocess.run(
        command,
        cwd=FRONTEND,
        env={
            **os.environ,
            "FLOWLOOM_TOOL_TYPES": str(folder / "tools.json"),
            "FLOWLOOM_NODE_TYPES": str(folder / "nodes.json"),
            "FLOWLOOM_TEMPLATES": str(folder / "templates.json"),
            "FLOWLOOM_TEXT_FIELDS": str(folder / "texts.json"),
        },
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert report.exists(), ran.stdout + ran.stderr
    files = json.loads(report.read_text())["testResults"]
    return {one["fullName"]: one["failureMessages"] for file in files for one in file["assertionResults"]}


@pytest.mark.parametrize("row", OPERATIONS.values(), ids=OPERATIONS)
@pytest.mark.exhaustive
def test_form_drawn(draw: Callable[[APIClient], Drawn], alice_api: APIClient, row: ToolRow) -> None:
    drawn = draw(alice_api)
    assert {language: drawn[f"{row.ui_type} in {language}"] for language in LANGUAGES} == {"en": [], "zh": []}


@pytest.mark.exhaustive
def test_cards(draw: Callable[[APIClient], Drawn], alice_api: APIClient) -> None:
    cards = {name: failures for name, failures in draw(alice_api).items() if name.startswith("cards ")}
    assert len(cards) > 40
    assert {name: failures for name, failures in cards.items() if failures} == {}


@pytest.mark.exhaustive
def test_search_words(draw: Callable[[APIClient], Drawn], alice_api: APIClient) -> None:
    words = {name: failures for name, failures in draw(alice_api).items() if name.startswith("words find")}
    assert len(words) > 60
    assert {name: failures for name, failures in words.items() if failures} == {}


@pytest.mark.exhaustive
def test_references(draw: Callable[[APIClient], Drawn], alice_api: APIClient) -> None:
    """A node with another name or key is followed in each text that is evaluated, in its language, and in no other."""
    followed = {name: failures for name, failures in draw(alice_api).items() if name.startswith("references ")}
    assert len(followed) == 2 * len([*text_fields()])
    assert {name: failures for name, failures in followed.items() if failures} == {}
