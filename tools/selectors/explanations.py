"""Explains tool permissions for several people and tools at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects

from tools.core.definitions import CallContext, Caller, CallMode
from tools.core.text import Text
from tools.models import ToolConfig
from tools.policies.index import CallFacts, PolicyDecision, PolicyIndex
from tools.policies.tool_patterns import PolicySubject
from tools.selectors.matrix import MatrixTool
from tools.selectors.policies import policy_rules
from tools.selectors.tool_hosts import call_hosts

NOT_SHARED = Text("The tool belongs to someone else and is not shared.")


MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class Explained:
    """Decision for one person and one tool."""

    person: User
    tool: MatrixTool
    decision: PolicyDecision


def people_of(*, username: str, role_id: int | None) -> tuple[list[User], int | None]:
    """Return the person of this name, or the first active ones of a role (None: any).

    Without a name, the limit is returned, too, when there are more people.
    """
    if username:
        return list(User.objects.filter(username=username)), None
    everybody = User.objects.filter(is_active=True).order_by("username")
    found = list((everybody if role_id is None else everybody.filter(groups=role_id))[: MOST_PEOPLE + 1])
    return found[:MOST_PEOPLE], MOST_PEOPLE if len(found) > MOST_PEOPLE else None


def explain(
    *,
    people: Sequence[User],
    tools: Sequence[MatrixTool],
    workflow_id: UUID | None,
    mode: CallMode = "live",
    facts: CallFacts | None = None,
) -> list[Explained]:
    """Return one row per person and tool, in order, without tools that have no subject (patterns).

    `workflow_id` None is outside any workflow; `facts` None asks whether the tools are offered.
    """
    prefetch_related_objects(people, "groups")
    index = PolicyIndex(policy_rules())
    owners = {str(tool.tool_id): tool for tool in ToolConfig.objects.only("id", "owner_id", "shared")}

    def decide(person: User, tool: MatrixTool, subject: PolicySubject) -> PolicyDecision:
        configured = owners.get(tool.pattern)
        if configured and not (configured.shared or person.is_staff or configured.owner_id == person.pk):
            return PolicyDecision("deny", None, NOT_SHARED)
        roles = frozenset(group.name for group in person.groups.all())
        caller = Caller(person.pk, person.username, roles)
        workflow = str(workflow_id) if workflow_id else None
        if not subject.hosts:
            subject = replace(subject, hosts=call_hosts(facts.arguments if facts else None))
        return index.decide(subject, CallContext(caller, mode, workflow_id=workflow), facts)

    subjects = [(tool, tool.subject) for tool in tools if tool.subject is not None]
    return [Explained(person, tool, decide(person, tool, subject)) for person in people for tool, subject in subjects]
