"""Trigger administration: secrets, new address, pausing, starting now."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from itertools import islice, takewhile

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.call.advice import PUBLISH_FIRST
from tools.core.text import Text
from workflow_editor.errors import ConflictError, InvalidInputError, failure_json
from workflow_editor.models import Trigger
from workflow_editor.models.trigger import new_trigger_token
from workflow_editor.nodes.builtin.poll import PollNode
from workflow_editor.nodes.builtin.schedule import ScheduleConfig, ScheduleNode
from workflow_editor.nodes.triggers import Due
from workflow_editor.selectors.outside.triggers import resume_takes_over
from workflow_editor.services.limits.people import live_triggers_check
from workflow_editor.services.triggers.deliver import Delivered, Status, deliver
from workflow_editor.services.triggers.due import schedule_go_on
from workflow_editor.services.triggers.pauses import trigger_recorded

MOST_BACKFILLED = 1000
_TOO_MANY = Text("This span has more than {most} due times. Choose a shorter one.", most=MOST_BACKFILLED)
_NO_SCHEDULE = Text("Only schedules have due times.")


@transaction.atomic
def trigger_set_secrets(trigger: Trigger, values: Mapping[str, str]) -> Trigger:
    """Store secrets by name beside those that it has; an empty one is removed. The audit log has their names."""
    kept = {**trigger.secrets(), **values}
    trigger.set_secrets({name: value for name, value in kept.items() if value})
    trigger.save(update_fields=["secret_values", "secret_names"])
    stored, removed = ([name for name in sorted(values) if bool(values[name]) is filled] for filled in (True, False))
    trigger_recorded(trigger, "secrets_changed", {"stored": stored, "removed": removed})
    return trigger


@transaction.atomic
def trigger_change_address(trigger: Trigger) -> Trigger:
    """Give it another address, published or not; nothing listens at the old one from then on."""
    trigger.token, trigger.known_to = new_trigger_token(), []
    trigger.save(update_fields=["token", "known_to"])
    trigger_recorded(trigger, "address_changed")
    return trigger


@transaction.atomic
def trigger_pause(trigger: Trigger, reason: str) -> Trigger:
    """Start nothing any more until it is resumed; what arrives at a webhook is refused meanwhile."""
    words = Text.verbatim(reason)
    trigger.paused_at, trigger.pause_reason = timezone.now(), failure_json("paused_by_person", words, {})
    trigger.save(update_fields=["paused_at", "pause_reason"])
    return trigger


@transaction.atomic
def trigger_resume(trigger: Trigger, user: User) -> Trigger:
    """Resume; missed due times are skipped, and a poll checks at once.

    `user` takes it over if its publisher may no longer run the workflow. Raises LimitError (`cap_reached`), as
    `triggers_publish`.
    """
    takes_over = resume_takes_over(trigger)
    if takes_over:
        trigger.runs_as = user
    trigger.paused_at, trigger.pause_reason, trigger.failures = None, None, 0
    if trigger.type == PollNode.id and trigger.version_id is not None:
        trigger.next_at = timezone.now()
    if trigger.type == ScheduleNode.id and trigger.version_id is not None:
        schedule_go_on(trigger, ScheduleConfig.model_validate(trigger.config), timezone.now())
    trigger.save(update_fields=["paused_at", "pause_reason", "failures", "next_at", "runs_as"])
    if takes_over and trigger.version_id is not None:
        live_triggers_check(user.pk, {trigger.type})
    trigger.inbox_items.all().delete()
    return trigger


def schedule_start_now(trigger: Trigger) -> Delivered:
    """Start a run as if due now, even when paused. Raises ConflictError (`trigger_not_live`) if unpublished."""
    config, now = _live_schedule(trigger), timezone.now()
    data = ScheduleNode().arrives_at(config, Due(now, now), is_late=False)
    return deliver(trigger, key=f"now:{uuid.uuid4().hex}", data=data, at=now)


def schedule_backfill(trigger: Trigger, start: datetime, end: datetime) -> int:
    """Start missed runs between `start` (exclusive) and `end` (inclusive), one after the other; return the number.

    Due times that ran are skipped.
    Raises:
        ConflictError: (`trigger_not_live`) it is not published.
        InvalidInputError: more than 1,000 due times.
    """
    config = _live_schedule(trigger)
    schedule, now = ScheduleNode(), timezone.now()
    times = takewhile(lambda due: due.nominal <= end, schedule.due(config, start, spread_by=str(trigger.pk)))
    due = list(islice(times, MOST_BACKFILLED + 1))
    if len(due) > MOST_BACKFILLED:
        raise InvalidInputError.at("/end", "too_many_due_times", _TOO_MANY)
    with transaction.atomic():
        for one in due:
            data = schedule.arrives_at(config, one, is_late=True)
            deliver(trigger, key=one.nominal.isoformat(), data=data, at=now, status=Status.WAITING)
    return len(due)


def _live_schedule(trigger: Trigger) -> ScheduleConfig:
    if trigger.version_id is None:
        raise ConflictError(PUBLISH_FIRST.text, code="trigger_not_live")
    if trigger.type != ScheduleNode.id:
        raise ConflictError(_NO_SCHEDULE, code="not_a_schedule")
    return ScheduleConfig.model_validate(trigger.config)
