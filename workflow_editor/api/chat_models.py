"""Models at /v1/: an agent, or a workflow by its chat page."""

import hashlib
import uuid
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from agents.core.tokens import estimated_tokens
from agents.models import AgentProfile
from agents.providers.base import Sampling
from agents.services.models import model_capabilities
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from workflow_editor.agent_runtime.compile import AGENT_NODE
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.api.chat_calls import shown_calls, thoughts_of, with_own_turns
from workflow_editor.api.chat_completions import (
    ChatAnswer,
    ChatRequest,
    refuse_what_cannot_be,
    refuse_what_no_model_takes,
    refuse_what_no_workflow_takes,
)
from workflow_editor.api.chat_files import files_kept, without_files
from workflow_editor.conversations.partners import WorkflowPartner
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Run, Trigger
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.agent_access import agent_for, agent_list
from workflow_editor.selectors.outside.chat_pages import chat_model_name, chat_pages
from workflow_editor.selectors.run.answer_nodes import verbatim_writers
from workflow_editor.services.triggers.deliver import delivered_before
from workflow_editor.services.turn_answers import answer_of, run_answer

TRIGGER = "openai_api"
_NO_MODEL = Text("No chat page of a published workflow has this name.")
_WHICH = Text("This workflow has several chat pages. Use one of these names: {names}.", names="")


class ChatModel(ABC):
    @abstractmethod
    def about(self) -> JsonObject:
        """Return {id, created, owned_by}."""

    @abstractmethod
    def start(self, user: User, wanted: ChatRequest, key: str | None) -> Run:
        """Begin the answering run; a run of this user with the same `key` is returned instead.

        Raises:
            InvalidInputError: this model does not support the request; the pointer names the part.
            WorkflowError: as `run_start`.
        """

    @abstractmethod
    def writers(self, run: Run, wanted: ChatRequest) -> Collection[str]:
        """Return the nodes with streamable text; for others the answer is sent whole."""

    @abstractmethod
    def answer(self, run: Run) -> ChatAnswer:
        """Return what a run that has succeeded answers."""


@dataclass(frozen=True, slots=True)
class AgentChatModel(ChatModel):
    """An agent under its short name."""

    agent: AgentProfile

    def about(self) -> JsonObject:
        agent = self.agent
        return {"id": agent.slug, "created": int(agent.created_at.timestamp()), "owned_by": agent.owner.get_username()}

    def start(self, user: User, wanted: ChatRequest, key: str | None) -> Run:
        profile = self.agent.profile
        refuse_what_cannot_be(wanted, profile)
        if wanted.settings.sampling != Sampling():
            can = model_capabilities(profile.model.provider, profile.model.name)
            refuse_what_no_model_takes(wanted.settings.sampling, can)
        return agent_run_start(
            self.agent,
            user,
            message=wanted.message,
            history=with_own_turns(user, wanted.history),
            client_tools=wanted.client_tools,
            client_settings=wanted.client_settings,
            trigger=TRIGGER,
            idempotency_key=key,
        )

    def writers(self, run: Run, wanted: ChatRequest) -> Collection[str]:
        """Return the agent; JSON answers come whole, once they are checked."""
        return () if self.agent.profile.output.as_json or wanted.settings.as_json else (AGENT_NODE,)

    def answer(self, run: Run) -> ChatAnswer:
        output = run.output or {}
        reason = str(output.get("finish_reason") or "stop")
        calls = output.get("pending_calls") or []
        thoughts = thoughts_of(run) if calls else ""
        return ChatAnswer(answer_of(output), shown_calls(run, calls), reason, thoughts)


@dataclass(frozen=True, slots=True)
class WorkflowChatModel(ChatModel):
    """The chat page of a published workflow, see `chat_model_name`."""

    trigger: Trigger
    name: str

    def about(self) -> JsonObject:
        workflow = self.trigger.workflow
        created = int(workflow.created_at.timestamp())
        return {"id": self.name, "created": created, "owned_by": workflow.owner.get_username()}

    def start(self, user: User, wanted: ChatRequest, key: str | None) -> Run:
        refuse_what_no_workflow_takes(wanted)
        # Keys of one caller are nothing to another.
        kept = hashlib.sha256(f"{user.pk}:{key}".encode()).hexdigest() if key else uuid.uuid4().hex
        earlier = delivered_before(self.trigger, kept)
        if earlier is None:
            try:
                with transaction.atomic():
                    return self._answer(user, wanted, kept)
            except IntegrityError:
                earlier = delivered_before(self.trigger, kept)
        if earlier is None or earlier.run is None:
            raise NotFoundError(_NO_MODEL, code="model_not_found")
        return earlier.run

    def writers(self, run: Run, wanted: ChatRequest) -> Collection[str]:
        return verbatim_writers(run.version_id)

    def answer(self, run: Run) -> ChatAnswer:
        return ChatAnswer(run_answer(run))

    def _answer(self, user: User, wanted: ChatRequest, key: str) -> Run:
        partner = WorkflowPartner(self.trigger)
        history = list(_remembered(list(without_files(wanted.before)), partner.context_tokens))
        files = files_kept(user, wanted.last.files)
        return partner.reply(user, wanted.last.text, history, key=key, files=files)


def chat_models(user: User) -> Iterator[ChatModel]:
    """Yield what answers the user: their agents, then the live chat pages of workflows that they may run."""
    for agent in agent_list(user):
        yield AgentChatModel(agent)
    for page in chat_pages(user):
        if page.is_live:
            yield WorkflowChatModel(page, chat_model_name(page))


def chat_model_for(user: User, name: str) -> ChatModel:
    """Return the model of this name in `chat_models`, even if its chat is closed.

    Raises:
        AgentNotFoundError: no such agent of the user's.
        NotFoundError: (`model_not_found`) no such workflow that the user may run, or it has several chat pages.
    """
    wanted = ToolId(name)
    if wanted.kind is not ToolKind.WORKFLOW:
        return AgentChatModel(agent_for(user, name, Access.RUN))
    slug, _, key = wanted.name.partition(":")
    found = [page for page in chat_pages(user, slug) if key in ("", page.node_key)]
    if len(found) > 1:
        names = ", ".join(map(chat_model_name, found))
        raise NotFoundError(_WHICH.filled(names=names), code="model_not_found")
    if not found:
        raise NotFoundError(_NO_MODEL, code="model_not_found")
    return WorkflowChatModel(found[0], name)


def _remembered(messages: Sequence[JsonObject], limit_tokens: int) -> Iterator[JsonObject]:
    """Yield instructions, and the newest of the other messages that fit the limit, the oldest first."""
    kept: list[JsonObject] = []
    for message in reversed(messages):
        is_instruction = message["role"] in ("system", "developer")
        limit_tokens -= 0 if is_instruction else estimated_tokens(str(message.get("content") or ""))
        if is_instruction or limit_tokens >= 0:
            kept.append(message)
    # The call that a result belongs to may be among those that are left out.
    yield from dropwhile(lambda message: message["role"] == "tool", reversed(kept))
