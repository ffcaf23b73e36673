"""The hooks of a commit check the given files alone, and take nothing from elsewhere."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REPOS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
HOOKS = {hook["id"]: hook for repo in REPOS for hook in repo["hooks"]}
FILE_HOOKS = {name: hook for name, hook in HOOKS.items() if "commit-msg" not in hook.get("stages", [])}
EXAMPLES = {
    "ruff-format": ("工具/{}.py", "x = 1\n", "x = { }\n"),
    "ruff-check": ("工具/{}.py", "x = 1\n", "import os\n"),
    "biome": ("frontend/src/{}.ts", "export const x = 1;\n", "export const x: any = 1;\n"),
}
"""By hook: the pattern of a file name, what passes in it and what does not."""


def test_hooks_come_from_this_repository() -> None:
    assert [repo["repo"] for repo in REPOS] == ["local"]


def test_hooks_run_ruff_and_biome_on_the_given_files() -> None:
    assert set(FILE_HOOKS) == set(EXAMPLES)
    assert [name for name, hook in FILE_HOOKS.items() if not hook.get("pass_filenames", True)] == []
    # The Makefile installs what is missing and checks everything, which takes minutes.
    assert [name for name, hook in FILE_HOOKS.items() if re.search(r"\bmake\b", hook["entry"])] == []


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the settings and the environments of this one, and no files of its own."""
    root = tmp_path / "带 空格"
    for folder in ("工具", "frontend/src"):
        (root / folder).mkdir(parents=True)
    for name in ("pyproject.toml", "frontend/biome.json"):
        shutil.copy(ROOT / name, root / name)
    for name in ("build", ".venv", "frontend/node_modules"):
        (root / name).symlink_to(ROOT / name)
    return root


@pytest.mark.parametrize(("name", "path", "good", "bad"), [(name, *rest) for name, rest in EXAMPLES.items()])
def test_a_hook_passes_good_files_and_names_bad_ones(name: str, path: str, good: str, bad: str, checkout: Path) -> None:
    for file, text in (("好 a", good), ("坏 b", bad)):
        (checkout / path.format(file)).write_text(text)

    passed = _run(name, checkout, path.format("好 a"))
    failed = _run(name, checkout, path.format("好 a"), path.format("坏 b"))

    assert passed.returncode == 0, passed.stdout
    assert failed.returncode != 0
    assert "坏 b" in failed.stdout
    assert "好 a" not in failed.stdout


def _run(name: str, root: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """Run a hook as pre-commit does, in a shell that has no environment of ours on its path."""
    return subprocess.run(
        [*shlex.split(HOOKS[name]["entry"]), *files],
        cwd=root,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


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
