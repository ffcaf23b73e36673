"""Permissions on agents: an agent's members are those of the workflow behind it."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Subquery, Value, When

from agents.core.errors import AgentNotFoundError
from agents.models import AgentProfile
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import WorkflowMember
from workflow_editor.selectors.access import ALLOWED_OF_AGENT, TAKEN_UP, Access


def agent_list(user: User, *, search: str = "") -> QuerySet[AgentProfile]:
    """Return the user's own and adopted agents, those changed last first; each row has the user's `role`."""
    member = WorkflowMember.objects.filter(TAKEN_UP, workflow__agent=OuterRef("pk"), user=user)
    rows = AgentProfile.objects.filter(Q(owner=user) | Exists(member)).select_related("owner")
    if search:
        rows = rows.filter(Q(name__icontains=search) | Q(description__icontains=search))
    owner = When(owner=user, then=Value("owner"))
    return rows.annotate(role=Case(owner, default=Subquery(member.values("role")[:1]), output_field=CharField()))


def agent_for(user: User, agent_id: UUID | str, access: Access = Access.READ) -> AgentProfile:
    """Return an agent by id or short name if the user has this access.

    Raises:
        AgentNotFoundError: no such agent, or not shared with the user.
        ForbiddenError: the user sees it but may not do this.
    """
    key = uuid_of(str(agent_id))
    rows = AgentProfile.objects.select_related("owner")
    agent = rows.filter(Q(pk=key) if key else Q(slug=str(agent_id))).first()
    role = None if agent is None else agent_role(user, agent)
    if agent is None or role is None:
        raise AgentNotFoundError(Text("This agent does not exist."))
    if access not in ALLOWED_OF_AGENT[role]:
        raise ForbiddenError("Your role in this agent does not allow this.")
    return agent


def agent_may(user: User, access: Access, agent: AgentProfile) -> bool:
    """Return whether a person has this access to an agent right now."""
    role = agent_role(user, agent)
    return role is not None and access in ALLOWED_OF_AGENT[role]


def agent_role(user: User, agent: AgentProfile) -> str | None:
    """Return `owner`, `editor`, `viewer` or `invited`; None for strangers and closed accounts."""
    if not user.is_active:
        return None
    if agent.owner_id == user.pk:
        return "owner"
    member = WorkflowMember.objects.filter(workflow__agent=agent, user=user).first()
    if member is None:
        return None
    return member.role if member.taken_up_at else "invited"


def agent_member_list(agent: AgentProfile) -> QuerySet[WorkflowMember]:
    return WorkflowMember.objects.filter(workflow__agent=agent).select_related("user").order_by("user__username")
