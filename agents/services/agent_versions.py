"""Keeps what agents were; callers make sure that the agent is the user's."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, When

from agents.models import AgentProfile, AgentVersion

VERSIONS_KEPT = 200
"""Per agent; beyond it the oldest are deleted, those without a note first."""


def agent_version_keep(agent: AgentProfile, user: User, *, note: str = "") -> AgentVersion:
    """Keep an agent as it is now. The newest version, when nothing has changed since it, gets the note instead."""
    newest = agent.versions.first()
    if newest is None or newest.document != agent.document:
        return _keep(agent, user, note)
    if note:
        newest.note = note
        newest.save(update_fields=["note"])
    return newest


@transaction.atomic
def _keep(agent: AgentProfile, user: User, note: str) -> AgentVersion:
    AgentProfile.objects.select_for_update().get(pk=agent.pk)
    newest = agent.versions.first()
    number = newest.number + 1 if newest else 1
    made = agent.versions.create(number=number, document=agent.document, note=note, created_by=user)
    spare = agent.versions.order_by(Case(When(note="", then=0), default=1), "number")
    ids = list(spare.values_list("pk", flat=True)[: max(0, spare.count() - VERSIONS_KEPT)])
    agent.versions.filter(pk__in=ids).delete()
    return made
