"""Reads of agents as cards show them."""

from django.contrib.auth.models import User
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone

from agents.models import AgentProfile, AgentVersion
from workflow_editor.models import ChatShare, Conversation
from workflow_editor.selectors.agent_access import agent_list
from workflow_editor.selectors.lists.library import NEVER

AGENT_ORDERINGS = {
    "updated": ("-updated_at", "-id"),
    "created": ("-created_at", "-id"),
    "name": ("sort_name", "id"),
    "last_conversation": ("-talked_at", "-id"),
}
"""Fields of the rows of `agent_card_list`; the id settles equal ones."""


def open_links(agent: AgentProfile | OuterRef) -> QuerySet[ChatShare]:
    """Return the links by which visitors may talk to an agent today."""
    holds = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ChatShare.objects.filter(holds, agent=agent, right=ChatShare.Right.CHAT, revoked_at=None)


def agent_card_list(user: User, *, search: str = "") -> QuerySet[AgentProfile]:
    """Return the user's agents, own and adopted, with `role`.

    Each row also has `version` (the newest number, or None), `open_links`, and `last_conversation_at` of the user's own
    conversations, without tests; `sort_name` and `talked_at` are for sorting.
    """
    own = OuterRef("pk")
    talks = Conversation.objects.filter(agent=own, user=user, share=None, is_test=False, deleted_at=None)
    versions = AgentVersion.objects.filter(agent=own).order_by("-number")
    links = open_links(own).order_by().values("agent").annotate(n=Count("pk"))
    return agent_list(user, search=search).annotate(
        version=Subquery(versions.values("number")[:1]),
        open_links=Coalesce(Subquery(links.values("n"), output_field=IntegerField()), 0),
        last_conversation_at=Subquery(talks.order_by("-updated_at").values("updated_at")[:1]),
        sort_name=Lower("name"),
        talked_at=Coalesce("last_conversation_at", NEVER),
    )
