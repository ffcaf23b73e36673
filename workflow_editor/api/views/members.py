"""Members of a workflow."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.shapes import Query, Shape
from workflow_editor.api.rows import ReadWorkflow
from workflow_editor.models import Workflow, WorkflowMember
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.lists import workflows
from workflow_editor.services import members

OwnWorkflow = Annotated[Workflow, FoundBy(workflow_for, access=Access.OWN)]


class MemberSet(Shape):
    """A person and what they may do."""

    username: str = Field(min_length=1, max_length=150)
    role: WorkflowMember.Role


class Member(Shape):
    """A person beside the owner, what they may do, and whether they have taken it up."""

    username: str
    role: WorkflowMember.Role
    taken_up_at: datetime | None
    """Null: the person has not taken it up, and can only read it."""


class MemberQuery(Query):
    username: str
    """User who loses the role."""


@endpoint("GET", "workflows/<uuid:workflow_id>/members/")
def member_list(workflow: ReadWorkflow) -> list[Member]:
    """List the people beside the owner."""
    return [_shown(member) for member in workflows.member_list(workflow)]


@endpoint("POST", "workflows/<uuid:workflow_id>/members/", status=201)
def member_set(workflow: OwnWorkflow, body: MemberSet) -> Member:
    """Give a person a role, or change it; only the owner may."""
    return _shown(members.member_set(workflow, username=body.username, role=body.role))


@endpoint("DELETE", "workflows/<uuid:workflow_id>/members/")
def member_remove(workflow: OwnWorkflow, query: MemberQuery) -> None:
    """Take a person's role away; only the owner may."""
    members.member_remove(workflow, username=query.username)


def _shown(member: WorkflowMember) -> Member:
    return Member.of(member, username=member.user.username)
