"""Pauses that nobody asked for: the publisher lost the right, or a trigger failed too often.

The owner of the workflow and the publisher find each of them in the inbox, and get a mail.
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from tools.adapters.access_log import access_record
from tools.core.call.advice import RESUME_TRIGGER
from tools.core.definitions import JsonObject
from tools.rows.question import finds
from tools.services.current_actor import current_actor
from workflow_editor.errors import failure_json
from workflow_editor.models import InboxItem, Trigger, WorkflowMember
from workflow_editor.selectors.access import TAKEN_UP
from workflow_editor.selectors.outside.triggers import trigger_name
from workflow_editor.services.mails.mentions_and_pauses import inbox_mails_enqueue


@transaction.atomic
def trigger_pause_for(trigger: Trigger, reason: JsonObject) -> bool:
    """Pause a trigger for a reason as `failure_json` returns it, and notify owner and publisher.

    Returns False, and does nothing, if it is paused already.
    """
    now = timezone.now()
    if not Trigger.objects.filter(pk=trigger.pk, paused_at=None).update(paused_at=now, pause_reason=reason):
        return False
    trigger.paused_at, trigger.pause_reason = now, reason
    _notify(trigger, reason, at=now.isoformat())
    return True


def triggers_pause_without_right() -> int:
    """Pause live triggers with publishers who may no longer run the workflow; return the number. Their runs are refused
    anyway.
    """
    if not finds(triggers_without_right):
        return 0
    return sum(trigger_pause_without_right(trigger) for trigger in triggers_without_right())


def triggers_without_right() -> QuerySet[Trigger]:
    """Return live triggers with publishers who may no longer run the workflow."""
    editors = WorkflowMember.objects.filter(
        TAKEN_UP, workflow=OuterRef("workflow"), user=OuterRef("runs_as"), role=WorkflowMember.Role.EDITOR
    )
    may_run = Q(runs_as__is_active=True) & (Q(workflow__owner=F("runs_as")) | Exists(editors))
    live = Trigger.objects.filter(version__isnull=False, paused_at=None)
    return live.exclude(may_run).select_related("workflow")


@transaction.atomic
def trigger_pause_without_right(trigger: Trigger) -> bool:
    """Pause a trigger because its publisher may no longer run the workflow; return False if it is paused already."""
    is_paused = trigger_pause_for(trigger, failure_json("right_lost", RESUME_TRIGGER.text, {}))
    if is_paused:
        trigger_recorded(trigger, "paused", {"reason": "right_lost"})
    return is_paused


def trigger_recorded(trigger: Trigger, verb: str, details: JsonObject | None = None) -> None:
    """Write an act about a trigger into the audit log, in the name of the current actor."""
    actor = current_actor()
    target = f"{trigger.workflow.slug} {trigger.node_key}"
    access_record(actor.user, f"trigger.{verb}", target, details, address=actor.address)


def _notify(trigger: Trigger, reason: JsonObject, *, at: str) -> None:
    notice = {"workflow": trigger.workflow.name, "node": trigger_name(trigger), "reason": reason, "at": at}
    people = User.objects.filter(pk__in={trigger.workflow.owner_id, trigger.runs_as_id}, is_active=True)
    kind = InboxItem.Kind.PAUSED
    # The owner of an earlier pause may be somebody else by now.
    trigger.inbox_items.all().delete()
    InboxItem.objects.bulk_create(
        [InboxItem(user=person, trigger=trigger, kind=kind, notice=notice) for person in people]
    )
    inbox_mails_enqueue(trigger.inbox_items.all(), settings.PUBLIC_URL)
