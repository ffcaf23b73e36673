"""Queries find their index. PostgreSQL chooses by what the tables hold, SQLite by the query alone."""

import pytest
from django.utils import timezone

from workflow_editor.models import Run, Status
from workflow_editor.models.status import OPEN_WORDS


@pytest.mark.django_db
def test_open_runs_are_found_among_all_by_their_index() -> None:
    now = timezone.now()
    overdue = Run.objects.filter(status__in=OPEN_WORDS, deadline_at__lte=now).order_by("deadline_at")
    assert "run_deadline" in overdue.explain()
    waiting = Run.objects.filter(status__in=OPEN_WORDS, created_at__lte=now).filter(status=Status.QUEUED)
    assert "run_open" in waiting.order_by("created_at").explain()
    assert "run_held" in Run.objects.filter(status=Status.QUEUED, held=True).order_by().explain()
