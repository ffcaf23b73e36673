"""A thread that sweeps at regular intervals."""

import logging
import threading

from django.db import Error, close_old_connections

from workflow_editor.services.runs.recovery import sweep

logger = logging.getLogger(__name__)

EVERY_S = 5.0


class SweeperThread(threading.Thread):
    """Finds work that got lost, whatever the broker believes."""

    def __init__(self) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.wait(EVERY_S):
            try:
                sweep()
            except Error:
                close_old_connections()
                logger.warning("The sweep failed; the next one is in %s s", EVERY_S, exc_info=True)

    def stop(self) -> None:
        self._stopping.set()
