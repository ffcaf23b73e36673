"""The share that work on a run belongs to: its person, and the trigger that started it."""

from typing import Any
from uuid import UUID

from tools.core.places import Share
from workflow_editor.models import Run

SHARE_COLUMNS = ("created_by_id", "workflow_id", "trigger", "delivery_id")
"""What `share_of_row` takes, in this order."""


def share_of(run: Run) -> Share:
    """Return the share of a run."""
    return share_of_row(*(getattr(run, name) for name in SHARE_COLUMNS))


def share_of_row(person: Any, workflow: Any, trigger: str, delivery: Any) -> Share:
    """Return the share of a run by its columns; triggers of one kind in one workflow count as one."""
    return Share(person, None if delivery is None else (UUID(str(workflow)), trigger))
