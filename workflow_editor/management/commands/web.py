"""`manage.py web`: one web process of the scaled mode."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from workflow_editor.management.ready import print_ready
from workflow_editor.serving.listener import AddressInUseError, inherit_or_bind
from workflow_editor.settings import env


class Command(BaseCommand):
    """Serves until SIGTERM or SIGINT; exits with 1 when it cannot start."""

    help = "Run a web server process; workers are other processes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"), help="address to listen on (HOST)")
        parser.add_argument(
            "--port", type=int, default=env.integer("PORT", 8000), help="port to listen on, 0 takes a free one (PORT)"
        )

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError("Set REDIS_URL and DATABASE_URL, or start everything with `manage.py up`.")
        try:
            listener = inherit_or_bind(host, port)
        except AddressInUseError as error:
            raise CommandError(str(error)) from None
        # Imported late: it brings the server in, which a mistyped option should not have to wait for.
        from workflow_editor.scaled.web import run_web

        run_web(listener, lambda address: print_ready(self.stdout, address))
