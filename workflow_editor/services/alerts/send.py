"""Sends stored messages: a claim each, so that of two workers one sends, and a killed one's message is sent again."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from workflow_editor.adapters.process.task_queue import enqueue_alert
from workflow_editor.errors import NodeError, failure_json
from workflow_editor.models import Alert, AlertRule
from workflow_editor.services.alerts.channels import alert_deliver
from workflow_editor.services.due_claims import claim_due

MOST_TRIES = 3
_CLAIM = timedelta(minutes=2)
_PAUSES = (timedelta(minutes=1), timedelta(minutes=10))
_CLAIMED_AT_ONCE = 50


def alerts_claim_due() -> int:
    """Let workers send what is due, at most fifty messages at once; return how many."""
    now = timezone.now()
    return claim_due(_due, now, _CLAIMED_AT_ONCE, lambda _: now + _CLAIM, enqueue_alert)


def _due(now: datetime) -> QuerySet[Alert]:
    return Alert.objects.filter(next_at__lte=now)


def alert_send(alert_id: UUID, claimed_until: datetime) -> None:
    """Send a message by a claim; nothing once the claim is over."""
    alert = _claimed(alert_id, claimed_until).select_related("rule__created_by", "workflow").first()
    if alert is None:
        return
    problem = None
    try:
        alert_deliver(alert)
    except NodeError as error:
        problem = failure_json(error.code, error.text, {})
    tries = alert.tries + 1
    again = timezone.now() + _PAUSES[tries - 1] if problem and tries < MOST_TRIES else None
    if not _claimed(alert_id, claimed_until).update(tries=tries, next_at=again):
        return
    changes = {"problem": problem} if problem else {"problem": None, "sent_at": timezone.now()}
    AlertRule.objects.filter(pk=alert.rule_id).update(**changes)


def alert_author(alert_id: UUID) -> int | None:
    """Return the person who set up what a message is sent by."""
    return Alert.objects.filter(pk=alert_id).values_list("rule__created_by", flat=True).first()


def _claimed(alert_id: UUID, until: datetime) -> "QuerySet[Alert]":
    return Alert.objects.filter(pk=alert_id, next_at=until)
