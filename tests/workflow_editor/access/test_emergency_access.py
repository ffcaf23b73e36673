"""People's data are closed to administrators; emergency access opens them for reading, and the people are notified."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeDocument
from tests.conftest import client_of
from tests.factories.knowledge import indexed_base
from tests.factories.tables import table_create
from tests.factories.users import user_create
from tools.models import AccessEvent, Article, EmergencyAccess
from tools.services.tool_files import tool_file_upload

REASON = "The police ask for the orders of last week."
Kept = dict[str, Any]


@pytest.fixture
def kept(alice: User) -> Kept:
    """One of each kind of thing that alice keeps, by what the addresses name it."""
    base = indexed_base(alice, {"notes.txt": "Wool is dyed on Mondays."})
    article = Article.objects.create(owner=alice, language="en", platform="blog", title="Wool", body="Dyed.")
    return {
        "file": tool_file_upload(alice, "a.txt", "text/plain", 3, [b"abc"]).pk,
        "article": article.pk,
        "table": table_create(alice).pk,
        "base": base.pk,
        "document": KnowledgeDocument.objects.get(base=base).pk,
    }


READS = [
    "/api/files/{file}/",
    "/api/articles/{article}/",
    "/api/tables/{table}/",
    "/api/tables/{table}/rows/",
    "/api/tables/{table}/rows.csv",
    "/api/tables/{table}/uses/",
    "/api/knowledge-bases/{base}/",
    "/api/knowledge-bases/{base}/documents/",
    "/api/knowledge-bases/{base}/documents/{document}/",
]
CHANGES: list[tuple[str, str, Any]] = [
    ("PATCH", "/api/articles/{article}/", {"title": "Mine"}),
    ("DELETE", "/api/articles/{article}/", None),
    ("PATCH", "/api/tables/{table}/", {"name": "Mine"}),
    ("DELETE", "/api/tables/{table}/", None),
    ("POST", "/api/tables/{table}/rows/", {"rows": [{}]}),
    ("PATCH", "/api/tables/{table}/rows/", {"rows": []}),
    ("PATCH", "/api/knowledge-bases/{base}/", {"name": "Mine"}),
    ("DELETE", "/api/knowledge-bases/{base}/", None),
    ("DELETE", "/api/knowledge-bases/{base}/documents/{document}/", None),
]


def opened(by: User, owner: User, lasts: timedelta = timedelta(hours=1)) -> EmergencyAccess:
    return EmergencyAccess.objects.create(by=by, owner=owner, reason=REASON, ends_at=timezone.now() + lasts)


def read(api: APIClient, path: str) -> int:
    answer = api.get(path)
    if answer.streaming:
        b"".join(answer)
    return answer.status_code


NOT_OPEN: dict[str, Callable[[User, User], APIClient]] = {
    "by the flag alone": lambda admin, alice: client_of(admin),
    "after its end": lambda admin, alice: (opened(admin, alice, timedelta(seconds=-1)), client_of(admin))[1],
    "for another administrator": lambda admin, alice: (
        opened(admin, alice),
        client_of(user_create("second", is_staff=True)),
    )[1],
    "to another person's data": lambda admin, alice: (opened(admin, user_create("dora")), client_of(admin))[1],
    "for somebody who is no administrator any more": lambda admin, alice: (
        opened(user_create("former"), alice),
        client_of(User.objects.get(username="former")),
    )[1],
}


@pytest.mark.parametrize("how", NOT_OPEN)
def test_nothing_is_read_without_an_open_act(kept: Kept, admin: User, alice: User, how: str) -> None:
    api = NOT_OPEN[how](admin, alice)
    answers = {path: read(api, path.format(**kept)) for path in READS}
    assert set(answers.values()) == {404}, answers


def test_an_open_act_reads_everything(kept: Kept, admin: User, alice: User) -> None:
    opened(admin, alice)
    api = client_of(admin)
    answers = {path: read(api, path.format(**kept)) for path in READS}
    assert set(answers.values()) == {200}, answers
    listed = [api.get(path).content.decode() for path in ("/api/articles/", "/api/tables/", "/api/knowledge-bases/")]
    assert [str(kept[name]) in text for name, text in zip(("article", "table", "base"), listed, strict=True)] == [
        True
    ] * 3


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_an_open_act_changes_nothing(kept: Kept, admin: User, alice: User, method: str, path: str, body: Any) -> None:
    opened(admin, alice)
    answer = client_of(admin).generic(
        method, path.format(**kept), "" if body is None else json.dumps(body), "application/json"
    )
    assert answer.status_code in {403, 404}, answer.content


def panel_form(person: User, **fields: str) -> dict[str, str]:
    return {"owner": str(person.pk), "reason": REASON, "hours": "4", **fields}


@pytest.fixture
def panel(admin: User, client: Client) -> Client:
    client.force_login(admin)
    return client


def test_the_panel_begins_it_and_the_person_is_notified(
    panel: Client,
    admin: User,
    alice: User,
    alice_api: APIClient,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(settings, "EMAIL_HOST", "mail.example.com")
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    with django_capture_on_commit_callbacks(execute=True):
        answer = panel.post("/admin/tools/emergencyaccess/add/", panel_form(alice))
    assert answer.status_code == 302, answer.content.decode()
    row = EmergencyAccess.objects.get()
    assert timedelta(hours=3, minutes=59) < row.ends_at - timezone.now() <= timedelta(hours=4)
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.com"]
    assert REASON in sent.body
    event = AccessEvent.objects.get(action="emergency_access.begun")
    assert (event.username, event.target, event.details["reason"]) == ("admin", "alice", REASON)
    (shown,) = alice_api.get("/api/session/").json()["emergency_accesses"]
    assert (shown["by"], shown["reason"]) == ("admin", REASON)
    assert client_of(admin).get("/api/session/").json()["emergency_accesses"] == []
    assert "alice" in panel.get("/admin/tools/emergencyaccess/").content.decode()


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"reason": "because"}, {"owner": ""}, {"hours": "1000"}])
def test_it_needs_a_person_a_reason_and_a_bounded_time(panel: Client, alice: User, wrong: dict[str, str]) -> None:
    assert panel.post("/admin/tools/emergencyaccess/add/", panel_form(alice, **wrong)).status_code == 200
    assert not EmergencyAccess.objects.exists()


def test_deleting_it_ends_it_and_stays_in_the_audit_log(panel: Client, kept: Kept, admin: User, alice: User) -> None:
    row = opened(admin, alice)
    assert panel.post(f"/admin/tools/emergencyaccess/{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert client_of(admin).get(READS[1].format(**kept)).status_code == 404
    assert AccessEvent.objects.filter(action="emergency_access.ended", target="alice").exists()


def test_the_panel_shows_nobody_elses_articles(panel: Client, kept: Kept, admin: User, alice: User) -> None:
    page = f"/admin/tools/article/{kept['article']}/change/"
    assert panel.get(page).status_code == 302
    opened(admin, alice)
    assert "Dyed." in panel.get(page).content.decode()
    assert panel.post(page, {"title": "Mine", "body": "Mine", "status": "draft"}).status_code == 403
    assert panel.post(f"/admin/tools/article/{kept['article']}/delete/", {"post": "yes"}).status_code == 403
