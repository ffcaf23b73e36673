"""A thread that keeps the history of runs in bounds."""

from workflow_editor.periodic.thread import PeriodicThread
from workflow_editor.services.retention.pruner import HistoryPruner

EVERY_S = 60.0
# Between rounds while there is something to do, so that others get at the tables meanwhile.
PAUSE_S = 1.0


class RetentionThread(PeriodicThread):
    """Runs short rounds while there is work, and rests otherwise."""

    title = "retention"
    failed = "Pruning the history failed and is tried again later"
    first_after_s = 0.0
    after_failure_s = EVERY_S

    def __init__(self) -> None:
        super().__init__()
        self._pruner = HistoryPruner()

    def tick(self) -> float:
        is_idle = self._pruner.round().is_idle()
        return EVERY_S if is_idle and self._pruner.is_at_the_beginning() else PAUSE_S
