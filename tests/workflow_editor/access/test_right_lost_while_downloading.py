"""A download ends, before its end, with the right to it: every one that is written while it is read."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from rest_framework.exceptions import APIException
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.documents import greeting_document, node
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tests.tools.audit.test_audit_chain import calls_made
from tests.workflow_editor.api.test_token_limits import CALLS
from tools.api import lasting_rights
from tools.core.errors import BilingualError
from tools.models import DataTable
from workflow_editor.api.error_handler import problem_of
from workflow_editor.models import ApiToken, TriggerDelivery, WorkflowMember
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting_rights, "RIGHT_EVERY_S", 0)


def rights_log(alice: User, bob: User) -> str:
    User.objects.filter(pk=bob.pk).update(is_superuser=True)
    return "/api/tools/access-events.csv"


def call_log(alice: User, bob: User) -> str:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    calls_made(alice, 1)
    return "/api/tools/invocations.csv"


def table(alice: User, bob: User) -> str:
    return f"/api/tables/{table_create(alice, [{'email': 'a@example.com'}], shared=True).pk}/rows.csv"


def submissions(alice: User, bob: User) -> str:
    document = greeting_document()
    document["nodes"].append(node("page", "form_trigger"))
    workflow = workflow_create(alice, document=document, viewers=(bob,))
    trigger = trigger_prepare(workflow, "page")
    TriggerDelivery.objects.create(
        trigger=trigger, key="k", data={"fields": {}}, arrived_at=timezone.now(), status="started"
    )
    return f"/api/workflows/{workflow.pk}/triggers/page/submissions.csv"


DOWNLOADS: dict[Callable[[User, User], str], Callable[[], object]] = {
    rights_log: lambda: User.objects.update(is_superuser=False),
    call_log: lambda: User.objects.update(is_staff=False),
    table: lambda: DataTable.objects.update(shared=False),
    submissions: lambda: WorkflowMember.objects.all().delete(),
}
"""Each download of bob's, and the end of the right that it needs beside an account."""
OF_ALL: dict[str, Callable[[], object]] = {
    "session ended": lambda: Session.objects.all().delete(),
    "token ended": lambda: ApiToken.objects.all().delete(),
    "account closed": lambda: User.objects.filter(username="bob").update(is_active=False),
}
ROWS = [
    *((download, "own right", loss) for download, loss in DOWNLOADS.items()),
    *((download, name, loss) for download in DOWNLOADS for name, loss in OF_ALL.items()),
]


def test_every_download_of_this_kind_is_walked() -> None:
    streams = [route for method, route in CALLS if method == "get" and route.endswith(".csv")]
    assert len(streams) == len(DOWNLOADS)


@pytest.mark.parametrize(("download", "name", "loss"), ROWS, ids=[f"{row[0].__name__}-{row[1]}" for row in ROWS])
def test_a_download_ends_with_the_right(
    alice: User, bob: User, download: Callable[[User, User], str], name: str, loss: Callable[[], object]
) -> None:
    address = download(alice, bob)
    bob.refresh_from_db()
    program = APIClient(headers={"Authorization": f"Bearer {token_create(bob, name='t')[1]}"})
    api = program if name == "token ended" else client_of(bob)
    whole: Any = api.get(address)
    cut: Any = api.get(address)
    first, *rest = whole.streaming_content
    assert rest
    parts = iter(cut.streaming_content)
    assert next(parts) == first
    loss()
    with pytest.raises((APIException, BilingualError)) as ended:
        list(parts)
    assert problem_of(ended.value).status in {401, 403, 404}
