"""Protocols for a running node's outside access, implemented by adapters; tests use plain doubles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.core.attachments import FilePart
from agents.core.messages import Usage
from agents.core.ports import Journal, LoopSink, Toolbox
from agents.core.prices import Prices
from agents.knowledge.text.context import Passage
from agents.providers.base import ModelClient
from tools.core.definitions import CallMode, CancelToken, JsonObject, ToolRef
from tools.core.registered.files import OpenFile, StoredFile
from tools.sandbox.outcome import Language
from workflow_editor.nodes.waits import ChildRunWait


class Variables(Protocol):
    """Values that a node can refer to: run inputs and outputs of finished nodes.

    References work by key (`nodes.fetch.title`) and by displayed name (`发布需求.选题`, `nodes["视频URL（抖音）"]`).
    """

    @property
    def inputs(self) -> JsonObject: ...

    @property
    def version(self) -> int:
        """The version of the node's type, see `workflow_editor.nodes.meanings`."""
        ...

    def upstream(self) -> Sequence[tuple[str, JsonObject]]:
        """Return (key, output) of the nodes with live edges into this one, in edge order."""
        ...

    def render(self, template: str) -> str:
        """Fill in a Liquid template. Raises NodeError if it is malformed or exceeds a limit."""
        ...

    def value(self, template: str) -> Any:
        """Like `render`, but a template that is one single reference keeps the value's type."""
        ...

    def evaluate(self, expression: str) -> Any:
        """Evaluate a CEL expression over `inputs`, `nodes` and `trigger`.

        Raises NodeError if it is malformed or fails.
        """
        ...


@dataclass(frozen=True, slots=True)
class ModelHandle:
    """A model API resolved from a node's `provider` and `model` fields."""

    client: ModelClient
    model: str
    provider_title: str
    prices: Prices = field(default_factory=Prices)


class ModelPort(Protocol):
    def resolve(self, provider: str, model: str) -> ModelHandle:
        """Return the client of a provider id (`offline` or a ModelProvider id); an empty model is its default.

        Raises NodeError if there is no such provider, or it is disabled, or without a key.
        """
        ...


class ToolPort(Protocol):
    """Offers tools within the rights of the run's user."""

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        """Build the toolbox of one conversation; unusable tools are in its `skipped()`.

        `names` are function names by tool id that the conversation has used before; `for_run` shares the run's cookies
        between nodes.
        """
        ...


class CredentialPort(Protocol):
    """Knows what the run's user may sign requests with."""

    def authorize(self, credential_id: str, address: str) -> None:
        """Let a node sign with a stored credential of the run's user; the owner's first use sets its origin.

        `address` is the destination as the author wrote it; a template is no first use. Raises NodeError if the
        credential is missing, or somebody else's.
        """
        ...


class FilePort(Protocol):
    """Opens files given to or made by the run, or visible to its user, and stores new ones."""

    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        """Store a file of the run; the content decides its type.

        Raises NodeError (`file_too_large`) above the limit; nothing is kept.
        """
        ...

    def open(self, file: Any) -> AbstractContextManager[OpenFile]:
        """Open a file value or file address as a stream.

        Raises NodeError: `no_file` for anything else; `file_missing` if it does not exist, or the run may not open it.
        """
        ...

    def attachment(self, file_id: str) -> FilePart:
        """Return a stored file as a model takes it.

        Raises AttachmentError if it does not exist, is not accessible to the run, or is too large for models.
        """
        ...


@dataclass(frozen=True, slots=True)
class KnowledgeHits:
    passages: Sequence[Passage]
    """Best first."""
    usage: Usage = field(default_factory=Usage)
    """Cost of embedding the query."""


class KnowledgePort(Protocol):
    """Searches the knowledge bases that the run's user may search."""

    def search(self, base: str, question: str, *, top_k: int, threshold: float) -> KnowledgeHits:
        """Return the best matching passages of a base (id or short name), with scores from `threshold` (0 to 1).

        Raises:
            NodeError: no such knowledge base, or its embedder is down.
            NodeSuspendedError: embedding the query might exceed the run's budget.
        """
        ...


class CodePort(Protocol):
    def run(
        self,
        code: str,
        inputs: JsonObject,
        *,
        language: Language,
        timeout_s: float,
        exact_integers: bool,
        cancel: CancelToken,
    ) -> JsonObject:
        """Return `{"result": JSON, "logs": str}`; arguments are those of `tools.sandbox.sandbox.Sandbox.run`.

        Raises NodeError for a syntax error, exception or limit; the message names the line.
        """
        ...


class ChildRunPort(Protocol):
    """Starts runs of other workflows that this node then waits for."""

    def start(self, workflow: str, version: int | None, inputs: JsonObject) -> ChildRunWait:
        """Start this node's child run, or find that of an interrupted attempt, and return its wait.

        `workflow` is an id or short name; `version` None takes the newest. Raises NodeError if the workflow cannot be
        run from here.
        """
        ...


class PersistentValuesPort(Protocol):
    """Changes the values that outlive the run: those of its workflow and of its conversation."""

    def write(self, change: Callable[[JsonObject, JsonObject], JsonObject]) -> JsonObject:
        """Change both sets of values atomically, once for this node run; a retry gets the first output.

        `change` modifies the workflow's and conversation's values in place and returns the node's output; it may be
        repeated with newer values. Raises NodeError, from `change`, or `variables_too_large`.
        """
        ...


@dataclass(frozen=True, slots=True)
class NodeContext:
    """Everything an effectful node gets."""

    node_key: str
    node_name: str
    attempt: int
    idempotency_key: str
    """Stable over attempts of this node run; calls have keys made from it."""
    mode: CallMode
    variables: Variables
    models: ModelPort
    tools: ToolPort
    credentials: CredentialPort
    files: FilePort
    knowledge: KnowledgePort
    code: CodePort
    runs: ChildRunPort
    persistent: PersistentValuesPort
    journal: Journal
    sink: LoopSink
    cancel: CancelToken
