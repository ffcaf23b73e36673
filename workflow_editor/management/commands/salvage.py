"""`manage.py salvage PATH`: copy what a damaged SQLite database still gives."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from workflow_editor.management.backups import problem
from workflow_editor.services.backups.salvage import NothingReadableError, salvage


class Command(BaseCommand):
    """Leaves the damaged file as it is; exits with an error when it gives nothing."""

    help = "Copy the rows of a damaged SQLite database that can be read to a new file."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="the new database file to write")
        parser.add_argument("--source", type=Path, help="the damaged file; DATA_DIR/flowloom.sqlite3 without it")

    def handle(self, *, path: Path, source: Path | None, **options: Any) -> None:
        damaged = source or Path(settings.DATA_DIR) / "flowloom.sqlite3"
        if not damaged.exists():
            raise CommandError(f"{damaged} does not exist. Rows in PostgreSQL are rescued by its own programs.")
        # Its files are nobody else's on this machine.
        os.umask(0o077)
        try:
            copied = salvage(damaged, path)
        except OSError as error:
            raise CommandError(problem(path, error)) from error
        except NothingReadableError as error:
            raise CommandError(f"{error} Restore a backup.") from error
        for name, count in sorted(copied.items()):
            if count:
                self.stdout.write(f"{count:>9}  {name}")
        self.stdout.write(
            f"{path} has {sum(copied.values())} rows. To use it, stop the server, move {damaged} away, and the files "
            "beside it that end in -wal and -shm, and put the new file in its place."
        )
