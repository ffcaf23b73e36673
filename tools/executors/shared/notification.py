"""Shared by all notification services: config fields, messages, splitting, answers. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

import httpx2
import orjson
from pydantic import field_validator

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import refused_value
from tools.core.text import Text, either
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field
from tools.executors.shared.error_codes import UNKNOWN, ErrorMeaning, bad_input

MAX_PIECES = 10
"""All three services stop a robot at 20 messages a minute; a longer text belongs elsewhere."""
_MARK_SIZE = 16
_HTTPS_ONLY = Text("The webhook URL must start with https:// and contain no user name or port.")


@dataclass(frozen=True, slots=True)
class Webhook:
    """Webhook address pattern of a service."""

    origins: Collection[str]
    path: str
    """Start of the path; the rest of it, or the query value `key`, is the secret."""
    key: str = ""

    def problem(self, url: str) -> Text | None:
        """Return the problem of an address; None for a webhook of this service."""
        try:
            parsed = httpx2.URL(url)
        except (httpx2.InvalidURL, ValueError):
            return Text("Enter a webhook URL.")
        if parsed.scheme != "https" or parsed.userinfo or parsed.port not in {None, 443}:
            return _HTTPS_ONLY
        hosts = sorted(origin.removeprefix("https://") for origin in self.origins)
        if parsed.host not in hosts:
            return Text("The webhook URL must be on {hosts}.", hosts=either(hosts))
        token = parsed.params.get(self.key) if self.key else parsed.path.removeprefix(self.path)
        if not parsed.path.startswith(self.path) or not token:
            form = f"https://{parsed.host}{self.path}{self._rest()}"
            return Text("The webhook URL must look like {form}", form=form)
        return None

    def _rest(self) -> str:
        return f"?{self.key}=…" if self.key else "…"


@dataclass(frozen=True, slots=True)
class Notification:
    """Message to send."""

    kind: str
    title: str
    content: str
    mobiles: Sequence[str] = ()
    link_url: str = ""


WRONG_KIND = bad_input(Text("The robot does not support this message type. Choose another one."))


def message_type_field(own_kind: str, title: Text) -> Any:
    """Return the field with the message type: text, Markdown, or the service's own kind of card."""
    kinds = {"text": Text("Text"), "markdown": Text.verbatim("Markdown"), own_kind: title}
    return form_field("Message type", default="text", enum_labels=kinds)


class NotificationConfig(ToolModel):
    """Fields that all services share; `messageType` and mentions are added by each."""

    webhook: ClassVar[Webhook]

    webhook_url: str = form_field(
        "Webhook URL",
        "In the group's robot settings. Keep it secret: anyone who has it can post.",
        default="",
        widget="secret",
    )
    title: str = form_field(
        "Title",
        "The model fills it in if you do not.",
        default="",
        widget="template-line",
        show_if={"messageType": ["markdown", "card", "actionCard", "news"]},
    )
    content: str = form_field("Content", "The model fills it in if you do not.", default="", widget="template")

    @field_validator("webhook_url")
    @classmethod
    def _of_this_service(cls, url: str) -> str:
        url = url.strip()
        if url and (problem := cls.webhook.problem(url)):
            raise refused_value("webhook", problem)
        return url


class Platform(ABC):
    """One notification service; has no state."""

    title: ClassVar[Text]
    kinds_with_title: ClassVar[frozenset[str]]
    kinds_with_link: ClassVar[frozenset[str]] = frozenset()
    kinds_with_mobiles: ClassVar[frozenset[str]] = frozenset()
    refusals: ClassVar[Mapping[int, ErrorMeaning]]
    """Meanings of the service's error codes."""

    def kind(self, config: Any) -> str:
        return str(config.message_type)

    @abstractmethod
    def bodies(self, config: Any, message: Notification) -> list[JsonObject]:
        """Return the request bodies in order; several if the text is too long for one.

        Raises ToolArgumentsError if the text is far too long.
        """

    @abstractmethod
    def signed(self, config: Any, body: JsonObject, now: datetime) -> tuple[str, JsonObject]:
        """Return address and body with the signature that the service wants, if a secret is set."""

    def error_code(self, reply: Mapping[str, Any]) -> int:
        """Return the service's error code from its answer; 0 is success."""
        code = reply.get("errcode")
        return code if isinstance(code, int) else -1

    def refusal(self, code: int, text: str) -> ErrorMeaning:
        """Explain an error code; `text` is the service's own message."""
        return self.refusals.get(code, UNKNOWN)


def split_text(text: str, max_bytes: int, *, size: Callable[[str], int] | None = None) -> list[str]:
    """Split a text into pieces of at most `max_bytes`, preferably at line ends, marked (1/3), (2/3), (3/3).

    `size` is the service's measure, UTF-8 bytes by default. Raises ToolArgumentsError beyond ten pieces.
    """
    count = size or utf8_size
    if count(text) <= max_bytes:
        return [text]
    limit = max_bytes - _MARK_SIZE
    pieces = _pieces(text, limit, count) if count(text) <= limit * MAX_PIECES else []
    if not 0 < len(pieces) <= MAX_PIECES:
        raise ToolArgumentsError(
            Text("The text is too long: it would take more than {max_pieces} messages.", max_pieces=MAX_PIECES)
        )
    return [f"{piece.rstrip()}\n({number}/{len(pieces)})" for number, piece in enumerate(pieces, 1)]


def utf8_size(text: str) -> int:
    """Return the length in UTF-8 bytes."""
    return len(text.encode())


def json_size(text: str) -> int:
    """Return the length in bytes inside a JSON body."""
    return len(orjson.dumps(text)) - 2


def cut(text: str, max_bytes: int) -> str:
    """Return the text, cut at max_bytes UTF-8 bytes with an ellipsis."""
    if utf8_size(text) <= max_bytes:
        return text
    return text.encode()[: max_bytes - 3].decode(errors="ignore") + "…"


def first_line(text: str) -> str:
    """Return the first line with text, without Markdown marks, for services that require a title."""
    lines = (line.strip().lstrip("#>*- ").strip() for line in text.splitlines())
    return cut(next((line for line in lines if line), "Flowloom"), 128)


def _pieces(text: str, limit: int, count: Callable[[str], int]) -> list[str]:
    pieces: list[str] = []
    current: list[str] = []
    used = 0
    for line in _fitting_lines(text, limit, count):
        size = count(line)
        if current and used + size > limit:
            pieces.append("".join(current))
            current, used = [], 0
        current.append(line)
        used += size
    return [*pieces, "".join(current)]


def _fitting_lines(text: str, limit: int, count: Callable[[str], int]) -> list[str]:
    """Return the text's lines, those that are too long cut into parts."""
    fitting: list[str] = []
    for line in text.splitlines(keepends=True):
        place = 0
        # No sign counts less than one, so what fits is in so many signs; the rest of the line need not be counted.
        while count(line[place : place + limit + 1]) > limit:
            end = place + _longest_start(line[place : place + limit], limit, count)
            fitting.append(line[place:end])
            place = end
        fitting.append(line[place:])
    return fitting


def _longest_start(line: str, limit: int, count: Callable[[str], int]) -> int:
    low, high = 1, min(len(line), limit)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(line[:middle]) <= limit else (low, middle - 1)
    return low
