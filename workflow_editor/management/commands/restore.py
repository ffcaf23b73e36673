"""`manage.py restore PATH`: fill this installation from a backup, on SQLite or PostgreSQL."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from workflow_editor.management.backups import UNREADABLE, known_passphrase, problem, summary
from workflow_editor.services.backups.restore import DatabaseInUseError, NotEmptyError, backup_restore
from workflow_editor.serving.data_lock import Database, DataFolderInUseError, hold_data_folder, note_database
from workflow_editor.settings import env


class Command(BaseCommand):
    """Exits with an error, and changes nothing, when a server runs, accounts are there, or the backup is not whole."""

    help = "Fill this installation from a backup; stop all of its servers first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a file that `backup` wrote")
        parser.add_argument(
            "--into",
            choices=["sqlite", "private"],
            help="the SQLite file of `up`, or the private PostgreSQL of `up --scaled`; the one last used without it",
        )
        parser.add_argument("--replace", action="store_true", help="replace an installation that has accounts")

    def handle(self, *, path: Path, into: Database | None, replace: bool, **options: Any) -> None:
        if into and env.text("DATABASE_URL"):
            raise CommandError("--into is for a folder without DATABASE_URL.")
        # Its files are nobody else's on this machine.
        os.umask(0o077)
        try:
            lock = hold_data_folder(settings.DATA_DIR)
            manifest = backup_restore(path, known_passphrase, replace=replace)
            if into:
                note_database(lock, into)
        except NotEmptyError as error:
            raise CommandError(
                "This installation is not empty. `restore --replace` deletes what it has, and fills it from the backup."
            ) from error
        except DatabaseInUseError as error:
            raise CommandError("Others are connected to the database: stop all servers that use it first.") from error
        except DataFolderInUseError as error:
            raise CommandError(f"{error} Stop it first.") from error
        except UNREADABLE as error:
            raise CommandError(problem(path, error)) from error
        self.stdout.write(f"Restored {summary(manifest)}.")
        if "credential_key" not in manifest.keys:
            self.stdout.write("The backup has no keys: put credential_key of its installation into DATA_DIR.")
