"""Addresses of triggers that people could read and may no longer use: they stay secrets that the wrong people know."""

from uuid import UUID

from django.contrib.auth.models import User

from workflow_editor.models import Trigger, Workflow, WorkflowMember
from workflow_editor.selectors.access import ALLOWED, Access

MOST_NAMED = 50


def addresses_known_to(user: User, workflow_id: UUID) -> None:
    """Note at the triggers of a workflow that somebody who loses the right to run it could read their addresses."""
    for trigger in Trigger.objects.select_for_update().filter(workflow=workflow_id):
        name = user.get_username()
        if name not in trigger.known_to:
            trigger.known_to = [*trigger.known_to, name][-MOST_NAMED:]
            trigger.save(update_fields=["known_to"])


def member_ends(member: WorkflowMember) -> None:
    """Note that a membership with the right to run is gone; who owns the workflow by now keeps the right."""
    if Access.EDIT in ALLOWED[member.role] and member.workflow.owner_id != member.user_id:
        addresses_known_to(member.user, member.workflow_id)


def person_ends(user: User) -> None:
    """Note at every workflow that the person could run that their account is closed."""
    roles = [role for role, allowed in ALLOWED.items() if Access.EDIT in allowed]
    shared = WorkflowMember.objects.filter(user=user, role__in=roles).values_list("workflow_id", flat=True)
    own = Workflow.objects.filter(owner=user).values_list("pk", flat=True)
    for workflow_id in {*shared, *own}:
        addresses_known_to(user, workflow_id)
