"""Stores what is to be sent about a run, in the transaction that ends it."""

from collections.abc import Sequence

from django.db.models import Q

from tools.rows.reader import read_values
from workflow_editor.models import Alert, AlertRule, FailureStreak, Run, Status
from workflow_editor.selectors.outside.triggers import trigger_name
from workflow_editor.services.turn_answers import TURNS

_WATCHED_BY_A_PERSON = frozenset({"manual", Run.REPLAY, *TURNS})


def alert_rules(run: Run) -> Sequence[AlertRule]:
    """Return the rules for a run's end; none for watched, single-node, test-mode and child runs."""
    if run.status not in (Status.FAILED, Status.SUCCEEDED) or run.trigger in _WATCHED_BY_A_PERSON:
        return ()
    if run.kind != Run.Kind.RUN or run.mode != Run.Mode.LIVE or run.target_node or run.parent_node_run_id is not None:
        return ()
    # As `end_triggers`: most installations have no rule.
    if not read_values(AlertRule, ("id",), {"is_enabled": True}):
        return ()
    return list(AlertRule.objects.filter(Q(workflow=run.workflow_id) | Q(workflow=None), is_enabled=True))


def alerts_store(run: Run, rules: Sequence[AlertRule]) -> None:
    """Count the failures in a row, and store the messages that are due. Who counts at the same time waits."""
    if not rules:
        return
    if run.status == Status.FAILED:
        FailureStreak.objects.get_or_create(workflow_id=run.workflow_id)
        streak = FailureStreak.objects.select_for_update().get(workflow_id=run.workflow_id)
        streak.failures += 1
        streak.number += streak.failures == 1
        due = [rule for rule in rules if rule.wants(streak.failures)]
        _store(run, due, streak.number, streak.failures)
    else:
        # Nobody needs to wait while all is well.
        failing = FailureStreak.objects.filter(workflow_id=run.workflow_id, failures__gt=0)
        if not failing.exists():
            return
        found = failing.select_for_update().first()
        if found is None:
            return
        streak = found
        streak.failures = 0
        sent = Alert.objects.filter(workflow_id=run.workflow_id, streak=streak.number).values_list("rule_id", flat=True)
        notified = set(sent)
        _store(run, [rule for rule in rules if rule.on_recovery and rule.pk in notified], streak.number, 0)
    streak.save(update_fields=["number", "failures"])


def _store(run: Run, rules: Sequence[AlertRule], streak: int, failures: int) -> None:
    if not rules:
        return
    # Alerts about earlier failures are over.
    Alert.objects.filter(workflow_id=run.workflow_id, streak__lt=streak - 1, next_at=None).delete()
    name = trigger_name(run.delivery.trigger) if run.delivery else ""
    Alert.objects.bulk_create(
        [
            Alert(
                rule=rule,
                workflow_id=run.workflow_id,
                streak=streak,
                failures=failures,
                run_id=run.pk,
                trigger=name or run.trigger,
                error=run.error,
            )
            for rule in rules
        ],
        ignore_conflicts=True,
    )
