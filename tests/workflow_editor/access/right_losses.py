"""Losses of bob's right to run a shared workflow, and of what a way is based on besides."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone

from agents.models import AgentProfile
from tests.conftest import client_of
from tests.factories.workflows import workflow_create
from tests.workflow_editor.access.run_ways import LINK, SESSION, TOKEN, WAYS
from tests.workflow_editor.access.shared_workflow import Shared
from workflow_editor.models import ApiToken, ChatShare, Workflow, WorkflowMember
from workflow_editor.services.versions import version_publish

Loss = Callable[[Shared], None]


def removed(shared: Shared) -> None:
    answer = client_of(shared.alice).delete(f"{shared.address}members/?username=bob")
    if answer.status_code >= 400:
        WorkflowMember.objects.get(workflow=shared.workflow, user=shared.bob).delete()


def downgraded(shared: Shared) -> None:
    answer = client_of(shared.alice).post(f"{shared.address}members/", {"username": "bob", "role": "viewer"})
    assert answer.status_code < 300, answer.content


def deactivated(shared: Shared) -> None:
    User.objects.filter(pk=shared.bob.pk).update(is_active=False)


def account_deleted(shared: Shared) -> None:
    Workflow.objects.filter(owner=shared.bob).delete()
    AgentProfile.objects.filter(owner=shared.bob).delete()
    User.objects.get(pk=shared.bob.pk).delete()


def left(shared: Shared) -> None:
    path = f"/api/shared-with-me/workflow/{shared.workflow.pk}/"
    assert client_of(shared.bob).delete(path).status_code == 204


def unpublished(shared: Shared) -> None:
    """Publish it without the triggers at which things arrive."""
    shared.workflow.nodes.filter(type__in=("webhook", "form_trigger", "bot_message")).delete()
    version_publish(shared.workflow, shared.alice)


def session_ended(shared: Shared) -> None:
    Session.objects.all().delete()


def tokens_ended(shared: Shared) -> None:
    api = client_of(shared.bob)
    for row in api.get("/api/tokens/").json():
        assert api.delete(f"/api/tokens/{row['id']}/").status_code == 204


def tokens_limited(shared: Shared) -> None:
    """Each opens one other workflow of bob's from now on."""
    other = workflow_create(shared.bob, name="Other")
    ApiToken.objects.update(workflow=other, scopes=[ApiToken.Scope.API])


def links_ended(shared: Shared) -> None:
    api, path = client_of(shared.bob), f"{shared.address}triggers/chat/shares/"
    for row in api.get(path).json()["results"]:
        assert api.delete(f"/api/shares/{row['id']}/").status_code == 204


def links_expired(shared: Shared) -> None:
    ChatShare.objects.update(expires_at=timezone.now())


RIGHT: list[Loss] = [removed, left, downgraded, deactivated, account_deleted]
"""Losses of the right to run the workflow, which end every way."""
LOSSES: dict[Loss, str] = {
    session_ended: SESSION, tokens_ended: TOKEN, tokens_limited: TOKEN, links_ended: LINK, links_expired: LINK,
}  # fmt: skip
"""Losses of what a way is based on besides."""
CELLS = [
    *((way, loss) for way in WAYS for loss in RIGHT),
    *((way, loss) for loss, basis in LOSSES.items() for way in WAYS if WAYS[way] == basis),
]
