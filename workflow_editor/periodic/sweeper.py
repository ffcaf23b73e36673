"""A thread that sweeps at regular intervals."""

from time import monotonic

from django.db.models import QuerySet

from agents.knowledge.services.indexing import indexing_sweep
from tools.rows.question import finds
from workflow_editor.adapters.process.clocks import ClockWatch
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.periodic.thread import PeriodicThread
from workflow_editor.run_store.leases import LEASE
from workflow_editor.services.limits.queue import runs_admit
from workflow_editor.services.runs.cancel import runs_fail_overdue
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.waits.due import waits_answer_due, waits_answer_settled
from workflow_editor.services.testing.evaluations import evaluations_advance
from workflow_editor.services.triggers.pauses import triggers_pause_without_right


def process_due_work() -> None:
    """Answer due and settled waits, end late runs, admit queued runs."""
    waits_answer_due()
    waits_answer_settled()
    runs_fail_overdue()
    runs_admit()


EVERY_S = 2.0
TICK_EVERY_S = 1.0


class SweeperThread(PeriodicThread):
    """Recovers lost work, whatever the broker reports."""

    title = "sweeper"
    failed = "The sweep failed; the next one comes soon"

    def __init__(self) -> None:
        super().__init__()
        self._swept_at = monotonic()
        self._clock = ClockWatch()

    def tick(self) -> float:
        """Do what is due this second, and every other second look for lost work."""
        # The waits and nodes of a run are closed when it ends: while no run is open, none is due or lost.
        is_open = finds(_open_runs)
        if is_open:
            process_due_work()
        evaluations_advance()
        if monotonic() - self._swept_at >= EVERY_S:
            self._swept_at = monotonic()
            # After the time of a lease, whoever works has renewed its own by the new clock.
            leases_end = not self._clock.was_set(within_s=LEASE.total_seconds())
            if is_open:
                sweep(leases_end=leases_end)
            indexing_sweep()
            triggers_pause_without_right()
        return TICK_EVERY_S


def _open_runs() -> QuerySet[Run]:
    return Run.objects.filter(status__in=OPEN_WORDS)
