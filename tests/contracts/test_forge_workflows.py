"""The workflows of the forge run targets of the Makefile, on each Python that the product is for."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import yaml

from tests.runtime import ROOT

JOBS: list[dict[str, Any]] = [
    job
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    for job in yaml.safe_load(path.read_text())["jobs"].values()
]


def _steps(key: str) -> Iterator[str]:
    return (step[key] for job in JOBS for step in job["steps"] if key in step)


def test_every_command_is_a_target_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = [run.split() for run in _steps("run")]

    assert {program for program, _ in commands} == {"make"}
    assert {target for _, target in commands} <= targets


def test_all_pythons_from_the_oldest_on_are_tried() -> None:
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=3.")
    (matrix,) = (job["strategy"]["matrix"]["python"] for job in JOBS)

    assert matrix == [f"3.{minor}" for minor in range(int(oldest), int(oldest) + len(matrix))]


def test_actions_of_others_are_pinned_to_a_commit() -> None:
    assert [action for action in _steps("uses") if not re.search(r"@[0-9a-f]{40}$", action)] == []
