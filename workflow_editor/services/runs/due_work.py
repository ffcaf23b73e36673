"""What happens every second: nothing holds a thread for what is only due later."""

from workflow_editor.services.limits.queue import runs_admit
from workflow_editor.services.runs.deadlines import runs_fail_overdue
from workflow_editor.services.runs.waits.due import waits_answer_due
from workflow_editor.services.runs.waits.settled_origins import waits_answer_settled


def process_due_work() -> None:
    """Answer waits whose time has come or whose question is settled, end late runs, let queued runs begin."""
    waits_answer_due()
    waits_answer_settled()
    runs_fail_overdue()
    runs_admit()
