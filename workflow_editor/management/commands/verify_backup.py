"""`manage.py verify-backup PATH`: whether a backup is whole, and this version can restore it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from workflow_editor.management.backups import UNREADABLE, known_passphrase, problem, summary
from workflow_editor.services.backups.restore import backup_verify


class Command(BaseCommand):
    """Exits with an error when it is not; needs no database."""

    help = "Read a backup whole and check it against its hashes."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a file that `backup` wrote")

    def handle(self, *, path: Path, **options: Any) -> None:
        try:
            manifest = backup_verify(path, known_passphrase)
        except UNREADABLE as error:
            raise CommandError(problem(path, error)) from error
        self.stdout.write(f"{path} is whole: made at {manifest.made_at}, with {summary(manifest)}.")
