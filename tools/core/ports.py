"""Protocols that the gateway depends on: rules, configured tools and the audit log. No framework."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from tools.core.definitions import CallContext, Caller, CallMode, CredentialUse, EffectClass, JsonObject
from tools.core.text import Text
from tools.core.tool_id import ToolId

T = TypeVar("T")
PolicyEffect = Literal["allow", "ask", "deny", "mock"]
AuditStage = Literal["offer", "call"]
ASK_TIMEOUT_S = 86_400
"""Default time that a rule waits for a person: a day."""


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """One line of the permission table; `None` means "any"."""

    id: str
    role: str | None
    """Name of a Django group."""
    tool_pattern: str
    """`*`, an executor name, a UI type, a tool id such as `tool:<ToolConfig id>`, or any of these with `*` in it."""
    workflow_id: str | None
    effect: PolicyEffect
    mode: CallMode | None = None
    when: str = ""
    """A condition (`tools.policies.conditions`); empty: none."""
    args_untrusted: bool = False
    """The rule covers only writing calls with outside text in their arguments; see `tools.policies.index`."""
    mock_result: JsonObject | None = None
    """Answer of `mock`; None uses the executor's own test mode."""
    ask_timeout_s: int = ASK_TIMEOUT_S
    ask_someone_else: bool = False
    """`ask` is not answered by who started the run."""
    note: str = ""
    revision: int = 0
    """Counts the changes of this rule; the audit log names it."""


class PolicySource(Protocol):
    def rules(self) -> Sequence[PolicyRule]:
        """Return all rules in force; called at every offer and call.

        Return the same object while nothing has changed: the gateway caches an index per object.
        """
        ...

    def caller_now(self, caller: Caller) -> Caller:
        """Return the caller with the roles of this moment, at every offer and at every call."""
        ...


@dataclass(frozen=True, slots=True)
class ConfiguredTool:
    """A ToolConfig as the gateway uses it."""

    config_id: str
    ui_type: str
    name: str
    description: str
    enabled: bool
    config: Mapping[str, Any] = field(repr=False)
    """camelCase JSON of the executor's Config with the secret fields decrypted."""
    credential: CredentialUse | None = None
    """Origins its secrets may be sent to; None for a tool without secrets."""
    owner_id: int | None = None
    """Owner of the stored credentials that its settings may name."""


class ToolSource(Protocol):
    """Finds configured tools."""

    def configured(self, config_id: str, context: CallContext) -> ConfiguredTool | None:
        """Return the tool, or None when it is missing or the caller may not see it (both look the same)."""
        ...


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """A requested call and its origin. Contains no secrets: `arguments` are redacted."""

    stage: AuditStage
    """`offer`: the tool list of a conversation is being built; `call`: one request."""
    context: CallContext
    tool_id: ToolId
    """NO_TOOL when a call names a function that was not offered."""
    title: str
    executor: str = ""
    ui_type: str = ""
    function: str = ""
    """The function name as the model knows it, or as it was called."""
    call_id: str = ""
    arguments: JsonObject = field(default_factory=dict)
    effect: EffectClass | None = None
    decision: PolicyEffect = "allow"
    rule_id: str | None = None
    """The rule that decided; None when no rule did."""
    rule_revision: int | None = None
    approval: JsonObject | None = None
    """The person asked, or their answer; None if no approval was needed."""
    untrusted: bool = False
    """Outside text reached the arguments of a writing call."""
    reason: Text | None = None
    """Why it was allowed or refused."""
    code: int = 0
    """0, or the numbered cause of a refusal: 1001 unknown, 1002 bad arguments, 1006 denied."""


@dataclass(frozen=True, slots=True)
class AuditOutcome:
    """Outcome of a started call. Contains no secrets."""

    success: bool
    code: int
    """0, or the envelope's numbered cause."""
    message: str
    result: JsonObject
    """The redacted envelope (camelCase); long data is cut. `translations` has the message by language."""
    duration_ms: float
    """Wall time of all attempts and the waits between them."""
    attempts: int
    """Times the executor was started; 0 in test mode."""
    test_mode: bool = False


class InTransaction(Protocol):
    """Writes something in one transaction with what the caller has to write before it."""

    def __call__(self, write: Callable[[], T]) -> T:
        """Return what `write` returns; all is durable then. When it raises, nothing of its own was stored."""
        ...


def immediately(write: Callable[[], T]) -> T:
    """See `InTransaction`; there is nothing else to write."""
    return write()


class AuditLog(Protocol):
    """Append-only memory of every call. Called from any thread; what it raises stops the call."""

    def started(self, record: AuditRecord) -> str:
        """Store that a call begins, durably, and return the id of the entry."""
        ...

    def finished(self, entry_id: str, outcome: AuditOutcome) -> None: ...

    def refused(self, record: AuditRecord) -> None:
        """Store that a tool was not offered (`stage` offer) or a call was refused (`stage` call), and why."""
        ...
