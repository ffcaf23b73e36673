"""Runs of one workflow that end at the same moment, and workers that send at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections, transaction

from tests.factories.runs import run_create
from tests.factories.workflows import version_create, workflow_create
from workflow_editor.models import Alert, AlertRule, FailureStreak, Status
from workflow_editor.services.alerts.record import alert_rules, alerts_store
from workflow_editor.services.alerts.send import alerts_claim_due

WORKERS = 4
ROUNDS = 10


@pytest.mark.django_db(transaction=True)
def test_one_failure_is_the_first_and_each_message_is_claimed_once(alice: User, queue: Any) -> None:
    workflow = workflow_create(alice)
    version = version_create(workflow)
    AlertRule.objects.create(workflow=workflow, channel="mail", address="a@b.example", every=5, created_by=alice)
    start_line = Barrier(WORKERS, timeout=60)
    claimed: list[int] = []

    def work(_worker: int) -> None:
        try:
            for _ in range(ROUNDS):
                run = run_create(workflow, version=version, status=Status.FAILED, trigger="api")
                rules = alert_rules(run)
                start_line.wait()
                with transaction.atomic():
                    alerts_store(run, rules)
                start_line.wait()
                claimed.append(alerts_claim_due())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))
    streak = FailureStreak.objects.get()
    assert (streak.number, streak.failures) == (1, WORKERS * ROUNDS)
    due = [1, *range(5, WORKERS * ROUNDS + 1, 5)]
    assert sorted(Alert.objects.values_list("failures", flat=True)) == due
    claimed.append(alerts_claim_due())
    assert sum(claimed) == len(due)
