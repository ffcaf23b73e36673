"""Flows that others offer are in the gallery, at least twenty of them."""

import re
from pathlib import Path

from workflow_editor.services.starters import FOLDER

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rebuilt-flows.md"


def test_each_rebuilt_flow_is_a_template() -> None:
    named = re.findall(r"\| `([\w-]+)` \|$", PAGE.read_text(), re.MULTILINE)
    assert len(set(named)) == len(named) >= 20
    assert set(named) <= {path.stem for path in FOLDER.glob("*.yaml")}
