"""What a node may ask of the world while it runs, as protocols. Adapters fill them in; tests use plain doubles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.core.attachments import FilePart
from agents.core.messages import Prices, Usage
from agents.core.ports import Journal, LoopSink, Toolbox
from agents.knowledge.text.context import Passage
from agents.providers.base import ModelClient
from tools.core.definitions import CallMode, CancelToken, JsonObject, ToolRef
from tools.core.file_port import OpenFile, StoredFile
from tools.sandbox.outcome import Language
from workflow_editor.nodes.waits import ChildRunWait


class Variables(Protocol):
    """The values that a node can refer to: run inputs and the outputs of finished nodes.

    Node references work by key (`nodes.fetch.title`) and by shown name (`发布需求.选题`, `nodes["视频URL（抖音）"]`).
    """

    @property
    def inputs(self) -> JsonObject:
        """The inputs of the run."""
        ...

    @property
    def version(self) -> int:
        """The version of the node's type, see `workflow_editor.nodes.meanings`."""
        ...

    def upstream(self) -> Sequence[tuple[str, JsonObject]]:
        """Return (key, output) of the nodes whose edges carried something into this one, in edge order."""
        ...

    def render(self, template: str) -> str:
        """Fill in a Liquid template.

        Raises:
            NodeError: the template is malformed or passes a limit.
        """
        ...

    def value(self, template: str) -> Any:
        """Like `render`, but a template that is one single reference keeps the value's type."""
        ...

    def evaluate(self, expression: str) -> Any:
        """Evaluate a CEL expression over `inputs`, `nodes` and `trigger`.

        Raises:
            NodeError: the expression is malformed or fails.
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
    """Finds model clients."""

    def resolve(self, provider: str, model: str) -> ModelHandle:
        """Return the client for a provider id (`offline` or a ModelProvider id); an empty model means its default.

        Raises:
            NodeError: no such provider, disabled, or without a key.
        """
        ...


class ToolPort(Protocol):
    """Offers tools within the rights of the run's user."""

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        """Build the toolbox of one conversation; tools that may not be used are in its `skipped()`.

        Args:
            names: function names by tool id that the conversation has used before.
            for_run: cookies are those of the run, for all of its nodes that ask for them.
        """
        ...


class CredentialPort(Protocol):
    """Knows what the run's user may sign requests with."""

    def authorize(self, credential_id: str, address: str) -> None:
        """Let a node sign with a stored credential of the run's user; the owner's first use says where it may go.

        Args:
            address: where it is sent, as the node's author wrote it; a template does not count as a first use.

        Raises:
            NodeError: no such credential, or somebody else's.
        """
        ...


class FilePort(Protocol):
    """Opens files that the run was given, made or whose user may see, and stores further ones."""

    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        """Store a file that the run makes.

        Args:
            content_type: what it is meant to be; the content decides.
        Raises:
            NodeError: (`file_too_large`) it is longer than files may be; nothing is kept.
        """
        ...

    def open(self, file: Any) -> AbstractContextManager[OpenFile]:
        """Open a file as a stream.

        Args:
            file: a file value, or an address of one.
        Raises:
            NodeError: (`no_file`) it is no file; (`file_missing`) there is none, or the run may not open it.
        """
        ...

    def attachment(self, file_id: str) -> FilePart:
        """Return a stored file as a model takes it.

        Raises:
            AttachmentError: there is none, or the run may not open it, or no model takes one so large.
        """
        ...


@dataclass(frozen=True, slots=True)
class KnowledgeHits:
    """What a search in a knowledge base gave."""

    passages: Sequence[Passage]
    """Best first."""
    usage: Usage = field(default_factory=Usage)
    """Of embedding the question."""


class KnowledgePort(Protocol):
    """Searches the knowledge bases that the run's user may search."""

    def search(self, base: str, question: str, *, top_k: int, threshold: float) -> KnowledgeHits:
        """Return the passages that fit best.

        Args:
            base: id or short name of the knowledge base.
            threshold: from 0 to 1.
        Raises:
            NodeError: no such knowledge base, or what makes its vectors is down.
            NodeSuspendedError: embedding the question might pass the run's budget.
        """
        ...


class CodePort(Protocol):
    """Runs untrusted code in the sandbox."""

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

        Raises:
            NodeError: syntax error, exception, or a limit; the message names the line.
        """
        ...


class ChildRunPort(Protocol):
    """Starts runs of other workflows that this node then waits for."""

    def start(self, workflow: str, version: int | None, inputs: JsonObject) -> ChildRunWait:
        """Start this node's child run, or find the one that an attempt that broke off has started.

        Args:
            workflow: id or short name.
            version: number of a published version; None takes the newest.
        Returns:
            what the node waits for then.
        Raises:
            NodeError: the workflow cannot be run from here; the code says why.
        """
        ...


class PersistentValuesPort(Protocol):
    """Changes the values that outlive the run: those of its workflow and of its conversation."""

    def write(self, change: Callable[[JsonObject, JsonObject], JsonObject]) -> JsonObject:
        """Change both together, once for this node run: what is tried again gets the output of the first time.

        Args:
            change: changes the values of the workflow and those of the conversation in place, and returns the node's
                output; may be called again with the newest values.
        Raises:
            NodeError: from `change`; (`variables_too_large`) they are longer than variables may be together.
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
