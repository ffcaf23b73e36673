"""Writes of agents; callers make sure that the agent is the user's."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from pydantic import Field, ValidationError

from agents.core.errors import AgentConflictError, AgentInputError
from agents.models import AgentProfile
from agents.profiles.document import MAX_SLUG, AgentDocument, KnowledgeReference
from tools.core.field_errors import field_errors
from tools.core.naming.visible_name import OptionalName, VisibleName
from tools.core.text import Text
from tools.services.slugs import create_with_slug

_CHANGED = Text("Someone else has changed this agent. Reload it, then make your change.")


class _ArrivingReference(KnowledgeReference):
    alias: OptionalName = Field(default="", max_length=200)


class _ArrivingAgent(AgentDocument):
    """A profile before it is stored; one that is stored already keeps its names."""

    name: VisibleName = Field(min_length=1, max_length=120)
    knowledge_base_references: list[_ArrivingReference] = Field(default_factory=list, max_length=20)  # type: ignore[assignment]  # each is a reference


def agent_read(document: Mapping[str, Any]) -> AgentDocument:
    """Read a profile from outside.

    Raises AgentInputError if it is malformed; `details["errors"]` has pointers into the profile.
    """
    try:
        return _ArrivingAgent.model_validate(dict(document))
    except ValidationError as error:
        errors = [
            {"pointer": found.pointer, "code": found.code, "message": found.message} for found in field_errors(error)
        ]
        raise AgentInputError("Some fields of the profile are not right.", details={"errors": errors}) from None


def agent_create(user: User, *, document: AgentDocument) -> AgentProfile:
    """Store an agent that the user owns; its short name is free afterwards for nobody else."""
    return create_with_slug(
        _slug(document.id, document.name),
        lambda slug: AgentProfile.objects.create(
            slug=slug,
            name=document.name,
            description=document.description,
            owner=user,
            document=_stored(document, slug),
        ),
    )


@transaction.atomic
def agent_update(agent: AgentProfile, *, document: AgentDocument, revision: int) -> AgentProfile:
    """Replace the profile edited from `revision`. The short name stays, since addresses and inventories contain it.

    Raises AgentConflictError if somebody else was first; `details["revision"]` is the present one.
    """
    row = AgentProfile.objects.select_for_update().get(pk=agent.pk)
    if row.revision != revision:
        raise AgentConflictError(_CHANGED, details={"revision": row.revision})
    row.name, row.description, row.document = document.name, document.description, _stored(document, row.slug)
    row.revision += 1
    row.save()
    return row


def agent_delete(agent: AgentProfile) -> None:
    agent.delete()


def _stored(document: AgentDocument, slug: str) -> dict[str, Any]:
    return document.to_json() | {"id": slug}


def _slug(*wishes: str) -> str:
    return next((made for wish in wishes if (made := slugify(wish, allow_unicode=True)[: MAX_SLUG - 10])), "agent")
