"""Request and result of the tool loop. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.core.attachments import OpenFile
from agents.core.effort import Effort
from agents.core.language import Language
from agents.core.messages import FinishReason, Message, ToolCallPart, Usage
from agents.core.prices import Prices
from agents.loop.calls import ToolRecord
from agents.loop.outcome import Outcome
from agents.loop.prompts import FailurePolicy
from agents.providers.base import KeepFile, Sampling, ToolChoice
from tools.core.call.nothing_found import OnEmpty
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, FunctionDefinition, JsonObject
from tools.core.registered.files import StoredFile


@dataclass(frozen=True, slots=True)
class LoopRequest:
    model: str
    messages: tuple[Message, ...]
    """The conversation without the node's system message: what came before, and the message that is answered."""
    examples: tuple[Message, ...] = ()
    """Before the conversation: how its author wants it to go. They count as trusted, as `system` does."""
    provider: str = ""
    """Shown name of the provider, for events."""
    system: str = ""
    quoted: str = ""
    """A part of `system` that we did not write: passages of documents. It counts as text from outside."""
    tool_choice: ToolChoice = "auto"
    """A named choice may give the function name, the tool's id or its title."""
    temperature: float | None = None
    sampling: Sampling = field(default_factory=Sampling)
    max_tokens: int | None = None
    prices: Prices = field(default_factory=Prices)
    """For what broke off before its usage was reported."""
    max_rounds: int = 5
    tool_timeout_s: float = DEFAULT_TOOL_TIMEOUT_S
    on_tool_failure: FailurePolicy = "stop"
    on_empty: OnEmpty | None = None
    """Apart from failures; None: what the tool declares, else the same as a failure."""
    on_max_rounds: Literal["answer", "fail"] = "answer"
    json_schema: JsonObject | None = None
    """Put into the system prompt, and sent in the vendor's own form where the model takes it."""
    effort: Effort = ""
    """See `ModelRequest.effort`."""
    extra: dict[str, Any] = field(default_factory=dict)
    """See `ModelRequest.extra`."""
    idempotency_key: str = ""
    """Stable over attempts of the conversation; each of its model calls has a key made from it."""
    language: Language = "en"
    """Language of the tool section, of our own sentences and of error texts."""
    check: Callable[[str], str | None] | None = field(default=None, compare=False)
    """Validates an answer: returns the correction for the model, or None. Deterministic, since resumed conversations
    call it again.
    """
    max_repairs: int = 0
    """Maximum corrections; the answer after the last one is accepted."""
    keep_file: KeepFile | None = field(default=None, compare=False)
    """See `ModelRequest.keep_file`."""
    links_files: bool = True
    """See `ModelRequest.links_files`."""
    open_file: OpenFile | None = field(default=None, compare=False)
    """Opens files that tools have made, to show pictures to the model; None: it sees none."""
    client_functions: tuple[FunctionDefinition, ...] = ()
    """Functions that the caller runs, not we. A reply that calls one of them ends the conversation."""


@dataclass(frozen=True, slots=True)
class LoopResult:
    text: str
    finish_reason: FinishReason
    usage: Usage
    """Sum over all model calls, those before a crash included."""
    rounds: int
    """Number of model calls."""
    tool_history: tuple[ToolRecord, ...]
    model: str
    """As the provider names it in its last reply."""
    files: tuple[StoredFile, ...] = ()
    """Files made by the service in all rounds, as stored here."""
    pending_calls: tuple[ToolCallPart, ...] = ()
    """Client function calls for the caller to run. Our own calls in the same reply are dropped: the model repeats them
    once it has the caller's results.
    """
    outcome: Outcome = "answered"
    """Classification of the text; `answered` also if the caller must run calls first."""
