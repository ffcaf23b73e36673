"""Requests for a run that may come twice: a caller that was cut off does not know what came of the first."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import IntegrityError

from workflow_editor.models import Run, Workflow


def run_once(workflow: Workflow, user: User, key: str | None, begin: Callable[[], Run]) -> tuple[Run, bool]:
    """Begin a run, unless this user has begun one in this workflow with the same key.

    `begin` stores the new run with the key, in its own transaction. Returns the run, and whether it is new.
    """
    if not key:
        return begin(), True
    if earlier := _run_with_key(workflow, user, key):
        return earlier, False
    try:
        return begin(), True
    except IntegrityError:
        # Somebody used the same key in the same moment.
        earlier = _run_with_key(workflow, user, key)
        if earlier is None:
            raise
        return earlier, False


def _run_with_key(workflow: Workflow, user: User, key: str) -> Run | None:
    return Run.objects.filter(workflow=workflow, created_by=user, idempotency_key=key).first()
