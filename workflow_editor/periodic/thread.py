"""A thread that takes a round of work again and again."""

import logging
import threading
from typing import ClassVar

from django.db import close_old_connections

from workflow_editor.adapters.database.storage_failures import storage_failure

logger = logging.getLogger(__name__)


class PeriodicThread(threading.Thread):
    """Reports a round that fails and takes the next one nevertheless: what is due now is still due then."""

    title: ClassVar[str]
    failed: ClassVar[str]
    """Log message of a failed round; the error follows."""
    first_after_s: ClassVar[float] = 1.0
    after_failure_s: ClassVar[float] = 1.0

    def __init__(self) -> None:
        super().__init__(name=self.title, daemon=True)
        self._stopping = threading.Event()

    def tick(self) -> float:
        """Take one round, and return the seconds until the next."""
        raise NotImplementedError

    def run(self) -> None:
        pause_s = self.first_after_s
        while not self._stopping.wait(pause_s):
            try:
                pause_s = self.tick()
            except Exception as error:  # whatever happens in a round, the next one must come: it finds what others lost
                close_old_connections()
                logger.warning("%s: %s", self.failed, error, exc_info=storage_failure(error) is None)
                pause_s = self.after_failure_s

    def stop(self) -> None:
        self._stopping.set()
