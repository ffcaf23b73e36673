"""The figures above the audit log."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.tools.selectors.test_policy_dry_run import audited
from tools.selectors.invocation_figures import DAYS, invocation_figures

OUTCOMES: list[dict[str, Any]] = [
    {"success": True},
    {"success": True, "title": "Other", "tool_id": "tool:2"},
    {"success": False},
    {"success": False, "decision": "deny"},
    {"success": None},
    {"success": True, "at": timezone.now() - timedelta(days=DAYS)},
]


def test_calls_are_counted_by_day_and_by_tool(alice: User) -> None:
    for outcome in OUTCOMES:
        audited(alice, **outcome)
    figures = invocation_figures()
    today = figures.days[-1]
    assert len(figures.days) == DAYS
    assert (today.succeeded, today.failed, today.denied, today.open) == (2, 1, 1, 1)
    assert sum(bar.total for bar in figures.days) == 5
    assert [(bar.label, bar.total) for bar in figures.tools] == [("Order", 4), ("Other", 1)]
    assert sum(percent for _, _, percent in figures.tools[0].parts) == 100


def test_no_calls_are_no_bars(db: None) -> None:
    assert invocation_figures().tools == []


def test_the_page_draws_them(client: Client, admin: User) -> None:
    audited(admin, success=True)
    client.force_login(admin)
    page = client.get("/admin/tools/toolinvocation/").content.decode()
    assert "Calls by tool" in page
    assert "fl-bar-succeeded" in page
