"""Queries find their index. PostgreSQL chooses by what the tables hold, SQLite by the query alone."""

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.runs import run_create
from tools.selectors.access_events import AccessFilter, access_event_list
from tools.selectors.invocations import InvocationFilter, invocation_list
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.selectors.lists.overview import overview
from workflow_editor.selectors.run import listing


@pytest.mark.django_db
def test_open_runs_are_found_among_all_by_their_index() -> None:
    now = timezone.now()
    overdue = Run.objects.filter(status__in=OPEN_WORDS, deadline_at__lte=now).order_by("deadline_at")
    assert "run_deadline" in overdue.explain()
    waiting = Run.objects.filter(status__in=OPEN_WORDS, created_at__lte=now).filter(status=Status.QUEUED)
    assert "run_open" in waiting.order_by("created_at").explain()
    assert "run_held" in Run.objects.filter(status=Status.QUEUED, held=True).order_by().explain()


@pytest.mark.django_db
def test_the_home_page_reads_no_wide_row_of_a_run_that_it_only_counts(workflow: Workflow, alice: User) -> None:
    run_create(workflow)
    with CaptureQueriesContext(connection) as context:
        overview(alice, ZoneInfo("UTC"), timezone.now())
    counting = context.captured_queries[0]["sql"]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {counting}")
        assert "USING COVERING INDEX run_statistics" in str(cursor.fetchall())


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ({"trigger": "webhook"}, "run_trigger_created"),
        ({"person": 1}, "run_person_created"),
        ({"since": datetime(2026, 3, 10, 12, tzinfo=UTC)}, "run_created"),
        ({"value": "looms"}, "run_created"),
        ({"value": "looms", "trigger": "webhook"}, "run_trigger_created"),
    ],
)
def test_a_filter_of_runs_finds_its_rows_by_an_index(alice: User, query: dict[str, Any], index: str) -> None:
    plan = listing.run_list_for_user(alice, **query).order_by("-created_at").explain()
    assert index in re.findall(r"USING INDEX (\w+)", plan)


@pytest.mark.parametrize(
    ("narrow", "index"),
    [
        (InvocationFilter(user="alice"), "invocation_by_name"),
        (InvocationFilter(decision="deny"), "invocation_by_decision"),
        (InvocationFilter(decision="deny", search="looms"), "invocation_by_decision"),
    ],
)
def test_a_filter_of_tool_calls_finds_its_rows_by_an_index(admin: User, narrow: InvocationFilter, index: str) -> None:
    plan = invocation_list(user=admin, narrow=narrow).order_by("-id").explain()
    assert index in re.findall(r"USING (?:COVERING )?INDEX (\w+)", plan)


@pytest.mark.django_db
def test_a_filter_of_changes_of_rights_finds_its_rows_by_an_index() -> None:
    plan = access_event_list(AccessFilter(user="alice")).order_by("-id").explain()
    assert "USING INDEX access_event_by_name" in plan
