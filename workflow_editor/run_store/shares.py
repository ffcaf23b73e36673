"""The share that work on a run belongs to: its person, and the trigger that started it."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from tools.core.concurrency.places import Share
from workflow_editor.models import Run

SHARE_COLUMNS = ("created_by_id", "workflow_id", "trigger", "delivery_id")
"""Columns of `share_of_row`, in order."""


def share_of(run: Run) -> Share:
    return share_of_row(*(getattr(run, name) for name in SHARE_COLUMNS))


def share_of_row(person: Any, workflow: Any, trigger: str, delivery: Any) -> Share:
    """Return the share of a run by its columns; triggers of one kind in one workflow count as one."""
    return Share(person, None if delivery is None else (UUID(str(workflow)), trigger))


def oldest_of_each(rows: Any, run: str, of_each: int, at_most: int) -> Iterable[tuple[Any, ...]]:
    """Return id, creation time of the run, and share columns of every person's oldest rows.

    `rows` queries runs or node runs, `run` leads to the run; at most `of_each` per person and workflow, `at_most` in
    total, the oldest first.
    """
    if not rows.exists():
        # Most sweeps: the statement with the window costs ten times as much to write.
        return ()
    names = [f"{run}{name}" for name in SHARE_COLUMNS]
    number = Window(RowNumber(), partition_by=[F(names[0]), F(names[1])], order_by=F("id").asc())
    first = rows.order_by().annotate(number=number).filter(number__lte=of_each).order_by("number", "id")
    oldest: Iterable[tuple[Any, ...]] = first.values_list("id", f"{run}created_at", *names)[:at_most]
    return oldest
