"""Interface of sender kinds: verification, identification and answers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from tools.core.definitions import JsonObject
from tools.core.registered.files import CHUNK_BYTES
from tools.core.text import Text
from tools.core.type_arguments import set_to_argument


@dataclass(frozen=True, slots=True)
class ArrivedFile:
    """A file of a request, not read yet."""

    field: str
    """Name of its part; empty where it is the whole body."""
    name: str
    content_type: str
    chunks: Iterable[bytes]


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A request as it came, before anything has read its body."""

    method: str
    headers: Mapping[str, str]
    """By name in lower case; values as Latin-1, which is how HTTP servers hand them over."""
    query: Mapping[str, str | list[str]]
    """Values by name; a list where a name is repeated."""
    body: bytes
    """Empty where it is too long to be held in memory, as bodies with files may be: see `chunks`."""
    received_at: datetime
    files: Sequence[ArrivedFile] = ()
    form: Mapping[str, str | list[str]] = field(default_factory=dict)
    """The texts of a multipart body, as in `query`."""
    spooled: BinaryIO | None = field(default=None, repr=False)
    """The body on disk where it is too long to be held in memory."""

    def chunks(self) -> Iterator[bytes]:
        """Yield the whole body however long it is: the bytes that are signed."""
        return iter((self.body,)) if self.spooled is None else file_chunks(self.spooled)


def file_chunks(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while chunk := file.read(CHUNK_BYTES):
        yield chunk


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something that starts a run."""

    key: str | None = None
    """Id that the proof covers, the same for each attempt to deliver it, at most 200 characters; None without one."""
    body: JsonObject | None = None
    """The body where the sender wraps or encrypts it, or puts a secret into it; None: as it came."""
    given_key: str | None = None
    """Unsigned id, which anyone repeating the request can change."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Immediate answer to the sender; the default is "taken"."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Verified:
    deliveries: Sequence[Delivery] = ()
    """None for handshakes and for events that start nothing."""
    answer: Answer | None = None
    """Mandatory answer; None leaves it to the trigger's settings."""
    signed: str | None = None
    """SHA-256 of the bytes that are signed, in hexadecimal digits; None where a token admits any request."""
    signs_time: bool = False
    """The time is among the signed bytes, so that equal ones are the same request."""


class NotVerifiedError(Exception):
    """The proof is missing, wrong or too old. The sender only learns that it was refused."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason
        """Shown to those who may edit the workflow; holds nothing secret."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret shared with a sender; a second, `<name>_next`, may be valid at once for rotation."""

    name: str
    title: Text
    help: Text | None = None
    required: bool = True

    def values(self, secrets: Mapping[str, str]) -> tuple[bytes, ...]:
        """Return the values that are valid, none to two; an empty one never is."""
        given = (secrets.get(name, "") for name in (self.name, f"{self.name}_next"))
        return tuple(value.encode() for value in given if value.strip())


class SenderSettings(BaseModel):
    """Non-secret settings of a sender, part of the document."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)


class NoSettings(SenderSettings):
    """Nothing can be set."""


S = TypeVar("S", bound=SenderSettings)
_MISSING_SECRET = Text("Fill in “{secret}”: nothing can be verified without it.", secret="")
_UNREADABLE = Text("The request is not in the form that this sender uses.")


class Sender(ABC, Generic[S]):
    """One kind of sender; has no state."""

    id: ClassVar[str]
    title: ClassVar[Text]
    secrets: ClassVar[tuple[Secret, ...]] = ()
    settings_model: type[S]
    handshakes_by_get: ClassVar[bool] = False
    """Verifies the address by GET first, whatever its delivery method."""
    at_once: ClassVar[Answer | None] = None
    """Replaces the run's address in the answer of an open run; None for senders that may ignore it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        set_to_argument(cls, "settings_model", SenderSettings)

    def verify(self, request: WebhookRequest, secrets: Mapping[str, str], settings: S) -> Verified:
        """Verify a request's raw bytes with secrets by name (see `Secret`). Raises NotVerifiedError, and nothing
        else.
        """
        for secret in self.secrets:
            if secret.required and not secret.values(secrets):
                raise NotVerifiedError(_MISSING_SECRET.filled(secret=secret.title))
        try:
            return self.check(request, secrets, settings)
        except NotVerifiedError:
            raise
        except Exception as error:
            raise NotVerifiedError(_UNREADABLE) from error

    @abstractmethod
    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: S) -> Verified:
        """Like `verify`, but any exception counts as refusal."""

    def secret_headers(self, settings: S) -> frozenset[str]:
        """Return the names, in lower case, of headers that hold a secret itself: never store, show or log them."""
        return frozenset({"authorization", "cookie"})
