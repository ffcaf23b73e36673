"""Interface of model providers: one request in, a stream of pieces out, the finished reply last."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agents.core.effort import RESERVED, Effort
from agents.core.messages import Message, ModelReply
from tools.core.definitions import CancelToken, FunctionDefinition, JsonObject
from tools.core.registered.files import StoredFile
from tools.core.text import Text

ToolChoiceMode = Literal["auto", "none", "required"]


@dataclass(frozen=True, slots=True)
class NamedToolChoice:
    """The model must call this function."""

    name: str


ToolChoice = ToolChoiceMode | NamedToolChoice

KeepFile = Callable[[str, str, Iterable[bytes]], StoredFile]
"""Stores a file by its name, type and content."""
"""Stores a file, given name, type and content, for the reply's reader."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Finer wishes of a caller about how a model chooses its words; None and nothing leave it to the service."""

    top_p: float | None = None
    stop: tuple[str, ...] = ()
    """The answer ends before the first of these."""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a model, free of vendor terms. The adapter sends only what the model's capabilities accept."""

    model: str
    messages: tuple[Message, ...]
    functions: tuple[FunctionDefinition, ...] = ()
    titles: dict[str, Text] = field(default_factory=dict)
    """Shown names of the functions, by function name, for models that speak of them to people."""
    tool_choice: ToolChoice = "auto"
    temperature: float | None = None
    sampling: Sampling = Sampling()
    max_tokens: int | None = None
    json_schema: JsonObject | None = None
    """When set, the answer must be JSON of this schema (used where the model supports it)."""
    effort: Effort = ""
    """Reasoning effort; "": the provider's default."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Provider-specific body fields, e.g. DashScope's `enable_thinking`, or the offline model's `script`."""
    idempotency_key: str = ""
    """Stable over attempts of this call, also after a crash; services that know the header answer it only once."""
    keep_file: KeepFile | None = field(default=None, compare=False)
    """Keeps files that the service makes; None: they stay where they are."""
    links_files: bool = True
    """Links may end the answer, which must not be JSON then."""
    history: int = 0
    """Number of messages before the one to answer, including the system message."""

    def headers(self) -> dict[str, str]:
        key = {"Idempotency-Key": self.idempotency_key} if self.idempotency_key else {}
        return {"Accept": "text/event-stream"} | key

    def extra_fields(self) -> JsonObject:
        """Return the fields of `extra` that a service sees."""
        return {name: value for name, value in self.extra.items() if name != "script" and name not in RESERVED}


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of answer text, in order."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplyCompleted:
    """The last piece of every stream: the whole reply."""

    reply: ModelReply


StreamEvent = TextDelta | ReplyCompleted


class ModelClient(Protocol):
    """A model API with its credential, ready to be called from any thread."""

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        """Yield text as it arrives and `ReplyCompleted` last; `cancel` closes the vendor's stream at once.

        Raises:
            ProviderError: mapped from the vendor's error, see `agents.core.errors`.
            RunCancelledError: `cancel` was set.
        """
        ...


@contextmanager
def closing_stream(events: Iterator[StreamEvent]) -> Iterator[Iterator[StreamEvent]]:
    """Close a generator at once when its reader leaves early, so that the vendor's stream ends too."""
    try:
        yield events
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
