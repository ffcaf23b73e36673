"""A thread that starts what is due by the clock, and what waited for an earlier run, and has messages sent."""

from workflow_editor.periodic.thread import PeriodicThread
from workflow_editor.services.alerts.send import alerts_claim_due
from workflow_editor.services.bot_replies import bot_replies_claim_due
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.polls import polls_claim_due

EVERY_S = 1.0


class TriggerClockThread(PeriodicThread):
    """Checks every second, and again at once while more is due."""

    title = "trigger clock"
    failed = "Triggers could not be started and are tried again"

    def tick(self) -> float:
        started = schedules_start_due() + polls_claim_due()
        start_waiting()
        bot_replies_claim_due()
        alerts_claim_due()
        return 0.0 if started else EVERY_S
