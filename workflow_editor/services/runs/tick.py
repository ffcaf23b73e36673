"""What happens every second: nothing holds a thread for what is only due later."""

from workflow_editor.services.runs.admission import runs_admit
from workflow_editor.services.runs.deadlines import runs_fail_overdue
from workflow_editor.services.runs.waits.due import waits_answer_due


def tick() -> None:
    """Answer waits whose time has come, end runs that are too late, let queued runs begin where there is room."""
    waits_answer_due()
    runs_fail_overdue()
    runs_admit()
