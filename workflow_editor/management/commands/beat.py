"""`manage.py beat`: periodically recovers lost work, starts due triggers, and bounds the history."""

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Runs until SIGTERM or SIGINT; a second one beside it does no harm."""

    help = "Run the sweeper: one process is enough for all workers."

    def handle(self, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError("Set REDIS_URL and DATABASE_URL, or start everything with `manage.py up`.")
        from workflow_editor.celery import app
        from workflow_editor.periodic.retention import RetentionThread
        from workflow_editor.periodic.sweeper import SweeperThread
        from workflow_editor.periodic.trigger_clock import TriggerClockThread

        stop_requested = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, frame: stop_requested.set())
        # It rings through the application of this process.
        app.set_current()
        threads = (SweeperThread(), RetentionThread(), TriggerClockThread())
        for thread in threads:
            thread.start()
        stop_requested.wait()
        for thread in threads:
            thread.stop()
        for thread in threads:
            thread.join()
