"""Interface of a chat service: its messages, and the delivery of answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.outbound.client import OutboundResponse
from workflow_editor.triggers.webhooks.sender import Secret, Sender, SenderSettings

MAX_MESSAGE = 20_000
"""Characters of a message; what is beyond them is left out."""
_MAX_NAME = 200
_NOT_TAKEN = frozenset({429, 503})
_PERHAPS_TAKEN = frozenset({500, 502, 504})


@dataclass(frozen=True, slots=True)
class BotMessage:
    key: str
    """The same each time that the service reports this message."""
    chat: str
    """Unit of memory: a chat, or a thread where there are threads."""
    text: str
    sender: str
    """The service's id of who wrote it."""
    sender_name: str = ""
    is_private: bool = False
    target: JsonObject = field(default_factory=dict)
    """Address of the answer; may be secret."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.text.strip()[:MAX_MESSAGE])
        object.__setattr__(self, "sender_name", self.sender_name[:_MAX_NAME])


@dataclass(frozen=True, slots=True)
class BotRequest:
    """One request that a service is sent; `hidden` must not be shown."""

    url: str = field(repr=False)
    body: JsonObject | None = None
    """Sent by POST; None asks by GET."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


Send = Callable[[BotRequest], OutboundResponse]
"""Sends a request and returns the answer of any status. Raises `ToolError`."""


class NotSentError(Exception):
    """The service refused a part of an answer.

    Args:
        reason: for editors of the workflow; without secrets.
        wait_s: the service's requested wait; None if unknown.
        is_unknown: it may have been accepted anyway.
    """

    def __init__(self, reason: Text, *, retry: bool, wait_s: float | None = None, is_unknown: bool = False) -> None:
        super().__init__(reason.en)
        self.reason, self.retry, self.wait_s, self.is_unknown = reason, retry, wait_s, is_unknown


@dataclass(frozen=True, slots=True)
class Outgoing:
    text: str
    target: JsonObject
    key: str
    """The same for each attempt to send this part, at most 50 characters."""
    secrets: Mapping[str, str]
    account_id: str
    """The app or company id, if the service needs it."""
    at: datetime


class BotService(ABC):
    """One chat service; has no state."""

    id: ClassVar[str]
    title: ClassVar[Text]
    sender: ClassVar[Sender[Any]]
    """Proves the service's requests."""
    more_secrets: ClassVar[tuple[Secret, ...]] = ()
    """Secrets for answers, besides those that verify requests."""
    part_size: ClassVar[int]
    """Bytes (UTF-8) of one message; a longer answer goes in parts."""
    most_parts: ClassVar[int] = 10
    sends_once: ClassVar[bool] = False
    """A part that is sent again with its key appears once."""
    again: ClassVar[frozenset[Any]] = frozenset()
    """Codes of refusals after which another attempt may succeed."""
    failed: ClassVar[Text] = Text("Sorry, this did not work. Please try again later.")
    """Message to the chat when a run fails, without the reason, which may be for members only."""

    @property
    def secrets(self) -> Sequence[Secret]:
        return (*self.sender.secrets, *self.more_secrets)

    def sender_settings(self, account_id: str) -> SenderSettings:
        """Return what requests are proved with beside secrets."""
        settings: SenderSettings = self.sender.settings_model()
        return settings

    @abstractmethod
    def message(self, event: JsonObject) -> BotMessage | None:
        """Return what somebody wrote; None for everything else, what bots write included. May raise anything."""

    @abstractmethod
    def send(self, outgoing: Outgoing, send: Send) -> None:
        """Send one part.

        Raises:
            NotSentError: the service refused it.
            ToolError: no answer, or the service was unreachable.
        """

    def failure(self, reply: JsonObject) -> tuple[object, str] | None:
        """Return code and words of a refusal; None when the service took the request."""
        code = reply.get("errcode")
        return None if code == 0 else (code, f"{code} {reply.get('errmsg', '')}")

    def ask(self, send: Send, request: BotRequest) -> JsonObject:
        """Send a request and return the answer of a success.

        Raises:
            NotSentError: the service refused it or is busy.
            ToolError: nothing is known of an answer, or the service was not reached.
        """
        response = send(request)
        check_status(response, self.title)
        reply = response.json()
        if failed := self.failure(reply):
            code, words = failed
            raise refused(self.title, words, retry=code in self.again, wait_s=response.wait_s())
        return reply

    def parts(self, text: str) -> Sequence[str]:
        """Cut an answer into messages, at ends of lines where that is possible; what is beyond the last is left out."""
        found = list(islice(_parts(text.strip(), self.part_size), self.most_parts + 1))
        if len(found) <= self.most_parts:
            return found
        return [*found[: self.most_parts - 1], _cut(found[self.most_parts - 1], self.part_size - 3) + "…"]


def _parts(text: str, size: int) -> Iterator[str]:
    while text:
        part = _cut(text, size)
        if len(part) < len(text):
            line_end = part.rfind("\n")
            part = part[: line_end + 1] if line_end > len(part) // 2 else part
        yield part.rstrip("\n")
        text = text[len(part) :]


def _cut(text: str, size: int) -> str:
    """Return the longest beginning within `size` bytes, without splitting a character."""
    return text[:size].encode()[:size].decode(errors="ignore")


def check_status(response: OutboundResponse, title: Text) -> None:
    """Raise for an answer by status alone: a busy service is asked again."""
    if response.status in _NOT_TAKEN | _PERHAPS_TAKEN:
        text = Text("{service} is busy (status {status}).", service=title, status=response.status)
        is_unknown = response.status in _PERHAPS_TAKEN
        raise NotSentError(text, retry=True, wait_s=response.wait_s(), is_unknown=is_unknown)


def refused(title: Text, reason: object, *, retry: bool = False, wait_s: float | None = None) -> NotSentError:
    """Return the error of an answer that the service did not take, with its own word for it."""
    text = Text("{service} did not take the answer: {reason}", service=title, reason=str(reason)[:200])
    return NotSentError(text, retry=retry, wait_s=wait_s)
