"""The beginning of waits, inside the step that puts their nodes aside."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from workflow_editor.adapters.process.task_queue import enqueue_child_over
from workflow_editor.models import Wait
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.waits import ApprovalWait, ChildRunWait, CredentialOriginWait, FormWait
from workflow_editor.services.runs.waits.uptime import due_uptime


def waits_begin(waits: Mapping[int, NodeWait], now: datetime) -> None:
    """Store waits by id of a `waiting` node run. Unknown user names are ignored: owner and editors can always
    answer.
    """
    rows = Wait.objects.bulk_create(
        Wait(
            node_run_id=node_run_id,
            kind=wait.about.kind,
            payload=wait.about.to_json(),
            due_at=wait.due_at,
            due_uptime=None if wait.lasts_s is None else due_uptime(wait.lasts_s),
            created_at=now,
        )
        for node_run_id, wait in waits.items()
    )
    for row, wait in zip(rows, waits.values(), strict=True):
        match wait.about:
            case ApprovalWait() | FormWait() | CredentialOriginWait() as asked if asked.approvers:
                row.approvers.set(User.objects.filter(username__in=asked.approvers, is_active=True))
            case ChildRunWait(run_id=child_id):
                # The child may be over already; then its own message came before anybody waited.
                transaction.on_commit(partial(enqueue_child_over, child_id))
