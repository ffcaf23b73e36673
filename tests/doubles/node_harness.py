"""Everything that a node may ask of the world, in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any

from agents.core.attachments import FilePart
from agents.core.errors import AttachmentError
from agents.core.ports import Toolbox
from agents.knowledge.text.context import Passage
from agents.providers.base import ModelClient
from tests.doubles.conversation import FakeJournal, FakeToolbox, Flag, RecordingSink
from tests.doubles.scripted_model import ScriptedModel
from tools.core.definitions import CancelToken, JsonObject, ToolRef
from tools.core.registered.files import FileContent, OpenFile, StoredFile, file_id_of
from tools.sandbox.outcome import Language
from workflow_editor.errors import NodeError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.meanings import NEWEST
from workflow_editor.nodes.ports import KnowledgeHits, ModelHandle, NodeContext, ToolPort
from workflow_editor.nodes.variables import RunVariables
from workflow_editor.nodes.waits import ChildRunWait, WaitedWorkflow


@dataclass
class FakeModels:
    """Gives one client for every provider and remembers what was asked for."""

    client: ModelClient
    asked: list[tuple[str, str]] = field(default_factory=list)

    def resolve(self, provider: str, model: str) -> ModelHandle:
        self.asked.append((provider, model))
        return ModelHandle(self.client, model or "default-model", provider.title())


@dataclass
class FakeTools:
    """Gives one toolbox and remembers which tools it was asked for."""

    toolbox: Toolbox
    refs: list[ToolRef] = field(default_factory=list)

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        self.refs.extend(refs)
        return self.toolbox


@dataclass
class FakeCredentials:
    """Knows credentials by id."""

    ids: set[str] = field(default_factory=set)

    def authorize(self, credential_id: str, address: str) -> None:
        if credential_id not in self.ids:
            raise NodeError("no such credential", code="credential_missing")


@dataclass
class FakeFiles:
    """Holds files by id."""

    by_id: dict[str, FilePart] = field(default_factory=dict)
    kept: list[FileContent] = field(default_factory=list)

    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        content = b"".join(chunks)
        self.kept.append(FileContent(name, content_type, content))
        return self._stored(len(self.kept))

    @contextmanager
    def open(self, file: Any) -> Iterator[OpenFile]:
        number = int(file_id_of(file) or 0)
        if not 0 < number <= len(self.kept):
            raise NodeError("no such file", code="file_missing")
        yield OpenFile(self._stored(number), BytesIO(self.kept[number - 1].content))

    def _stored(self, number: int) -> StoredFile:
        file = self.kept[number - 1]
        digest = sha256(file.content).hexdigest()
        return StoredFile(str(number), file.name, file.content_type, len(file.content), digest)

    def attachment(self, file_id: str) -> FilePart:
        if file_id not in self.by_id:
            raise AttachmentError("no such file")
        return self.by_id[file_id]


@dataclass
class FakeKnowledge:
    """Gives the same passages for every question, or raises."""

    answer: Sequence[Passage] | NodeError = ()
    asked: list[tuple[str, str, int, float]] = field(default_factory=list)

    def search(self, base: str, question: str, *, top_k: int, threshold: float) -> KnowledgeHits:
        self.asked.append((base, question, top_k, threshold))
        if isinstance(self.answer, NodeError):
            raise self.answer
        return KnowledgeHits(self.answer)


@dataclass
class FakeSandbox:
    """Gives one answer, or raises it."""

    answer: JsonObject | NodeError = field(default_factory=lambda: {"result": None, "logs": ""})
    runs: list[tuple[str, JsonObject, float]] = field(default_factory=list)

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
        self.runs.append((code, inputs, timeout_s))
        if isinstance(self.answer, NodeError):
            raise self.answer
        return self.answer


@dataclass
class FakeRuns:
    """Starts nothing, and remembers what it was asked for."""

    started: list[tuple[str, int | None, JsonObject]] = field(default_factory=list)

    def start(self, workflow: str, version: int | None, inputs: JsonObject) -> ChildRunWait:
        self.started.append((workflow, version, inputs))
        return ChildRunWait(
            run_id="child", workflow=WaitedWorkflow(id="w", name="Other"), version=version, inputs=inputs
        )


@dataclass
class FakePersistentValues:
    """The values of a workflow and of a conversation."""

    workflow: JsonObject = field(default_factory=dict)
    conversation: JsonObject = field(default_factory=dict)

    def write(self, change: Callable[[JsonObject, JsonObject], JsonObject]) -> JsonObject:
        return change(self.workflow, self.conversation)


@dataclass
class NodeHarness:
    """One node's surroundings; outputs are keyed by node key, which is also the shown name."""

    inputs: JsonObject = field(default_factory=dict)
    outputs: dict[str, JsonObject] = field(default_factory=dict)
    upstream: Sequence[str] = ()
    model: ModelClient = field(default_factory=lambda: ScriptedModel([]))
    toolbox: FakeToolbox = field(default_factory=FakeToolbox)
    credentials: FakeCredentials = field(default_factory=FakeCredentials)
    files: FakeFiles = field(default_factory=FakeFiles)
    knowledge: FakeKnowledge = field(default_factory=FakeKnowledge)
    sandbox: FakeSandbox = field(default_factory=FakeSandbox)
    runs: FakeRuns = field(default_factory=FakeRuns)
    persistent: FakePersistentValues = field(default_factory=FakePersistentValues)
    journal: FakeJournal = field(default_factory=FakeJournal)
    sink: RecordingSink = field(default_factory=RecordingSink)
    cancel: Flag = field(default_factory=Flag)
    real_tools: ToolPort | None = None
    """Offers tools instead of the double."""
    version: int = NEWEST
    """That of the node's type."""

    def __post_init__(self) -> None:
        self.models = FakeModels(self.model)
        self.tools = FakeTools(self.toolbox)

    def variables(self) -> RunVariables:
        names = NodeNames({key: key for key in self.outputs})
        return RunVariables(self.inputs, names, self.outputs.get, self.upstream, version=self.version)

    def context(self, **changes: Any) -> NodeContext:
        values: dict[str, Any] = {
            "node_key": "node",
            "node_name": "Node",
            "attempt": 1,
            "idempotency_key": "run-node",
            "mode": "live",
            "variables": self.variables(),
            "models": self.models,
            "tools": self.real_tools or self.tools,
            "credentials": self.credentials,
            "files": self.files,
            "knowledge": self.knowledge,
            "code": self.sandbox,
            "runs": self.runs,
            "persistent": self.persistent,
            "journal": self.journal,
            "sink": self.sink,
            "cancel": self.cancel,
        }
        return NodeContext(**{**values, **changes})
