"""Starts due triggers: each due time starts one run, however many processes check.

One process holds a row at a time, and a delivery's key is its nominal time. Missed times are handled by the trigger's
policy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, takewhile

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tools.rows.question import finds
from workflow_editor.errors import NodeError, failure_json
from workflow_editor.models import Trigger, TriggerDelivery
from workflow_editor.nodes.builtin.schedule import ScheduleConfig, ScheduleNode
from workflow_editor.nodes.triggers import Due
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.triggers.deliver import Status, deliver, locked, open_runs, waiting_deliveries
from workflow_editor.services.triggers.pauses import trigger_pause_for

ON_TIME = timedelta(seconds=60)
"""Later ones count as missed."""
MOST_AT_ONCE = 1000
"""Due times of one trigger in one transaction; the others follow in the next."""
_BATCH = 100
_SCHEDULE = ScheduleNode()


def schedules_start_due() -> int:
    """Start what is due, of at most a hundred triggers; return of how many."""
    now = timezone.now()
    if not finds(_due, now):
        return 0
    with transaction.atomic():
        due = list(locked(_due(now)).order_by("next_at")[:_BATCH])
        running = set(open_runs(due).values_list("delivery__trigger", flat=True))
        waiting = set(waiting_deliveries(due).values_list("trigger", flat=True))
        for trigger in due:
            try:
                with transaction.atomic():
                    _start_due(trigger, now, _Busy(trigger.pk in running, trigger.pk in waiting))
            except NodeError as error:
                # Its time zone is gone, for example; others must not wait for it.
                trigger_pause_for(trigger, failure_json(error.code, error.text, error.details))
    return len(due)


def _due(now: datetime) -> QuerySet[Trigger]:
    return Trigger.objects.filter(type=_SCHEDULE.id, next_at__lte=now, version__isnull=False, paused_at=None)


@dataclass
class _Busy:
    """Work in progress of a schedule."""

    is_running: bool
    """One of its runs is open."""
    is_waiting: bool
    """A due time waits for an open run."""


def _start_due(trigger: Trigger, now: datetime, busy: _Busy) -> None:
    config = ScheduleConfig.model_validate(trigger.config)
    done_until = datetime.fromisoformat(str(trigger.position))
    times = _SCHEDULE.due(config, done_until, spread_by=str(trigger.pk))
    due = list(islice(takewhile(lambda one: one.at <= now, times), MOST_AT_ONCE))
    for one in _wanted(config, due, now):
        if config.is_over(trigger.starts):
            break
        trigger.starts = max(0, trigger.starts + _deliver(trigger, config, one, now, busy))
    schedule_go_on(trigger, config, due[-1].nominal if due else done_until)


def schedule_go_on(trigger: Trigger, config: ScheduleConfig, done_until: datetime) -> None:
    """Store up to when a schedule has dealt with its times, and when it is due next, if it is not over."""
    trigger.position = done_until.isoformat()
    is_over = config.is_over(trigger.starts)
    trigger.next_at = None if is_over else _SCHEDULE.next_time(config, done_until, spread_by=str(trigger.pk))
    trigger.save(update_fields=["position", "next_at", "starts"])


def _wanted(config: ScheduleConfig, due: Sequence[Due], now: datetime) -> Sequence[Due]:
    """Leave out what was missed and is not to be caught up."""
    window = ON_TIME if config.catch_up == "none" else max(ON_TIME, timedelta(seconds=config.catch_up_window_s))
    recent = [one for one in due if one.at >= now - window]
    if config.catch_up == "all":
        return recent
    on_time = [one for one in recent if one.at >= now - ON_TIME]
    return on_time or recent[-1:]


def _deliver(trigger: Trigger, config: ScheduleConfig, due: Due, now: datetime, busy: _Busy) -> int:
    """Return by how many runs there are more."""
    data = _SCHEDULE.arrives_at(config, due, is_late=due.at < now - ON_TIME)
    status = _status(config, busy)
    delivered = deliver(trigger, key=due.nominal.isoformat(), data=data, at=now, status=status)
    busy.is_running |= delivered.run is not None
    busy.is_waiting |= status == Status.WAITING
    left_out = 0
    if status == Status.WAITING and config.overlap == "cancel_old":
        left_out = _earlier_waiting(trigger, delivered.delivery).update(status=Status.SKIPPED)
        for run_id in open_runs([trigger]).values_list("pk", flat=True):
            run_cancel(run_id)
    return int(delivered.run is not None or status == Status.WAITING) - left_out


def _earlier_waiting(trigger: Trigger, newest: TriggerDelivery) -> "QuerySet[TriggerDelivery]":
    """Return what would have to give way as soon as it began; past times that people asked for are not among it."""
    return waiting_deliveries([trigger]).filter(data__is_catch_up=False).exclude(pk=newest.pk)


def _status(config: ScheduleConfig, busy: _Busy) -> Status:
    """Decide about a due time while an earlier run is open."""
    if config.overlap == "run_beside" or not (busy.is_running or busy.is_waiting):
        return Status.STARTED
    if config.overlap == "skip" or (config.overlap == "queue_one" and busy.is_waiting):
        return Status.SKIPPED
    return Status.WAITING
