"""Departure of a person: affected work, and its takeover by somebody else."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from agents.models import AgentProfile
from tools.core.text import Text
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.models import ChatShare, Trigger, Workflow, WorkflowMember
from workflow_editor.services.account_links import account_links_end
from workflow_editor.services.people import administrator_check
from workflow_editor.services.sessions import sessions_end
from workflow_editor.services.tokens import tokens_end
from workflow_editor.services.triggers.pauses import trigger_pause_without_right, triggers_without_right

_OWN_ACCOUNT = Text("You cannot deactivate your own account. Ask another administrator.")
_NO_SUCCESSOR = Text("Choose another active person.")


@dataclass(frozen=True, slots=True)
class Leaving:
    triggers: Sequence[Trigger]
    """Live ones that run in their name."""
    links: Sequence[ChatShare]
    """Links that they gave and that hold."""
    workflows: Sequence[Workflow]
    agents: Sequence[AgentProfile]

    def __bool__(self) -> bool:
        """Return True when something stops, or has no owner who could sign in."""
        return bool(self.triggers or self.links or self.workflows or self.agents)


def leaving_of(person: User) -> Leaving:
    """Return what stops when a person's account is closed; nothing for one that is closed already."""
    if not person.is_active:
        return Leaving((), (), (), ())
    live = Trigger.objects.filter(runs_as=person, version__isnull=False, paused_at=None).select_related("workflow")
    holds = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return Leaving(
        list(live.order_by("workflow__name", "node_key")),
        list(ChatShare.objects.filter(holds, created_by=person, revoked_at=None).select_related("agent", "trigger")),
        list(Workflow.objects.filter(owner=person, agent=None).order_by("name")),
        list(AgentProfile.objects.filter(owner=person).order_by("name")),
    )


@transaction.atomic
def person_leave(person: User, *, by: User, successor_id: int | None) -> None:
    """Close a person's account, and transfer workflows and agents to a successor; without one they are
    paused.

    Sessions, API tokens and account links end, so that none opens anything when the account does. Credentials and files
    are not transferred: nodes that use them fail at their next run.

    Raises:
        ConflictError: it is the administrator's own account.
        ForbiddenError: `by` no longer administers people.
        InvalidInputError: the successor is not an active other person.
    """
    administrator_check(by)
    if person.pk == by.pk:
        raise ConflictError(_OWN_ACCOUNT)
    if successor_id is not None:
        successor = User.objects.filter(pk=successor_id, is_active=True).exclude(pk=person.pk).first()
        if successor is None:
            raise InvalidInputError.at("/successor_id", "invalid_choice", _NO_SUCCESSOR)
        _hand_on(person, successor)
    person.is_active = False
    person.save(update_fields=["is_active"])
    sessions_end(person)
    tokens_end(person)
    account_links_end(user=person)
    account_links_end(created_by=person)
    for link in ChatShare.objects.filter(created_by=person, revoked_at=None):
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
    for trigger in triggers_without_right().filter(runs_as=person):
        trigger_pause_without_right(trigger)


def _hand_on(person: User, successor: User) -> None:
    for workflow in Workflow.objects.select_for_update().filter(owner=person):
        workflow.owner = successor
        workflow.save(update_fields=["owner"])
        WorkflowMember.objects.filter(workflow=workflow, user=successor).delete()
        Trigger.objects.filter(workflow=workflow, runs_as=person).update(runs_as=successor)
    AgentProfile.objects.filter(owner=person).update(owner=successor)
