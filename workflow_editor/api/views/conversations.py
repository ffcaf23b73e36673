"""Conversations with agents and workflows: list, read, say something, judge an answer."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field, StringConstraints

from agents.profiles.document import AgentAppearance
from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.shapes import Query, Shape
from tools.core.naming.visible_name import READABLE, READABLE_IF_GIVEN
from tools.core.text import Text
from workflow_editor.api.pagination import LastChangedFirst
from workflow_editor.api.run_shapes import RunError, failure_json
from workflow_editor.conversations import lifecycle, turns
from workflow_editor.conversations.partners import (
    AgentPartner,
    FilesTaken,
    Partner,
    WorkflowPartner,
    agent_partner,
    partner_column,
    workflow_partner,
)
from workflow_editor.conversations.shared_access import turn_status
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Conversation, Status, Turn
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.outside import conversations
from workflow_editor.selectors.outside.conversations import conversation_for, turn_for, turns_of
from workflow_editor.selectors.run.answer_nodes import answer_writers

MAX_MESSAGE = 200_000
MAX_COMMENT = 4_000
MAX_KEY = 64
_NO_MESSAGE = Text("Write a message.")

ChatAgent = Annotated[AgentPartner, FoundBy(agent_partner)]
TalkedToAgent = Annotated[AgentPartner, FoundBy(agent_partner, access=Access.RUN)]
ChatWorkflow = Annotated[WorkflowPartner, FoundBy(workflow_partner)]
OwnConversation = Annotated[Conversation, FoundBy(conversation_for)]
OwnOrDeleted = Annotated[Conversation, FoundBy(conversation_for, with_deleted=True)]
OwnTurn = Annotated[Turn, FoundBy(turn_for)]
MessageKey = Annotated[str, Field(max_length=MAX_KEY)]


class SharedPartner(Shape):
    """The responder, an agent or a workflow, for visitors."""

    name: str
    description: str
    greeting: str
    """Markdown."""
    suggestions: list[str]


class ChatPartner(SharedPartner):
    """The responder in the head of a chat."""

    provider: str
    """Provider of the model that answers; empty where a workflow does."""
    files: FilesTaken
    """Files that may go with a message: none, those that models read, or any."""
    appearance: AgentAppearance | None
    """None where a workflow answers."""


class Attachment(Shape):
    """A file of a message; its content is at `/api/files/<file_id>/`. `size` is in bytes."""

    file_id: UUID
    name: str
    media_type: str
    size: int


class CitationShape(Shape):
    """A passage that an answer cites as `[number]`; long ones are cut."""

    number: int
    document: str
    page: int | None
    sheet: str
    text: str


class TurnShape(Shape):
    """A message and its answer.

    `run` can be watched at `/ws/runs/<run>/` until `status` is final; it is null once the run was pruned. Turns with
    the same `after` are versions of one another.
    """

    id: UUID
    after: UUID | None
    run: UUID | None
    user_text: str
    attachments: list[Attachment]
    status: Status
    answer: str
    citations: list[CitationShape]
    error: RunError | None
    writers: list[str]
    """The nodes of the run that write the answer."""
    summary: str | None
    feedback: int
    """-1, 0 or 1."""
    feedback_comment: str
    created_at: datetime


class ConversationSummary(Shape):
    """A conversation as a list shows it."""

    id: UUID
    agent: UUID | None
    """Null where a workflow answers."""
    title: str
    created_at: datetime
    updated_at: datetime


class ConversationShape(ConversationSummary):
    """A conversation with all its turns, oldest first."""

    turns: list[TurnShape]


class ConversationCreate(Shape):
    title: Annotated[str, Field(max_length=200), READABLE_IF_GIVEN] = ""
    is_test: bool = False
    """Tries out an agent, or the draft of a workflow; kept apart, and for a week only."""


class ConversationPatch(Shape, partial=True):
    """A new title, or a deletion, or its taking back."""

    title: Annotated[str, Field(min_length=1, max_length=200), READABLE]
    deleted: bool


class DraftQuery(Query):
    draft: bool = False
    """As the graph is now, not as it is published."""


class ConversationsQuery(Query):
    search: str = Field("", max_length=200)
    tests: bool = False
    """Those that try it out, instead of the others."""


class TurnCreate(Shape):
    """A message after the turn `after` (null: at the beginning), or with `again` another answer to a turn.

    `again` with a `message` asks with another text, without one with the same. A repeated `key` is answered once.
    """

    key: MessageKey = ""
    message: Annotated[str, StringConstraints(strip_whitespace=False, max_length=MAX_MESSAGE)] | MISSING = MISSING
    after: UUID | None = None
    files: list[UUID] = Field(default_factory=list, max_length=100)
    again: UUID | MISSING = MISSING


class TurnFeedback(Shape):
    """Rating of an answer; 0 removes it."""

    # A `Literal` of numbers takes true and 1.0 for 1.
    value: Annotated[int, Field(ge=-1, le=1, json_schema_extra={"enum": [-1, 0, 1]})]
    comment: str = Field("", max_length=MAX_COMMENT)


@endpoint("GET", "agents/<str:agent_id>/chat/")
def agent_chat_get(partner: ChatAgent) -> ChatPartner:
    """Return what the chat shows of who answers."""
    return _greeting(partner)


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/chat/")
def workflow_chat_get(partner: ChatWorkflow, query: DraftQuery) -> ChatPartner:
    """Return what the chat page of a workflow shows of it."""
    return _greeting(replace(partner, is_draft=query.draft))


@endpoint("GET", "agents/<str:agent_id>/conversations/", pages=LastChangedFirst)
def conversation_list(user: User, partner: ChatAgent, query: ConversationsQuery) -> Paged[ConversationSummary]:
    """List conversations with an agent, those that went on last first."""
    return _with(user, partner, query)


@endpoint("POST", "agents/<str:agent_id>/conversations/", status=201)
def conversation_create(user: User, partner: TalkedToAgent, body: ConversationCreate) -> ConversationShape:
    """Begin a conversation."""
    return _whole(lifecycle.conversation_create(user, partner.row, **body.model_dump()))


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/conversations/", pages=LastChangedFirst)
def workflow_conversation_list(
    user: User, partner: ChatWorkflow, query: ConversationsQuery
) -> Paged[ConversationSummary]:
    """List conversations on the chat page of a workflow, those that went on last first."""
    return _with(user, partner, query)


@endpoint("POST", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/conversations/", status=201)
def workflow_conversation_create(user: User, partner: ChatWorkflow, body: ConversationCreate) -> ConversationShape:
    """Begin a conversation on the chat page of a workflow; one that `is_test` is answered by the draft."""
    return _whole(lifecycle.conversation_create(user, partner.row, **body.model_dump()))


@endpoint("GET", "conversations/<uuid:conversation_id>/")
def conversation_get(conversation: OwnConversation) -> ConversationShape:
    """Return a conversation with its turns."""
    return _whole(conversation)


@endpoint("PATCH", "conversations/<uuid:conversation_id>/")
def conversation_update(conversation: OwnOrDeleted, body: ConversationPatch) -> ConversationSummary:
    """Rename a conversation, delete it, or take its deletion back."""
    return _summary(lifecycle.conversation_update(conversation, **body.sent()))


@endpoint("POST", "conversations/<uuid:conversation_id>/turns/", status=201)
def turn_create(user: User, conversation: OwnConversation, body: TurnCreate) -> TurnShape:
    """Say something, or ask once more; 409 `turn_open` while the answer before is being written."""
    given = body.sent()
    if "again" in given:
        turn = turn_for(user, given["again"])
        if turn.conversation_id != conversation.pk:
            raise NotFoundError("There is no such turn.")
        turn.conversation = conversation
        return _turn(turns.turn_again(turn, message=given.get("message"), key=body.key))
    if "message" not in given:
        raise InvalidInputError.at("/message", "missing", _NO_MESSAGE)
    message = given["message"]
    turn = turns.turn_create(conversation, message=message, parent_id=body.after, file_ids=body.files, key=body.key)
    return _turn(turn)


@endpoint("POST", "turns/<uuid:turn_id>/feedback/")
def turn_feedback(turn: OwnTurn, body: TurnFeedback) -> TurnShape:
    """Say what one thinks of an answer."""
    return _turn(turns.turn_feedback(turn, **body.model_dump()))


def _greeting(partner: Partner) -> ChatPartner:
    return ChatPartner.of(partner.greeting, greeting=partner.greeting.text)


def _with(user: User, partner: Partner, query: ConversationsQuery) -> Paged[ConversationSummary]:
    rows = conversations.conversation_list(user, partner_column(partner.row), **query.model_dump())
    return Paged(rows, _summary)


def _summary(row: Conversation) -> ConversationSummary:
    return ConversationSummary.of(row, agent=row.agent_id)


def _whole(row: Conversation) -> ConversationShape:
    return ConversationShape.of(row, agent=row.agent_id, turns=[_turn(turn) for turn in turns_of(row)])


def _turn(turn: Turn) -> TurnShape:
    return TurnShape.of(
        turn,
        after=turn.parent_id,
        run=turn.run_id,
        status=turn_status(turn),
        error=failure_json(turn.error),
        writers=[] if turn.run is None else sorted(answer_writers(turn.run.version_id)),
    )
