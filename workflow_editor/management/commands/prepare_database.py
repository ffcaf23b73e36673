"""`manage.py prepare_database`: part of the build. See `workflow_editor.adapters.database.prepared`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from workflow_editor.adapters.database.prepared import database_prepare


class Command(BaseCommand):
    """Migrates the database of DATA_DIR, and copies it; DATA_DIR is an empty folder."""

    help = "Make the empty database that first starts copy (part of the build)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="file to write")

    def handle(self, *, path: Path, **options: Any) -> None:
        call_command("migrate", interactive=False, skip_checks=True, verbosity=0)
        database_prepare(path)
