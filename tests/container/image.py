"""The build steps of the Dockerfile, run in a folder: what the image holds, on a machine without a container engine.

Understands what the Dockerfile uses: WORKDIR, ENV, COPY and RUN. Absolute folders of the image are in the folder; steps
that need a system of their own (`useradd`) are left out, and so are those that say how a container is started.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.runtime import ROOT

_FOLDERS = ("/app", "/build", "/venv", "/data", "/tmp/data")  # noqa: S108  names in the Dockerfile
_OF_THE_SYSTEM = "useradd"


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction of a Dockerfile and its words, lines joined and comments left out."""
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines():
        name, _, words = line.partition(" ")
        yield name, " ".join(words.split())


@dataclass
class Image:
    """An image in the making; each COPY and RUN changes its folder."""

    folder: Path
    workdir: Path = field(init=False)
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        # The base image has Python as `python` and nothing of ours.
        bin_folder = self.folder / "bin"
        bin_folder.mkdir(parents=True)
        base = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
        (bin_folder / "python").symlink_to(base)
        ours = {"VIRTUAL_ENV", "PYTHONPATH", "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "DATA_DIR"}
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        self.environment = kept | {"PATH": f"{bin_folder}:/usr/bin:/bin"}
        self.workdir = self.folder

    def build(self, dockerfile: str) -> None:
        """Take all steps. Raises CalledProcessError if one failed."""
        steps = {"WORKDIR": self._workdir, "ENV": self._env, "COPY": self._copy, "RUN": self.run}
        for name, words in instructions(dockerfile):
            if name in steps and _OF_THE_SYSTEM not in words and "--from=" not in words:
                steps[name](words)

    def run(self, words: str) -> None:
        """Run a shell command as RUN and CMD do."""
        subprocess.run(["/bin/sh", "-c", self.here(words)], cwd=self.workdir, env=self.environment, check=True)

    def here(self, words: str) -> str:
        """Return the words with the image's folders replaced by ours."""
        names = "|".join(map(re.escape, sorted(_FOLDERS, key=len, reverse=True)))
        return re.sub(rf"(?<![\w/])(?:{names})(?=[/:\s]|$)", lambda found: f"{self.folder}{found[0]}", words)

    def _workdir(self, words: str) -> None:
        self.workdir = Path(self.here(words))
        self.workdir.mkdir(parents=True, exist_ok=True)

    def _env(self, words: str) -> None:
        for assignment in words.split():
            name, _, value = assignment.partition("=")
            self.environment[name] = self.here(value).replace("$PATH", self.environment["PATH"])

    def _copy(self, words: str) -> None:
        *sources, target = words.split()
        folder = self.workdir / target
        for source in sources:
            if source == ".":
                _copy_tree(folder)
            else:
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, folder)


def _copy_tree(folder: Path) -> None:
    """Copy what git knows, without what .dockerignore names."""
    left_out = [line.strip() for line in (ROOT / ".dockerignore").read_text().splitlines() if line.strip()]
    answer = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in answer.stdout.splitlines():
        if not any(name == entry or name.startswith(f"{entry}/") for entry in left_out) and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
