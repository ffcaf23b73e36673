"""Runs that take too long."""

from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.errors import failure_json
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.services.runs.fail import run_fail

_BATCH = 100


def runs_fail_overdue() -> None:
    """Fail open runs after their deadline, stopping work in progress."""
    now = timezone.now()
    overdue = Run.objects.filter(status__in=OPEN_WORDS, deadline_at__lte=now).order_by("deadline_at")
    for run_id in list(overdue.values_list("id", flat=True)[:_BATCH]):
        run_fail(run_id, now, _error)


def _error(run: Run) -> JsonObject:
    seconds = limits_of(run.limits).deadline_s
    text = Text(
        "The run did not finish within its deadline of {seconds} s. Raise the deadline in the workflow's settings.",
        seconds=seconds,
    )
    return {**failure_json("run_deadline", text, {"deadline_s": seconds}), "node_key": None}
