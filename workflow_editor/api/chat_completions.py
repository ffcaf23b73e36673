"""OpenAI's Chat Completions API for agents and workflows as models. Pure.

Source: OpenAI API reference, "Create chat completion", its stream and its errors, as the `openai` package reads them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.core.attachments import OpenFile
from agents.core.language import language_of
from agents.core.messages import FinishReason, Message
from agents.loop.client_tools import read_client_tools
from agents.loop.openai_messages import read_history
from agents.profiles.document import AgentDocument
from agents.providers.base import Sampling
from agents.providers.capabilities import Capabilities
from agents.providers.legal_history import CONTINUE
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.nodes.caller_settings import CLIENT_SETTINGS, ClientSettings, read_client_settings

_REASONS = {
    FinishReason.LENGTH: "length",
    FinishReason.MAX_ROUNDS: "length",
    FinishReason.TOOL_CALLS: "tool_calls",
    FinishReason.REFUSAL: "content_filter",
}
_DECIDED_HERE = Text("The workflow decides this. Remove it.")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    model: str
    message: str
    """The last message when it is the user's and plain text; empty when the history ends with what is answered."""
    history: list[JsonObject]
    client_tools: JsonObject | None
    client_settings: JsonObject | None
    """As the caller sent them."""
    settings: ClientSettings
    """The same, read."""
    upload_size: int
    """Bytes of the files in all messages."""
    stream: bool
    include_usage: bool
    last: Message
    """The last message, read."""

    @property
    def before(self) -> list[JsonObject]:
        return self.history if self.message else self.history[:-1]


def read_request(body: Any, open_file: OpenFile) -> ChatRequest:
    """Parse a request; `open_file` finds a stored file of the caller's, without content.

    Raises:
        InvalidInputError: a field is missing or wrong; the pointer names it.
        AgentError: the messages, their files or the tools are not of OpenAI's form.
    """
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        raise _wrong("model", Text("Use the name of an agent or a workflow as the model."))
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise _wrong("messages", Text("Send at least one message."))
    if body.get("n") not in (None, 1):
        raise _wrong("n", Text("Only one answer is possible."))
    messages = _answerable(messages, read_history(messages, open_file))
    read = read_history(messages, open_file)
    tools = {name: body[name] for name in ("tools", "tool_choice") if body.get(name) is not None}
    read_client_tools(tools)
    settings = {name: body[name] for name in CLIENT_SETTINGS if body.get(name) is not None}
    last = messages[-1]
    is_plain = last["role"] == "user" and isinstance(last.get("content"), str) and bool(last["content"].strip())
    options = body.get("stream_options")
    return ChatRequest(
        model=body["model"],
        message=last["content"] if is_plain else "",
        history=messages[:-1] if is_plain else messages,
        client_tools=tools or None,
        client_settings=settings or None,
        settings=read_client_settings(settings),
        upload_size=sum(file.size for message in read for file in message.files),
        stream=body.get("stream") is True,
        include_usage=isinstance(options, dict) and options.get("include_usage") is True,
        last=read[-1],
    )


def _answerable(messages: list[JsonObject], read: Sequence[Message]) -> list[JsonObject]:
    """Return the messages with something to answer at the end; some clients put instructions there, or leave it out."""
    if read[-1].role == "system":
        order = sorted(range(len(messages)), key=lambda at: read[at].role != "system")
        messages, read = [messages[at] for at in order], [read[at] for at in order]
    if read[-1].role in ("user", "tool"):
        return messages
    language = language_of(*(message.text for message in read if message.role == "user"))
    return [*messages, {"role": "user", "content": CONTINUE[language]}]


def refuse_what_cannot_be(wanted: ChatRequest, profile: AgentDocument) -> None:
    """Refuse settings that the agent cannot apply.

    Raises InvalidInputError if a workflow behind the agent has its own model settings, or the agent has another answer
    form.
    """
    if wanted.client_settings and profile.core_deliberation_workflow_id:
        raise _wrong(
            next(iter(wanted.client_settings)),
            Text("A workflow runs this agent and decides this."),
        )
    settings, output = wanted.settings, profile.output
    if output.as_json and (settings.form == "text" or (settings.schema is not None and output.json_schema is not None)):
        raise _wrong(
            "response_format",
            Text("The agent's answer has its own format. Remove this."),
        )


def refuse_what_no_model_takes(wanted: Sampling, can: Capabilities) -> None:
    """Refuse settings unsupported by the agent's model. Raises InvalidInputError with the pointer."""
    unheard = {
        "top_p": wanted.top_p is not None and not can.takes_temperature,
        "stop": bool(wanted.stop) and not can.takes_stop,
        "seed": wanted.seed is not None and not can.takes_seed,
    }
    for name, is_asked in unheard.items():
        if is_asked:
            raise _wrong(name, Text("The agent's model does not support this. Remove it."))


def refuse_what_no_workflow_takes(wanted: ChatRequest) -> None:
    """Refuse settings and tools unsupported by a workflow's chat. Raises InvalidInputError with the pointer."""
    for given in (wanted.client_tools, wanted.client_settings):
        if given:
            raise _wrong(next(iter(given)), _DECIDED_HERE)
    if wanted.last.role != "user" or not (wanted.last.text.strip() or wanted.last.files):
        raise _wrong("messages", Text("The last message must be a text or a file of the user."))


def _wrong(field_: str, text: Text) -> InvalidInputError:
    return InvalidInputError.at(f"/{field_}", "invalid", text)


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    text: str = ""
    pending_calls: Sequence[JsonObject] = ()
    """Calls of the client's own tools."""
    finish_reason: str = "stop"
    """A value of `FinishReason`."""
    thoughts: str = ""
    """The model's thoughts before it called the client's tools."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer under its id."""

    id: str
    model: str
    created: int
    """Seconds since 1970."""
    answer: ChatAnswer = field(default_factory=ChatAnswer)
    usage: JsonObject = field(default_factory=dict)
    """As the run has it."""

    def whole(self) -> JsonObject:
        text, calls = self.answer.text, self.answer.pending_calls
        message: JsonObject = {"role": "assistant", "content": text if text or not calls else None, "refusal": None}
        if calls:
            message["tool_calls"] = calls
        if self.answer.thoughts:
            message["reasoning_content"] = self.answer.thoughts
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": self._reason()}
        return self._head("chat.completion") | {"choices": [choice], "usage": self._tokens()}

    def chunk(self, **delta: Any) -> JsonObject:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}
        return self._head("chat.completion.chunk") | {"choices": [choice]}

    def last_chunks(self, *, include_usage: bool) -> Iterator[JsonObject]:
        """Yield the end of the stream: the caller's calls, why it ends, and what it took."""
        if self.answer.thoughts:
            yield self.chunk(reasoning_content=self.answer.thoughts)
        if calls := self.answer.pending_calls:
            yield self.chunk(tool_calls=[{"index": index, **call} for index, call in enumerate(calls)])
        choice = {"index": 0, "delta": {}, "logprobs": None, "finish_reason": self._reason()}
        yield self._head("chat.completion.chunk") | {"choices": [choice]}
        if include_usage:
            yield self._head("chat.completion.chunk") | {"choices": [], "usage": self._tokens()}

    def _head(self, kind: str) -> JsonObject:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}

    def _reason(self) -> str:
        return _REASONS.get(FinishReason(self.answer.finish_reason), "stop")

    def _tokens(self) -> JsonObject:
        read, written = self.usage.get("input_tokens", 0), self.usage.get("output_tokens", 0)
        return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def error_body(status: int, code: str, message: str, param: str | None = None) -> JsonObject:
    """Return an error as OpenAI's clients read it."""
    if status == 401:
        kind, code = "invalid_request_error", "invalid_api_key"
    elif status == 429:
        kind = "rate_limit_error"
    else:
        kind = "invalid_request_error" if status < 500 else "api_error"
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
