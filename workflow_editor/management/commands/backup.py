"""`manage.py backup PATH`: everything that the installation keeps, in one file, beside a running server."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from workflow_editor.management.backups import new_passphrase, problem, summary
from workflow_editor.management.stored_state import explained
from workflow_editor.services.backups.backup import backup_create


class Command(BaseCommand):
    """Exits with an error, and leaves no file behind, when the backup cannot be made."""

    help = "Write database, files and keys into one file; the server may go on running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="the file to write, such as flowloom.backup")
        keys = parser.add_mutually_exclusive_group()
        keys.add_argument("--without-keys", action="store_true", help="leave credential_key and secret_key out")
        keys.add_argument(
            "--encrypt-keys", action="store_true", help="encrypt them by a passphrase: BACKUP_PASSPHRASE, or asked for"
        )

    def handle(self, *, path: Path, without_keys: bool, encrypt_keys: bool, **options: Any) -> None:
        passphrase = new_passphrase() if encrypt_keys else ""
        try:
            manifest = backup_create(path, with_keys=not without_keys, passphrase=passphrase)
        except OSError as error:
            raise CommandError(problem(path, error)) from error
        except (DatabaseError, sqlite3.Error) as error:
            raise explained(error) from error
        self.stdout.write(f"{path} holds {summary(manifest)}.")
        if manifest.missing_files:
            self.stderr.write(f"The storage had lost {len(manifest.missing_files)} contents of files before.")
        if manifest.keys and not passphrase:
            self.stdout.write("The keys of stored secrets are in it: keep it as secret as the server.")
