"""Caps that everybody has without being set: open runs and published triggers of a person, requests to one address."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_capped
from workflow_editor.errors import LimitError
from workflow_editor.models import Run, Trigger, WorkflowMember
from workflow_editor.services.limits import people as caps
from workflow_editor.services.limits.people import delivery_cap_check, run_caps_check
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.triggers.pauses import triggers_pause_without_right
from workflow_editor.services.versions import version_publish

PAUSE = chain(node("pause", "delay", {"seconds": 3600}))


@pytest.fixture(autouse=True)
def nothing_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "_open_runs", caps._OpenRuns())


@pytest.mark.parametrize("cap", [1, 5, 40])
def test_a_person_has_no_more_open_runs_than_the_cap(queue: TaskQueue, alice: User, settings: Any, cap: int) -> None:
    settings.MAX_OPEN_RUNS = cap
    workflow = workflow_create(alice, document=PAUSE)
    for _ in range(cap):
        run_start(workflow, alice, inputs={})
    with pytest.raises(LimitError) as refused:
        run_start(workflow, alice, inputs={})
    assert refused.value.details["cap"] == "open_runs"
    assert Run.objects.count() == cap


def test_far_from_the_cap_nothing_is_counted(alice: User, settings: Any) -> None:
    settings.MAX_OPEN_RUNS = 1600
    run_caps_check(alice.pk)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        for _ in range(100):
            run_caps_check(alice.pk)
    assert not queries.captured_queries
    with CaptureQueriesContext(connection) as queries:
        run_caps_check(alice.pk)
    assert queries.captured_queries


def test_a_cap_that_is_changed_holds_at_once(alice: User, settings: Any) -> None:
    settings.MAX_OPEN_RUNS = 1600
    run_caps_check(alice.pk)
    settings.MAX_OPEN_RUNS = 0
    run_caps_check(alice.pk)
    settings.MAX_OPEN_RUNS = 16
    with CaptureQueriesContext(connection) as queries:
        run_caps_check(alice.pk)
    assert queries.captured_queries


LIVE: dict[str, tuple[str, dict[str, Any]]] = {
    "live_polls": (
        "poll",
        {"tool": {"id": "t1", "type": "current-time", "name": "Clock"}, "everyMin": 1, "items": "x"},
    ),
    "live_bots": ("bot_message", {"service": "slack"}),
}


@pytest.mark.parametrize("cap", LIVE)
def test_a_person_has_no_more_published_triggers_than_the_cap(alice: User, bob: User, settings: Any, cap: str) -> None:
    setattr(settings, f"MAX_{cap.upper()}", 2)
    type_id, config = LIVE[cap]
    graph = {
        "schema_version": 1,
        "nodes": [node("one", type_id, config), node("start", "start"), node("end", "end")],
        "edges": [edge("start", "end")],
    }
    first, second, third = (workflow_create(alice, document=graph, editors=(bob,)) for _ in range(3))
    for workflow in (first, second, first):
        version_publish(workflow, alice)
    refused = client_of(alice).post(f"/api/workflows/{third.pk}/versions/", {})
    assert_capped(refused, cap)
    assert not Trigger.objects.filter(workflow=third, version__isnull=False).exists()
    version_publish(third, bob)
    WorkflowMember.objects.all().delete()
    assert triggers_pause_without_right() == 1
    path = f"/api/workflows/{third.pk}/triggers/one/resume/"
    assert_capped(client_of(alice).post(path), cap)
    setattr(settings, f"MAX_{cap.upper()}", 0)
    assert client_of(alice).post(path).status_code == 200


def test_an_address_takes_so_many_requests_in_a_minute(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAX_DELIVERIES_PER_MINUTE = 5
    now = 6_000.0
    monkeypatch.setattr(caps, "time", lambda: now)
    trigger, other = uuid4(), uuid4()
    for _ in range(5):
        delivery_cap_check(trigger)
    now += 15
    with pytest.raises(LimitError) as refused:
        delivery_cap_check(trigger)
    assert refused.value.details == {"cap": "deliveries_per_minute", "retry_after": 45}
    delivery_cap_check(other)
    now += 45
    delivery_cap_check(trigger)
    settings.MAX_DELIVERIES_PER_MINUTE = 0
    for _ in range(10):
        delivery_cap_check(trigger)
