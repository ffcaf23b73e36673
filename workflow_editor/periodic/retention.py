"""A thread that keeps the history of runs in bounds."""

import logging
import threading

from django.db import close_old_connections

from workflow_editor.services.history.pruner import HistoryPruner

logger = logging.getLogger(__name__)

EVERY_S = 60.0
# Between rounds while there is something to do, so that others get at the tables meanwhile.
PAUSE_S = 1.0


class RetentionThread(threading.Thread):
    """Runs short rounds while there is work, and rests otherwise."""

    def __init__(self) -> None:
        super().__init__(name="retention", daemon=True)
        self._stopping = threading.Event()

    def run(self) -> None:
        pruner = HistoryPruner()
        pause_s = 0.0
        while not self._stopping.wait(pause_s):
            try:
                is_idle = pruner.round().is_idle()
            except Exception:  # a round that failed must not be the last one
                close_old_connections()
                logger.warning("Pruning the history failed and is tried again later", exc_info=True)
                is_idle = True
            pause_s = EVERY_S if is_idle and pruner.is_at_the_beginning() else PAUSE_S

    def stop(self) -> None:
        self._stopping.set()
