"""The nouns of the tools layer: plain data, no framework. Every other layer speaks in these terms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from tools.core.text import Text
from tools.core.tool_id import ToolId

JsonObject = dict[str, Any]
CallMode = Literal["live", "test"]
CallOrigin = Literal["model", "node", "chat", "mcp", "test_button", "tool", "trigger"]
"""`tool`: another tool made the call."""

DEFAULT_TOOL_TIMEOUT_S = 60.0
"""Default time limit of a call, including waits and retries."""
LONGEST_WITH_PROGRESS_S = 600.0
"""A call that reports progress is given up so long after its beginning, unless its own limit is longer."""


class EffectClass(StrEnum):
    """May this step be done again?"""

    PURE = "pure"
    REPEATABLE = "repeatable"
    UNREPEATABLE = "unrepeatable"


class OperationType(StrEnum):
    """Kind of work (the envelope's `operationType`)."""

    QUERY = "query"
    OPERATION = "operation"
    SAVE = "save"
    UNKNOWN = "unknown"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Caller:
    """Caller of a tool; roles are the user's group names."""

    user_id: int | None
    username: str = ""
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CallContext:
    """Origin of a call. `mode` "test" validates everything and sends nothing."""

    caller: Caller
    mode: CallMode = "live"
    origin: CallOrigin = "model"
    workflow_id: str | None = None
    run_id: str | None = None
    node_key: str | None = None
    scope: str = ""
    """Pass of the containers around the node; empty outside of containers."""
    session_id: str | None = None
    idempotency_key: str | None = None
    """Stable over attempts of the same call; sent as `Idempotency-Key` where the service takes one."""
    node_run_id: int | None = None
    """The node run that calls, which can wait for other runs; None outside of runs."""
    within: tuple[ToolId, ...] = ()
    """Enclosing tool calls, outermost first."""
    kept_files: list[str] | None = field(default=None, repr=False, compare=False)
    """Collects the ids of files stored for the call; None if not needed."""
    of_draft: bool = False
    """It tries a draft: credentials give their test values, where they have any."""
    token_id: int | None = None
    """The API token that a call from outside came with."""


@dataclass(frozen=True, slots=True)
class CallLimit:
    """Maximum number of calls in a sliding window, in seconds."""

    calls: int
    seconds: int


@dataclass(frozen=True, slots=True)
class CredentialUse:
    """A stored credential that a call is made with; its values are elsewhere."""

    credential_id: str
    title: str
    owner_id: int | None
    """None: it belongs to the installation."""
    owner_name: str = ""
    origins: frozenset[str] = frozenset()
    """Origins the values may be sent to (`tools.outbound.origins`). Empty until the owner allows one."""
    of_draft: bool = False
    """See `CallContext`."""
    limit: CallLimit | None = None
    """Rate limit of requests signed with it."""
    service: str = ""
    """Service of the account: an id of `tools.executors.accounts`; empty for other credentials."""
    scopes: frozenset[str] = frozenset()
    """Granted scopes; empty if unknown."""
    proxy: str = field(default="", repr=False)
    """The address of the HTTP proxy over which calls with it go, with the password of that proxy; empty: none."""


@dataclass(frozen=True, slots=True)
class ToolRef:
    """A tool that a node or an agent wants to use.

    An `inline:` reference carries its own `ui_type`, `name` and `config`; the `config` of a configured tool replaces
    single settings of it.
    """

    tool_id: ToolId
    ui_type: str = ""
    name: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    fill: Callable[[str], str] | None = field(default=None, repr=False, compare=False)
    """Fills in template variables in the settings; None leaves them unchanged."""
    secrets: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """Secrets in the settings beyond those recognized by field or header name."""
    is_earlier: bool = False
    """Settings that it omits mean what tools did before there were these; see `ToolModel.earlier`."""


@dataclass(frozen=True, slots=True)
class HostedSkill:
    """A skill that a model provider keeps, and runs in a container of its own."""

    skill_id: str
    """`xlsx`, `pptx`, `docx`, `pdf` or the id of an uploaded one, `skill_…`."""
    version: str = "latest"


@dataclass(frozen=True, slots=True)
class FunctionDefinition:
    """One function as a model sees it; `parameters` is a JSON Schema (2020-12) of type object."""

    name: str
    description: str
    parameters: JsonObject
    hosted: HostedSkill | None = None
    """Provider-hosted replacement of the function."""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """One tool that may be called in this conversation."""

    tool_id: ToolId
    title: str
    function: FunctionDefinition
    translations: dict[str, str] = field(default_factory=dict)
    """The title of a built-in tool in other languages; empty where people gave the one title."""
    destination: str = field(default="", repr=False)
    """Origins of its calls, as far as the settings determine them."""
    fixed: JsonObject = field(default_factory=dict, repr=False)
    """Values fixed by the owner, redacted and without headers; hidden from models."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One request to a tool, by function name.

    `arguments` is the model's raw JSON text, so malformed text is handled in one place, or an already parsed object.
    """

    id: str
    name: str
    arguments: str | JsonObject
    untrusted: bool = False
    """Text from outside may have come into the arguments."""


@dataclass(frozen=True, slots=True)
class Approval:
    """Answer to the question whether a call may run, with exactly the arguments asked about or the person's own."""

    decision: Literal["approve", "reject", "timed_out"]
    by: str = ""
    """User name; empty when nobody answered."""
    comment: str = ""
    changed: bool = False
    """The arguments are not the ones that were asked for."""
    origin: str = ""
    """Origin that the credential was to be sent to, if that was the question."""

    def to_json(self) -> JsonObject:
        """Return the form that the audit log keeps."""
        facts = {"decision": self.decision, "by": self.by, "comment": self.comment, "changed": self.changed}
        return facts | ({"origin": self.origin} if self.origin else {})


@dataclass(frozen=True, slots=True)
class OriginQuestion:
    """Asks whether a credential may be sent to a new origin."""

    credential: CredentialUse
    origin: str
    asked_by: str
    """User name of the person running the call."""

    def to_json(self) -> JsonObject:
        use = self.credential
        credential = {"id": use.credential_id, "name": use.title, "owner": use.owner_name}
        return {"origin": self.origin, "credential": credential, "asked_by": self.asked_by}


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """A call that a person must approve first."""

    tool_id: ToolId
    title: str
    function: str
    arguments: JsonObject
    """Redacted."""
    schema: JsonObject
    """JSON Schema of the arguments."""
    reason: Text
    rule_id: str
    rule_revision: int
    note: str
    timeout_s: int
    someone_else: bool
    """Not to be answered by who started the run."""
    origin: OriginQuestion | None = None
    """Set when the question is where the call's credential goes; then only its owner answers."""

    def to_json(self) -> JsonObject:
        return (self.origin.to_json() if self.origin else {}) | {
            "tool_id": self.tool_id,
            "tool": self.title,
            "function": self.function,
            "arguments": self.arguments,
            "arguments_schema": self.schema,
            "reason": self.reason.to_json(),
            "rule": {"id": self.rule_id, "revision": self.rule_revision, "note": self.note},
            "someone_else": self.someone_else,
            "timeout_s": self.timeout_s,
        }


@dataclass(frozen=True, slots=True)
class SkippedTool:
    """A wanted tool that is not offered, with a stable reason code: `not_implemented`, `disabled`, `denied`, `missing`,
    `misconfigured`, `unavailable`, or `invalid` (its definition).
    """

    tool_id: ToolId
    title: str
    code: str
    text: Text


class CancelToken(Protocol):
    """Stops long work."""

    @property
    def time_left_s(self) -> float | None:
        """Time in seconds that the work may still take; None without a limit."""
        ...

    def is_cancelled(self) -> bool:
        """Return True once somebody asked for the work to stop."""
        ...
