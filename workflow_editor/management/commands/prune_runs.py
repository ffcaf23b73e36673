"""`manage.py prune_runs`: brings the history of runs within its limits now."""

from typing import Any

from django.core.management.base import BaseCommand

from workflow_editor.services.retention.pruner import HistoryPruner


class Command(BaseCommand):
    """Goes round all workflows until nothing is left to do."""

    help = (
        "Delete finished runs beyond HISTORY_DAYS, HISTORY_RUNS and HISTORY_MEGABYTES; servers do this by themselves."
    )

    def handle(self, **options: Any) -> None:
        pruner, runs, days, payloads = HistoryPruner(), 0, 0, 0
        busy = True
        while busy or not pruner.is_at_the_beginning():
            if pruner.is_at_the_beginning():
                busy = False
            report = pruner.round()
            busy = busy or not report.is_idle()
            runs, days, payloads = runs + report.runs, days + report.days, payloads + report.payloads
        self.stdout.write(f"Deleted {runs} runs, {payloads} payloads and the events of {days} days.")
