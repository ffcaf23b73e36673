"""What a kind of sender is: how its requests are proved, told apart and answered."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from pydantic import JsonValue

from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A request as it came, before anything has read its body."""

    method: str
    headers: Mapping[str, str]
    """By name in lower case."""
    query: Mapping[str, str]
    """The last value of each name."""
    body: bytes
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something that starts a run."""

    key: str | None = None
    """The same for each attempt to deliver it; None when the sender gives none."""
    body: JsonValue = None
    """The body where the sender wraps or encrypts it; None: as it came."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sender gets at once; the default says "taken"."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Verified:
    """A request that is proved."""

    deliveries: Sequence[Delivery] = ()
    """None for handshakes and for events that start nothing."""
    answer: Answer | None = None
    """What this sender must get; None leaves the answer to the trigger's settings."""


class NotVerifiedError(Exception):
    """The proof is missing, wrong or too old. The sender only learns that it was refused."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason
        """Shown to those who may edit the workflow; holds nothing secret."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret value that a sender and we share."""

    name: str
    """Name of the value in the credential."""
    title: Text
    required: bool = True
    help: Text = field(default_factory=lambda: Text.verbatim(""))


class Sender(ABC):
    """One kind of sender; has no state."""

    id: ClassVar[str]
    title: ClassVar[Text]
    secrets: ClassVar[tuple[Secret, ...]] = ()

    @abstractmethod
    def verify(self, request: WebhookRequest, secrets: Mapping[str, str]) -> Verified:
        """Prove a request over its raw bytes.

        Args:
            secrets: values of the trigger's credential by name; those of `secrets` that are required are there.
        Raises:
            NotVerifiedError: it is not from this sender; whatever else is raised counts as the same.
        """
