"""Links for people without an account: made and revoked by who gives them, opened by anybody who has one."""

from datetime import datetime, timedelta
from functools import partial
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.fields import Moment
from tools.api.contract.shapes import Shape
from tools.core.text import Text
from workflow_editor.api.client_address import client_address
from workflow_editor.api.limits.throttles import LinkThrottle, VisitorThrottle
from workflow_editor.api.pagination import NewestFirst
from workflow_editor.api.views.conversations import (
    MAX_COMMENT,
    ChatWorkflow,
    CitationShape,
    MessageKey,
    SharedPartner,
)
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.partners import AgentPartner, Partner, agent_partner, partner_column, partner_of
from workflow_editor.conversations.shared_access import (
    conversation_json,
    talk_share,
    turn_json,
    visited_conversation,
    visitor_answer,
)
from workflow_editor.conversations.shares import share_create, share_open, share_revoke, share_update
from workflow_editor.conversations.turns import turn_create
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import ChatShare, Conversation, Status
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.outside.conversations import conversation_for, share_list
from workflow_editor.services.limits.links import visitor_key

_NO_CONVERSATION = Text("Choose the conversation to share.")

OwnAgentPartner = Annotated[AgentPartner, FoundBy(agent_partner, access=Access.OWN)]
Link = Annotated[ChatShare, FoundBy(share_open)]
ChatLink = Annotated[ChatShare, FoundBy(talk_share)]
Visited = Annotated[tuple[ChatShare, Conversation], FoundBy(visited_conversation)]
# The link grants access.
open_endpoint = partial(endpoint, authentication=(), permissions=(AllowAny,), throttles=(VisitorThrottle, LinkThrottle))


class ChatShareShape(Shape):
    """A link without its token. `conversation` is null for links that let talk."""

    id: int
    right: ChatShare.Right
    prefix: str
    conversation: UUID | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    turns_per_day: int
    """Messages of all visitors per UTC day."""
    money_per_day: float
    """Cost of their answers; one that exceeds it is still completed."""


class NewChatShare(ChatShareShape):
    """A new link, with its token for the only time. The page is at `/shared/<token>`."""

    token: str


class ChatShareChange(Shape, partial=True):
    """Another end of a link (null: none), or other caps for all its visitors."""

    expires_at: Moment | None
    turns_per_day: int = Field(ge=1, le=1_000_000)
    money_per_day: float = Field(ge=0, le=1_000_000)


def _in_thirty_days() -> datetime:
    return timezone.now() + timedelta(days=30)


class ChatShareCreate(ChatShareChange):
    """A link that shows a conversation (`read`), or lets its visitors talk (`chat`)."""

    right: ChatShare.Right
    conversation: UUID | None = None
    expires_at: Moment | None = Field(default_factory=_in_thirty_days)
    """Thirty days from now unless given; null: no end."""


class SharedQuestionShape(Shape):
    """A question of the agent to the visitor, open until `due_at`."""

    id: int
    text: str
    due_at: datetime | None


class SharedTurnShape(Shape):
    """A turn for visitors: without runs, files and notes. `answer` grows while the agent writes.

    `stream` identifies the text being written, to which socket pieces are appended.
    """

    id: UUID
    after: UUID | None
    user_text: str
    status: Status
    answer: str
    citations: list[CitationShape]
    stream: str
    question: SharedQuestionShape | None
    created_at: datetime


class SharedConversation(Shape):
    """A conversation as visitors see it."""

    id: UUID
    title: str
    turns: list[SharedTurnShape]


class Shared(Shape):
    """Content of a link: the responder, and the conversation of a read-only link."""

    right: ChatShare.Right
    expires_at: datetime | None
    partner: SharedPartner
    conversation: SharedConversation | None


class SharedMessage(Shape):
    """A visitor's message after the turn `after`."""

    message: Annotated[str, StringConstraints(strip_whitespace=False, min_length=1, max_length=20_000)]
    key: MessageKey = ""
    after: UUID | None = None


class SharedAnswer(Shape):
    """A visitor's answer to a question; null declines."""

    answer: Annotated[str, Field(min_length=1, max_length=MAX_COMMENT)] | None


@endpoint("GET", "agents/<str:agent_id>/shares/", pages=NewestFirst)
def chat_share_list(user: User, partner: OwnAgentPartner) -> Paged[ChatShareShape]:
    """List links to an agent, newest first."""
    return _given(user, partner)


@endpoint("POST", "agents/<str:agent_id>/shares/", status=201)
def chat_share_create(user: User, partner: OwnAgentPartner, body: ChatShareCreate) -> NewChatShare:
    """Make a link; its token is in this answer and nowhere else."""
    return _share(user, partner, body)


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/shares/", pages=NewestFirst)
def workflow_chat_share_list(user: User, partner: ChatWorkflow) -> Paged[ChatShareShape]:
    """List links to the chat page of a workflow, newest first."""
    return _given(user, partner)


@endpoint("POST", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/shares/", status=201)
def workflow_chat_share_create(user: User, partner: ChatWorkflow, body: ChatShareCreate) -> NewChatShare:
    """Make a link to the chat page of a workflow; its token is in this answer and nowhere else."""
    return _share(user, partner, body)


@endpoint("PATCH", "shares/<int:share_id>/")
def chat_share_update(user: User, share_id: int, body: ChatShareChange) -> ChatShareShape:
    """Change when a link ends and what its visitors may use."""
    return _shown(share_update(user, share_id=share_id, changes=body.sent()))


@endpoint("DELETE", "shares/<int:share_id>/")
def chat_share_delete(user: User, share_id: int) -> None:
    """Revoke a link; it opens nothing from now on."""
    share_revoke(user, share_id=share_id)


@open_endpoint("GET", "shared/<str:token>/")
def shared_get(link: Link) -> Shared:
    """Return what the link gives; 404 when it has expired or was revoked."""
    greeting = partner_of(link).greeting
    return Shared.of(
        link,
        partner=SharedPartner.of(greeting, greeting=greeting.text),
        conversation=link.conversation and _conversation(link.conversation, link),
    )


@open_endpoint("POST", "shared/<str:token>/conversations/", status=201)
def shared_conversation_create(link: ChatLink) -> SharedConversation:
    """Begin a conversation of one's own; its id is the key to it."""
    return _conversation(conversation_create(link.created_by, partner_of(link).row, share=link), link)


@open_endpoint("GET", "shared/<str:token>/conversations/<uuid:conversation_id>/")
def shared_conversation_get(visited: Visited) -> SharedConversation:
    """Return a conversation that was begun through this link."""
    link, conversation = visited
    return _conversation(conversation, link)


@open_endpoint("POST", "shared/<str:token>/conversations/<uuid:conversation_id>/", status=201)
def shared_turn_create(request: Request, visited: Visited, body: SharedMessage) -> SharedTurnShape:
    """Send a message; the answer arrives at `/ws/shared/<token>/turns/<id>/`, and in the conversation."""
    link, conversation = visited
    visitor = visitor_key(link, client_address(request))
    turn = turn_create(conversation, message=body.message, parent_id=body.after, visitor=visitor, key=body.key)
    return SharedTurnShape.model_construct(**turn_json(turn, link))


@open_endpoint("POST", "shared/<str:token>/conversations/<uuid:conversation_id>/questions/<int:wait_id>/answer/")
def shared_question_answer(visited: Visited, wait_id: int, body: SharedAnswer) -> SharedTurnShape:
    """Answer the agent's question; 409 `already_answered`, `wait_expired` or `wait_cancelled` when too late."""
    link, conversation = visited
    return SharedTurnShape.model_construct(**turn_json(visitor_answer(conversation, wait_id, body.answer), link))


def _given(user: User, partner: Partner) -> Paged[ChatShareShape]:
    return Paged(share_list(user, partner_column(partner.row)), _shown)


def _share(user: User, partner: Partner, body: ChatShareCreate) -> NewChatShare:
    given = {"expires_at": body.expires_at, **body.sent(), "conversation": None}
    if body.right == ChatShare.Right.READ:
        if body.conversation is None:
            raise InvalidInputError.at("/conversation", "missing", _NO_CONVERSATION)
        given["conversation"] = conversation_for(user, body.conversation)
    row, raw = share_create(user, partner.row, **given)
    return NewChatShare.of(row, conversation=row.conversation_id, token=raw)


def _shown(row: ChatShare) -> ChatShareShape:
    return ChatShareShape.of(row, conversation=row.conversation_id)


def _conversation(conversation: Conversation, link: ChatShare) -> SharedConversation:
    return SharedConversation.model_construct(**conversation_json(conversation, link))
