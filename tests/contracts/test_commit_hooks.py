"""The hooks of a commit check what CI checks, and take nothing from elsewhere."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REPOS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
HOOKS = {hook["id"]: hook for repo in REPOS for hook in repo["hooks"]}


def test_hooks_come_from_this_repository() -> None:
    assert [repo["repo"] for repo in REPOS] == ["local"]


def test_hooks_run_targets_of_the_static_checks() -> None:
    static = re.search(r"^static:.*?\n\n", (ROOT / "Makefile").read_text(), re.MULTILINE | re.DOTALL)
    assert static
    targets = {hook["entry"].split()[-1] for hook in HOOKS.values() if hook["entry"].startswith("make ")}
    assert {"format-check", "lint", "types", "layers", "frontend-lint"} <= targets <= set(static[0].split())


@pytest.mark.parametrize(
    ("message", "fits"),
    [
        ("tools: keep a session open\n\nThe reason.\n", True),
        ("tools, agents: move modules into folders by subject", True),
        ("workflow_editor: x" + "y" * 54, True),
        ("workflow_editor: x" + "y" * 55, False),
        ("Keep a session open", False),
        ("tools: keep a session open.", False),
        ("Tools: keep a session open", False),
        ("tools:", False),
        ("\ntools: keep a session open", False),
    ],
)
def test_a_subject_names_its_area_and_is_short(message: str, fits: bool) -> None:
    assert bool(re.search(HOOKS["subject"]["entry"], message, re.MULTILINE | re.DOTALL)) is fits
