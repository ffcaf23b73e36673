"""The share that work on a run belongs to: its person, and the trigger that started it."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

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


def oldest_of_each(rows: Any, run: str, of_each: int, at_most: int) -> Iterable[tuple[Any, ...]]:
    """Return the id, the time of the run's creation, and the share's columns, of the oldest rows of every person.

    Args:
        rows: a query of runs or of node runs.
        run: leads from a row to its run.
        of_each: so many of a person in one workflow.
        at_most: so many in all, the oldest of everybody first.
    """
    names = [f"{run}{name}" for name in SHARE_COLUMNS]
    number = Window(RowNumber(), partition_by=[F(names[0]), F(names[1])], order_by=F("id").asc())
    first = rows.order_by().annotate(number=number).filter(number__lte=of_each).order_by("number", "id")
    oldest: Iterable[tuple[Any, ...]] = first.values_list("id", f"{run}created_at", *names)[:at_most]
    return oldest
