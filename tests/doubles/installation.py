"""A data folder without a server, and commands of the product that work on it."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.doubles.embedded_server import migrated_folder
from tests.runtime import PYTHON, ROOT


class Installation:
    """A data folder, and commands that work on it; no server runs."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self._more = environment
        folder.mkdir(exist_ok=True)

    def run(self, *words: str) -> str:
        """Run a program of the product, and return what it wrote."""
        ended = self.attempt(*words)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def environment(self) -> dict[str, str]:
        usual = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        production = "workflow_editor.settings.production"
        return {**usual, "DATA_DIR": str(self.folder), "DJANGO_SETTINGS_MODULE": production, **self._more}

    def attempt(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [PYTHON, *words],
            cwd=ROOT,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def manage(self, *words: str) -> str:
        return self.run("manage.py", *words)

    def refuses(self, *words: str) -> str:
        """Return the sentence of a command that fails."""
        ended = self.attempt("manage.py", *words)
        assert ended.returncode == 1, ended.stdout
        assert "Traceback" not in ended.stderr
        return ended.stderr

    def plant(self) -> None:
        """Make all tables, with some rows in each, and contents of files."""
        migrated_folder(self.folder)
        self.run("-m", "tests.doubles.planted_rows", "plant")
        # Types and permissions of all models, which planting has deleted.
        self.manage("migrate", "-v", "0")

    def everything(self) -> Any:
        return json.loads(self.run("-m", "tests.doubles.planted_rows", "read"))
