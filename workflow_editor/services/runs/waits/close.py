"""Closes the waits of an ending run."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from workflow_editor.adapters.process.task_queue import enqueue_cancel
from workflow_editor.engine.waits import CANCELLED
from workflow_editor.models import Run, Wait
from workflow_editor.models.status import OPEN_STATUSES


def waits_close(node_run_ids: Sequence[int], now: datetime) -> None:
    """Give up what these node runs wait for, and cancel their child runs once the caller's transaction has ended."""
    open_waits = Wait.objects.filter(node_run__in=node_run_ids, answered_at__isnull=True)
    open_waits.update(answer={"decision": CANCELLED, "values": {}, "comment": ""}, answered_at=now)
    children = Run.objects.filter(parent_node_run__in=node_run_ids, status__in=OPEN_STATUSES, cancel_requested=False)
    for child_id in children.order_by().values_list("id", flat=True):
        transaction.on_commit(partial(enqueue_cancel, child_id))
