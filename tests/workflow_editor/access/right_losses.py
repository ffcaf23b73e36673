"""Losses of bob's right to run a shared workflow, and of what a way is based on besides."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from agents.models import AgentProfile
from tests.factories.documents import greeting_document
from tests.workflow_editor.access.in_process import Shared
from tests.workflow_editor.access.run_ways import LINK, SESSION, TOKEN, WAYS, Way
from tests.workflow_editor.access.shared_workflow import SharedWorkflow, good
from workflow_editor.models import ApiToken, ChatShare, Workflow
from workflow_editor.services.versions import version_publish

Loss = Callable[[Any], None]
"""Takes a shared workflow."""


def removed(shared: SharedWorkflow) -> None:
    for address in shared.addresses:
        good(shared.owner.delete(f"{address}members/?username={shared.name}"))


def downgraded(shared: SharedWorkflow) -> None:
    for address in shared.addresses:
        good(shared.owner.post(f"{address}members/", {"username": shared.name, "role": "viewer"}))


def left(shared: SharedWorkflow) -> None:
    for address in shared.addresses:
        good(shared.elsewhere.delete(address.replace("workflows", "shared-with-me/workflow")))


def deactivated(shared: SharedWorkflow) -> None:
    shared.change(User, {"id": shared.person_id}, is_active=False)


def account_deleted(shared: Shared) -> None:
    Workflow.objects.filter(owner=shared.bob).delete()
    AgentProfile.objects.filter(owner=shared.bob).delete()
    User.objects.get(pk=shared.bob.pk).delete()


def unpublished(shared: Shared) -> None:
    """Publish it without the triggers at which things arrive."""
    shared.workflow.nodes.filter(type__in=("webhook", "form_trigger", "bot_message")).delete()
    version_publish(shared.workflow, shared.alice)


def session_ended(shared: SharedWorkflow) -> None:
    for row in good(shared.elsewhere.get("/api/account/sessions/")):
        if not row["is_current"]:
            good(shared.elsewhere.delete(f"/api/account/sessions/{row['id']}/"))


def tokens_ended(shared: SharedWorkflow) -> None:
    for row in good(shared.elsewhere.get("/api/tokens/")):
        good(shared.elsewhere.delete(f"/api/tokens/{row['id']}/"))


def tokens_limited(shared: SharedWorkflow) -> None:
    """Each opens one other workflow of bob's, and nothing else, from now on."""
    other = shared.made(shared.elsewhere, "Other", greeting_document())["id"]
    for token in shared.column(ApiToken, "id", user_id=shared.person_id):
        shared.change(ApiToken, {"id": token}, workflow_id=other, scopes=[ApiToken.Scope.API])


def _links(shared: SharedWorkflow) -> Iterator[Any]:
    for address in shared.addresses:
        yield from good(shared.elsewhere.get(f"{address}triggers/chat/shares/"))["results"]


def links_ended(shared: SharedWorkflow) -> None:
    for row in _links(shared):
        good(shared.elsewhere.delete(f"/api/shares/{row['id']}/"))


def links_expired(shared: SharedWorkflow) -> None:
    for row in _links(shared):
        shared.change(ChatShare, {"id": row["id"]}, expires_at=timezone.now())


RIGHT: list[Loss] = [removed, left, downgraded, deactivated, account_deleted]
"""Losses of the right to run the workflow, which end every way."""
LOSSES: dict[Loss, str] = {
    session_ended: SESSION, tokens_ended: TOKEN, tokens_limited: TOKEN, links_ended: LINK, links_expired: LINK,
}  # fmt: skip
"""Losses of what a way is based on besides."""


def ways_lost_by(loss: Loss) -> list[Way]:
    """Return the ways that a loss ends."""
    return [way for way, basis in WAYS.items() if loss in RIGHT or basis == LOSSES[loss]]


CELLS = [(way, loss) for loss in (*RIGHT, *LOSSES) for way in ways_lost_by(loss)]
