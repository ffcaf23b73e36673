"""Members of workflows and agents, and their owners."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.shapes import Query, Shape
from workflow_editor.agent_runtime.versions import agent_workflow
from workflow_editor.api.rows import ReadAgent, ReadWorkflow
from workflow_editor.models import Workflow, WorkflowMember
from workflow_editor.selectors import agent_access
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.lists import workflows
from workflow_editor.services import members

OwnWorkflow = Annotated[Workflow, FoundBy(workflow_for, access=Access.OWN)]
WorkflowOfOwnAgent = Annotated[Workflow, FoundBy(agent_workflow, access=Access.OWN)]


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


class OwnerSet(Shape):
    username: str = Field(min_length=1, max_length=150)
    """A member who has taken it up."""


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


@endpoint("PUT", "workflows/<uuid:workflow_id>/owner/")
def owner_set(workflow: OwnWorkflow, body: OwnerSet) -> None:
    """Hand the workflow to a member who has taken it up, and stay as an editor; only the owner may."""
    members.owner_change(workflow, username=body.username)


@endpoint("GET", "agents/<str:agent_id>/members/")
def agent_member_list(agent: ReadAgent) -> list[Member]:
    """List the people beside the owner."""
    return [_shown(member) for member in agent_access.agent_member_list(agent)]


@endpoint("POST", "agents/<str:agent_id>/members/", status=201)
def agent_member_set(workflow: WorkflowOfOwnAgent, body: MemberSet) -> Member:
    """Give a person a role: viewers may talk to the agent, editors also change it; only the owner may."""
    return _shown(members.member_set(workflow, username=body.username, role=body.role))


@endpoint("DELETE", "agents/<str:agent_id>/members/")
def agent_member_remove(workflow: WorkflowOfOwnAgent, query: MemberQuery) -> None:
    """Take a person's role away; only the owner may."""
    members.member_remove(workflow, username=query.username)


@endpoint("PUT", "agents/<str:agent_id>/owner/")
def agent_owner_set(workflow: WorkflowOfOwnAgent, body: OwnerSet) -> None:
    """Hand the agent to a member who has taken it up, and stay as an editor; only the owner may.

    Links of the former owner end.
    """
    members.owner_change(workflow, username=body.username)


def _shown(member: WorkflowMember) -> Member:
    return Member.of(member, username=member.user.username)
