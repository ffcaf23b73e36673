"""`manage.py up`: the whole product on this machine, in one process or, with `--scaled`, in several."""

import os
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from workflow_editor.adapters.database.migrations import lacks_migrations
from workflow_editor.adapters.database.prepared import database_copy
from workflow_editor.management.ready import print_ready
from workflow_editor.management.stored_state import explained, refuse_damaged, refuse_unknown
from workflow_editor.serving.data_lock import DataFolderInUseError, lock_data_folder, note_database
from workflow_editor.serving.listener import AddressInUseError, inherit_or_bind
from workflow_editor.settings import env


class Command(BaseCommand):
    """Migrates, then serves until SIGTERM or SIGINT; exits with 1 when it cannot start."""

    help = "Run the whole product on this machine: in one process, or as web, worker and beat processes."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"), help="address to listen on (HOST)")
        parser.add_argument(
            "--port", type=int, default=env.integer("PORT", 8000), help="port to listen on, 0 takes a free one (PORT)"
        )
        parser.add_argument("--address", help="web address to print where another server stands in front")
        parser.add_argument(
            "--scaled",
            action="store_true",
            help="web, worker and beat processes; private servers without DATABASE_URL and REDIS_URL",
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=env.integer("WORKERS", 2),
            help="worker processes with --scaled (WORKERS)",
        )

    def handle(self, *, host: str, port: int, address: str | None, scaled: bool, workers: int, **options: Any) -> None:
        # Its files and those of its programs are nobody else's on this machine, in a folder that others may enter, too.
        os.umask(0o077)
        for file in settings.DATA_DIR.glob("*.sqlite3*"):
            file.chmod(0o600)
        if not scaled and not settings.EMBEDDED:
            raise CommandError(
                "REDIS_URL is set: start `manage.py up --scaled`, or single processes: web, worker, beat."
            )
        try:
            listener = inherit_or_bind(host, port)
            lock = lock_data_folder(settings.DATA_DIR)
        except (AddressInUseError, DataFolderInUseError) as error:
            raise CommandError(str(error)) from None
        if scaled:
            self._run_scaled(
                listener, workers, lambda: note_database(lock, "url" if env.text("DATABASE_URL") else "private")
            )
        else:
            # Before the process that migrates, which reads it.
            note_database(lock, "url" if env.text("DATABASE_URL") else "sqlite")
            self._run_embedded(listener, address)

    def _run_scaled(self, listener: socket.socket, workers: int, on_migrated: Callable[[], None]) -> None:
        from workflow_editor.scaled.private_servers import PrivateServerError
        from workflow_editor.scaled.start import MigrationError, run_scaled
        from workflow_editor.scaled.supervisor import ProgramFailedError

        try:
            run_scaled(listener, settings.BASE_DIR, settings.DATA_DIR, workers=workers, on_migrated=on_migrated)
        except (PrivateServerError, MigrationError, ProgramFailedError) as error:
            raise CommandError(str(error)) from None

    def _run_embedded(self, listener: socket.socket, front: str | None) -> None:
        self.check()
        if connection.vendor == "sqlite":
            database_copy(Path(connection.settings_dict["NAME"]))
        try:
            refuse_damaged(connection)
            refuse_unknown(connection)
            if lacks_migrations():
                _migrate()
        except DatabaseError as error:
            raise explained(error) from error
        # Imported late: it brings the worker and the server in, which a mistyped option should not have to wait for.
        from workflow_editor.embedded.server import StartError, run_server

        try:
            run_server(listener, lambda address: print_ready(self.stdout, front or address))
        except StartError as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise explained(error) from error


def _migrate() -> None:
    """Migrate in a process of its own: the models of all migrations would stay in the server's memory, 25 MB."""
    program = str(settings.BASE_DIR / "manage.py")
    command = [sys.executable, program, "migrate", "--no-input", "--skip-checks", "--verbosity", "0"]
    failed = subprocess.run(command).returncode  # noqa: S603 the command is our own
    if failed:
        sys.exit(failed)
