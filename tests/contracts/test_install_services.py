"""If services for the tests are missing and may not be installed, a sentence gives the remedy."""

import subprocess
from pathlib import Path

import pytest

from tests.runtime import ROOT

NEEDED = ("bash", "env", "grep")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The only folder on the path: no service is in it, and everybody is an ordinary user."""
    for name in NEEDED:
        path = next(path for folder in ("/usr/bin", "/bin") if (path := Path(folder, name)).exists())
        (tmp_path / name).symlink_to(path)
    _add(tmp_path, "id", "echo 1000")
    return tmp_path


def _add(programs: Path, name: str, script: str) -> None:
    (programs / name).write_text(f"#!/bin/bash\n{script}\n")
    (programs / name).chmod(0o755)


def _run(programs: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / ".ci" / "install-services")],
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_ordinary_user_gets_the_command(programs: Path) -> None:
    _add(programs, "apt-get", "exit 1")

    refused = _run(programs)

    assert refused.returncode == 1
    assert "only root may install them: run `sudo apt-get install chromium redis-server" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_another_system_gets_the_names(programs: Path) -> None:
    refused = _run(programs)

    assert refused.returncode == 1
    assert "Install them with this system's package manager" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_failed_installation_is_explained_after_its_reason(programs: Path) -> None:
    _add(programs, "id", "echo 0")
    _add(programs, "apt-get", "echo 'E: no network' >&2; exit 100")

    failed = _run(programs)

    assert failed.returncode == 1
    assert [line.partition(":")[0] for line in failed.stderr.splitlines()] == [
        "E",
        "These Debian packages could not be installed, for the reason above",
    ]
