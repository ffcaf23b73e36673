"""Webhooks of one trigger that fail at the same moment each count: none waits for the other in a circle."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.factories.run_documents import chain, failing
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tools.adapters.thread_connections import thread_connection
from workflow_editor.models import Run, TriggerDelivery
from workflow_editor.services.runs import save
from workflow_editor.services.triggers.run_ends import outcome_count

pytestmark = pytest.mark.django_db(transaction=True)


def test_each_failure_counts(
    publish_trigger: PublishTrigger, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    # Caps let one run of a person begin after the other.
    settings.MAX_OPEN_RUNS = settings.MAX_RUNS_PER_MINUTE = settings.MAX_MONEY_PER_DAY = 0
    trigger = publish_trigger("webhook", document=chain(failing("a")))
    barrier = Barrier(2)
    count = outcome_count

    def counted(run: Run) -> None:
        # SQLite lets one transaction write at a time, so the second never comes here beside the first.
        if connection.vendor == "postgresql":
            barrier.wait(timeout=20)
        count(run)

    monkeypatch.setattr(save, "outcome_count", counted)

    def send(number: int) -> Any:
        with thread_connection():
            body = json.dumps({"topic": f"tea {number}"})
            return APIClient().post(f"/hooks/{trigger.token}/", body, content_type="application/json")

    with ThreadPoolExecutor(2) as pool:
        answers = [answer.status_code for answer in pool.map(send, range(2))]
    assert answers == [202, 202]
    assert TriggerDelivery.objects.count() == Run.objects.filter(status="failed").count() == 2
    trigger.refresh_from_db()
    assert trigger.failures == 2
