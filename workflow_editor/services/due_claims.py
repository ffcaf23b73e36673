"""Claims of due rows: of two processes one claims a row; if it dies, the row is due again when the claim ends."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from tools.rows.question import finds
from workflow_editor.models import Alert, BotReply, Trigger

Row = TypeVar("Row", Alert, BotReply, Trigger)


def claim_due(
    rows: "Callable[[datetime], QuerySet[Row]]",
    now: datetime,
    at_most: int,
    until: Callable[[Row], datetime],
    enqueue: Callable[[UUID, datetime], None],
) -> int:
    """Move `next_at` of the rows due now, oldest first, to the end of a claim, and enqueue a task for each on commit;
    return how many.
    """
    # Asked every second: while nothing is due, nobody waits for the lock on SQLite's writes, and no row is described.
    if not finds(rows, now):
        return 0
    with transaction.atomic():
        due = list(rows(now).select_for_update(of=("self",), skip_locked=True).order_by("next_at")[:at_most])
        for row in due:
            row.next_at = until(row)
            row.save(update_fields=["next_at"])
            transaction.on_commit(partial(enqueue, row.pk, row.next_at))
    return len(due)
