"""The responder of a conversation: an agent, or a workflow started by a chat trigger. Only this module knows both."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal
from uuid import UUID

from django.contrib.auth.models import User

from agents.core.attachments import check_file
from agents.models import AgentProfile
from agents.services.agent_versions import agent_version_keep
from tools.adapters.file_contents import stored_file
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_get
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.conversations.history import Context
from workflow_editor.errors import ConflictError, InvalidInputError, NotFoundError
from workflow_editor.models import ChatShare, Conversation, Run, Trigger
from workflow_editor.nodes.builtin.bot_message import BotMessageConfig, BotMessageNode
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerConfig, ChatTriggerNode
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.agent_access import agent_for
from workflow_editor.selectors.outside.triggers import trigger_for
from workflow_editor.services.triggers.deliver import GONE, deliver_message
from workflow_editor.services.turn_answers import CHAT

PartnerRow = AgentProfile | Trigger
FilesTaken = Literal["none", "readable", "any"]
"""Files accepted with a message: none, model-readable ones, or any."""
_CLOSED = Text("This chat is closed at the moment. Try again later.")
_NO_FILES = Text("This chat takes no files. Remove them.")
_NO_CHAT = Text("This trigger has no chat.")


@dataclass(frozen=True, slots=True)
class Greeting:
    name: str
    description: str
    text: str
    """Markdown; empty without any."""
    suggestions: Sequence[str]
    provider: str
    """Provider of the answering model; empty for a workflow."""
    files: FilesTaken
    appearance: JsonObject | None = None
    """`AgentAppearance`; None for a workflow."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    text: str
    conversation: Conversation
    context: Context
    key: str
    """Names the message among all of the partner's."""
    attachments: Sequence[JsonObject] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of `trigger` in a workflow's run."""


class Partner(ABC):
    sees_earlier_files: ClassVar[bool]
    """True if files of earlier messages are repeated; otherwise only their names are given."""

    @property
    @abstractmethod
    def greeting(self) -> Greeting:
        """Opening message."""

    @property
    @abstractmethod
    def context_tokens(self) -> int:
        """Token limit of the history."""

    @property
    @abstractmethod
    def row(self) -> PartnerRow:
        """Return what conversations and links refer to."""

    @abstractmethod
    def answer(self, message: ChatMessage) -> Run:
        """Begin the answering run, in the caller's transaction, with the rights of the conversation's user.

        Raises:
            AttachmentError: an agent's model could not be given a file.
            ConflictError: (`chat_closed`) it is not available.
            GraphInvalidError: it cannot run; `details["problems"]` lists why.
            InvalidInputError: the message does not fit the start node; (`no_files`) it takes no files.
            RecordNotFoundError: a file is gone.
            LimitError: (`cap_reached`) the user has reached a cap.
        """


@dataclass(frozen=True, slots=True)
class AgentPartner(Partner):
    """An agent; it has files read to it, and sums up what is too long."""

    sees_earlier_files = True
    agent: AgentProfile

    @property
    def greeting(self) -> Greeting:
        profile = self.agent.profile
        prompts = profile.prompts
        about = (self.agent.name, self.agent.description, prompts.greeting, prompts.suggestions)
        return Greeting(*about, profile.model.provider, "readable", profile.appearance.model_dump())

    @property
    def context_tokens(self) -> int:
        return self.agent.profile.limits.context_tokens

    @property
    def row(self) -> PartnerRow:
        return self.agent

    def answer(self, message: ChatMessage) -> Run:
        for file in message.attachments:
            check_file(file["name"], file["media_type"], file["size"])
        agent_version_keep(self.agent, message.conversation.user)
        return agent_run_start(
            self.agent,
            message.conversation.user,
            message=message.text,
            history=message.context.history,
            attachments=[{"file_id": file["file_id"]} for file in message.attachments],
            earlier=message.context.earlier,
            trigger=CHAT,
        )


@dataclass(frozen=True, slots=True)
class WorkflowPartner(Partner):
    """A workflow, as it is published; as it is now in conversations that try it out."""

    sees_earlier_files = False
    trigger: Trigger
    is_draft: bool = False

    @property
    def greeting(self) -> Greeting:
        config, workflow = self._config, self.trigger.workflow
        about = (config.title or workflow.name, workflow.description, config.greeting, config.suggested())
        return Greeting(*about, provider="", files="any" if config.takes_files else "none")

    @property
    def context_tokens(self) -> int:
        if self.trigger.type == BotMessageNode.id:
            return BotMessageConfig.model_validate(self.trigger.config).context_tokens
        return self._config.context_tokens

    @property
    def row(self) -> PartnerRow:
        return self.trigger

    def answer(self, message: ChatMessage) -> Run:
        conversation = message.conversation
        if message.attachments and (self.trigger.type != ChatTriggerNode.id or not self._config.takes_files):
            raise InvalidInputError.at("/files", "no_files", _NO_FILES)
        files = [tool_file_get(user=conversation.user, file_id=UUID(one["file_id"])) for one in message.attachments]
        details = {
            "conversation": str(conversation.pk),
            "person": "" if conversation.share_id else conversation.user.get_username(),
            **message.details,
        }
        history = message.context.history
        return self.reply(conversation.user, message.text, history, key=message.key, details=details, files=files)

    def reply(
        self,
        user: User,
        text: str,
        history: Sequence[JsonObject],
        *,
        key: str,
        details: Mapping[str, Any] = MappingProxyType({}),
        files: Sequence[ToolFile] = (),
    ) -> Run:
        """Begin a run that answers a text, in a conversation or outside any, in the caller's transaction.

        `files` are `trigger.files` of a chat page. Raises ConflictError, GraphInvalidError, InvalidInputError or
        LimitError (see `answer`).
        """
        if not self.is_draft and not self.trigger.is_live:
            raise ConflictError(_CLOSED, code="chat_closed")
        data: JsonObject = {
            "message": text,
            "conversation": "",
            "history": list(history),
            "person": user.get_username(),
            **details,
        }
        if self.trigger.type == ChatTriggerNode.id:
            data["files"] = [stored_file(file).to_json() for file in files]
        return deliver_message(self.trigger, user, key=key, data=data, draft=self.is_draft, files=files)

    @property
    def _config(self) -> ChatTriggerConfig:
        config = self.trigger.config
        if self.is_draft or self.trigger.version_id is None:
            node = self.trigger.workflow.nodes.filter(key=self.trigger.node_key, type=ChatTriggerNode.id).first()
            if node is None:
                raise NotFoundError(GONE, code="trigger_gone")
            config = node.config
        return ChatTriggerConfig.model_validate(config)


def partner_column(row: PartnerRow) -> Mapping[str, PartnerRow]:
    """Return the column by which conversations and links refer to a partner, with its value."""
    return {"trigger" if isinstance(row, Trigger) else "agent": row}


def partner_of(row: Conversation | ChatShare) -> Partner:
    """Return who answers in a conversation, or to the visitors of a link."""
    if row.agent is not None:
        return AgentPartner(row.agent)
    if row.trigger is not None:
        return WorkflowPartner(row.trigger, is_draft=isinstance(row, Conversation) and row.is_test)
    raise ValueError("a conversation has a partner")


def agent_partner(user: User, agent_id: str, access: Access = Access.READ) -> AgentPartner:
    return AgentPartner(agent_for(user, agent_id, access))


def workflow_partner(user: User, workflow_id: UUID, node_key: str, *, is_draft: bool = False) -> WorkflowPartner:
    """Return the workflow of a chat page, which everybody who may run it may use.

    Raises:
        NotFoundError: no such chat page, or of a workflow that the user does not see.
        ForbiddenError: the user may not run the workflow.
    """
    trigger = trigger_for(user, workflow_id, node_key, Access.EDIT)
    if trigger.type != ChatTriggerNode.id:
        raise NotFoundError(_NO_CHAT)
    return WorkflowPartner(trigger, is_draft)
