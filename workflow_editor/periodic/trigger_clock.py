"""A thread that starts what is due by the clock, and what waited for an earlier run, and has messages sent."""

import logging
import threading

from django.db import close_old_connections

from workflow_editor.adapters.database.storage_failures import storage_failure
from workflow_editor.services.alerts.send import alerts_claim_due
from workflow_editor.services.bot_replies import bot_replies_claim_due
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.polls import polls_claim_due

logger = logging.getLogger(__name__)

EVERY_S = 1.0


class TriggerClockThread(threading.Thread):
    """Checks every second, and again at once while more is due."""

    def __init__(self) -> None:
        super().__init__(name="trigger clock", daemon=True)
        self._stopping = threading.Event()

    def run(self) -> None:
        pause_s = EVERY_S
        while not self._stopping.wait(pause_s):
            pause_s = EVERY_S
            try:
                if schedules_start_due() + polls_claim_due():
                    pause_s = 0.0
                start_waiting()
                bot_replies_claim_due()
                alerts_claim_due()
            except Exception as error:  # what is due now is still due in the next round
                close_old_connections()
                unforeseen = storage_failure(error) is None
                logger.warning("Triggers could not be started and are tried again: %s", error, exc_info=unforeseen)

    def stop(self) -> None:
        self._stopping.set()
