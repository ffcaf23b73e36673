"""`manage.py worker`: one worker process of the scaled mode."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from workflow_editor.settings import env


class Command(BaseCommand):
    """Works until SIGTERM or SIGINT; what it has begun then ends or goes to other workers within ten seconds."""

    help = "Run a worker process; any number of them may come and go."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--threads",
            type=int,
            default=env.integer("WORKER_THREADS", 8, at_least=1),
            help="how many nodes run at the same time (WORKER_THREADS)",
        )

    def handle(self, *, threads: int, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError("Set REDIS_URL and DATABASE_URL, or start everything with `manage.py up`.")
        from workflow_editor.scaled.worker import run_worker

        run_worker(threads=threads)
