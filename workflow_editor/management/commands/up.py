"""`manage.py up`: the whole product in one process."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from workflow_editor.embedded.data_lock import DataFolderInUseError, lock_data_folder
from workflow_editor.embedded.listener import AddressInUseError, bind
from workflow_editor.selectors.accounts import setup_required
from workflow_editor.services.setup_link import setup_link_create
from workflow_editor.settings import env


class Command(BaseCommand):
    """Migrates, then serves until SIGTERM or SIGINT; exits with 1 when it cannot start."""

    help = "Run the whole product on this machine: web server, worker and sweeper in one process."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"), help="address to listen on (HOST)")
        parser.add_argument(
            "--port", type=int, default=env.integer("PORT", 8000), help="port to listen on, 0 takes a free one (PORT)"
        )

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("REDIS_URL is set: start web and worker processes instead of `manage.py up`.")
        try:
            listener = bind(host, port)
            lock_data_folder(settings.DATA_DIR)
        except (AddressInUseError, DataFolderInUseError) as error:
            raise CommandError(str(error)) from None
        self.check()
        call_command("migrate", interactive=False, verbosity=0)
        # Imported late: it brings the worker and the server in, which a mistyped option should not have to wait for.
        from workflow_editor.embedded.server import StartError, run_server

        try:
            run_server(listener, self._tell_ready)
        except StartError as error:
            raise CommandError(str(error)) from None

    def _tell_ready(self, address: str) -> None:
        self.stdout.write(f"Flowloom is ready at {address}")
        if setup_required():
            token = setup_link_create()
            self.stdout.write(f"Create the first administrator: {address}/setup?token={token}")
        sys.stdout.flush()
