"""Plain doubles of the gateway's ports: rules, configured tools and audit log in memory, and a clock that jumps."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from pydantic import Field

from tests.doubles.memory_store import MemoryStore
from tests.doubles.no_apps import NoKnowledge, NoWorkflows
from tools.adapters.gateway_factory import StoredTokenCache
from tools.adapters.tables import OrmTables
from tools.calls.attempts import Runner
from tools.calls.gateway import ToolGateway
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import CallContext, Caller, CredentialUse, EffectClass, OperationType, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import FieldError
from tools.core.ports import AuditOutcome, AuditRecord, ConfiguredTool, PolicyRule
from tools.core.registered.articles import ArticleText, SavedArticle
from tools.core.registered.files import FileContent, OpenFile, StoredFile, file_id_of
from tools.core.registered.workflows import WorkflowService, workflow_service
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.contract.executor import Executor, Invocation, Runtime, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import ui
from tools.executors.registry import Registry
from tools.mcp.clients import McpClients
from tools.outbound.client import OutboundClient
from tools.outbound.http_credential import HttpCredential
from tools.sandbox.sandbox import Sandbox

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
ALICE = CallContext(Caller(1, "alice", frozenset({"writers"})), workflow_id="w1", run_id="r1", node_key="n1")
IN_TEST = replace(ALICE, mode="test")


class FakeClock:
    """Sleeping moves the time; nothing else does."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Cancel:
    """A token that a test can set."""

    time_left_s: float | None = None

    def __init__(self, *, cancelled: bool = False) -> None:
        self.cancelled = cancelled

    def is_cancelled(self) -> bool:
        return self.cancelled


@dataclass
class MemoryPolicies:
    """Rules that a test may swap between calls."""

    current: Sequence[PolicyRule] = ()

    def rules(self) -> Sequence[PolicyRule]:
        return self.current

    def caller_now(self, caller: Caller) -> Caller:
        return caller


@dataclass
class MemoryTools:
    """Configured tools by id."""

    by_id: dict[str, ConfiguredTool] = field(default_factory=dict)

    def configured(self, config_id: str, context: CallContext) -> ConfiguredTool | None:
        return self.by_id.get(config_id)

    def add(
        self, config_id: str, ui_type: str, config: Mapping[str, Any], *, name: str = "", enabled: bool = True
    ) -> None:
        self.by_id[config_id] = ConfiguredTool(
            config_id, ui_type, name or config_id, "", enabled, dict(config), owner_id=ALICE.caller.user_id
        )


@dataclass
class MemoryAudit:
    """Remembers everything, in order."""

    records: list[AuditRecord] = field(default_factory=list)
    outcomes: dict[str, AuditOutcome] = field(default_factory=dict)
    refusals: list[tuple[AuditRecord, Text, str | None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def started(self, record: AuditRecord) -> str:
        with self._lock:
            self.records.append(record)
            return str(len(self.records))

    def finished(self, entry_id: str, outcome: AuditOutcome) -> None:
        assert entry_id not in self.outcomes, "a call is finished once"
        self.outcomes[entry_id] = outcome

    def refused(self, record: AuditRecord) -> None:
        assert record.reason is not None, "a refusal has a reason"
        self.refusals.append((record, record.reason, record.rule_id))


@dataclass
class MemoryFiles:
    """Keeps files for everybody but strangers: callers without a user id."""

    kept: dict[str, FileContent] = field(default_factory=dict)

    def save(self, name: str, content_type: str, chunks: Iterable[bytes], context: CallContext) -> StoredFile:
        content = b"".join(chunks)
        stored = StoredFile(str(len(self.kept)), name, content_type, len(content), sha256(content).hexdigest())
        self.kept[stored.address] = FileContent(name, content_type, content)
        return stored

    def is_ours(self, address: str) -> bool:
        return file_id_of(address) is not None

    @contextmanager
    def open(self, file: str, context: CallContext) -> Iterator[OpenFile]:
        file_id = file_id_of(file) or file
        found = self.kept.get(f"/api/files/{file_id}/")
        if found is None or context.caller.user_id is None:
            raise ToolArgumentsError("This file does not exist.")
        digest = sha256(found.content).hexdigest()
        stored = StoredFile(file_id, found.name, found.content_type, len(found.content), digest)
        yield OpenFile(stored, BytesIO(found.content))


@dataclass
class MemoryArticles:
    """Articles in memory, one for each call."""

    kept: dict[str, ArticleText] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)

    def save(self, article: ArticleText, context: CallContext) -> SavedArticle:
        article_id = context.idempotency_key or str(len(self.kept))
        self.kept.setdefault(article_id, article)
        return SavedArticle(article_id, f"/api/articles/{article_id}/")

    def published_at(self, article_id: str, url: str) -> None:
        self.urls[article_id] = url


@dataclass
class MemoryCredentials:
    """Alice's credentials by id; a refused one is followed by the newer one, if there is any."""

    by_id: dict[str, HttpCredential] = field(default_factory=dict)
    newer: dict[str, HttpCredential] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        is_hers = credential_id in self.by_id and owner_id == ALICE.caller.user_id
        use = CredentialUse(credential_id, "Hers", owner_id, "alice", frozenset(self.origins))
        return replace(use, service=self.service, scopes=frozenset(self.scopes)) if is_hers else None

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        self.opened.append(refused)
        return (self.newer if refused else self.by_id)[use.credential_id]

    def reserve(self, use: CredentialUse) -> float:
        return self.waits.pop(0) if self.waits else 0.0

    def pause(self, use: CredentialUse, wait_s: float) -> None:
        self.paused.append(wait_s)

    origins: set[str] = field(default_factory=set)
    """Origins allowed for all of them."""
    service: str = ""
    scopes: tuple[str, ...] = ()
    """Scopes that each of them was granted at a service."""
    waits: list[float] = field(default_factory=list)
    """Wait of the next requests, in seconds."""
    paused: list[float] = field(default_factory=list)


class ProbeConfig(ToolModel):
    """Something fixed, something secret."""

    place: str = Field(default="", json_schema_extra=ui(Text.of(en="Place", zh="地点")))
    api_key: str = Field(default="", json_schema_extra=ui(Text.of(en="Key", zh="密钥"), widget="secret"))


class ProbeParameters(ToolParameters):
    """Values for the model to fill in."""

    word: str = Field(json_schema_extra=ui(Text.of(en="Word", zh="词")))
    place: str = Field(default="here", json_schema_extra=ui(Text.of(en="Place", zh="地点")))
    times: int = Field(default=1, json_schema_extra=ui(Text.of(en="Times", zh="次数")))


class ProbeExecutor(Executor[ProbeConfig, ProbeParameters]):
    """Does whatever a test wants and counts its calls."""

    name = "probe"
    title = Text.of(en="Probe", zh="探针")
    help = Text.of(en="Say a word at a place.", zh="在某处说一个词。")
    icon = "flask"
    category = "system"
    resource_type = "system"
    operation = OperationType.OPERATION
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = ProbeParameters
    ui_tools = (UiTool("probe", title, help, "flask", ProbeConfig),)

    def __init__(
        self,
        do: Callable[[ProbeConfig, ProbeParameters, Invocation], Any] = lambda config, parameters, invocation: {
            "word": parameters.word,
            "place": parameters.place,
        },
        *,
        effect: EffectClass = EffectClass.UNREPEATABLE,
    ) -> None:
        self._do = do
        self._effect = effect
        self.invocations: list[Invocation] = []

    def bound(self, config: ProbeConfig) -> dict[str, Any]:
        return {"place": config.place} if config.place else {}

    def missing(self, config: ProbeConfig) -> Sequence[FieldError]:
        nowhere = Text.of(en="The place is nowhere.", zh="地点不存在。")
        return [FieldError("/place", "missing", nowhere)] if config.place == "nowhere" else []

    def effect(self, config: ProbeConfig, parameters: ProbeParameters, context: CallContext) -> EffectClass:
        return self._effect

    def execute(self, config: ProbeConfig, parameters: ProbeParameters, invocation: Invocation) -> Any:
        self.invocations.append(invocation)
        return self._do(config, parameters, invocation)


class GuardedProbe(ProbeExecutor):
    """A probe that nobody may use without a rule."""

    requires_permission = True


@dataclass
class Bench:
    """A gateway with everything around it in reach."""

    registry: Registry = field(default_factory=Registry)
    policies: MemoryPolicies = field(default_factory=MemoryPolicies)
    tools: MemoryTools = field(default_factory=MemoryTools)
    audit: MemoryAudit = field(default_factory=MemoryAudit)
    clock: FakeClock = field(default_factory=FakeClock)
    outbound: OutboundClient = field(default_factory=OutboundClient)
    files: MemoryFiles = field(default_factory=MemoryFiles)
    articles: MemoryArticles = field(default_factory=MemoryArticles)
    workflow_service: WorkflowService = field(default_factory=workflow_service.get)
    database_files: Path | None = None
    writable_database_files: Path | None = None
    mcp: McpClients = field(default_factory=McpClients)
    credentials: MemoryCredentials = field(default_factory=MemoryCredentials)
    debug: bool = False

    def __post_init__(self) -> None:
        self.expiring = MemoryStore(self.clock.monotonic)

    def runtime(self) -> Runtime:
        return Runtime(
            outbound=self.outbound,
            sandbox=Sandbox(),
            now=lambda: NOW,
            clock=self.clock,
            tokens=StoredTokenCache(self.expiring),
            mutex=KeyedMutex(self.expiring, self.clock),
            files=self.files,
            articles=self.articles,
            workflows=NoWorkflows(),
            workflow_service=self.workflow_service,
            knowledge=NoKnowledge(),
            tables=OrmTables(),
            database_files=self.database_files,
            writable_database_files=self.writable_database_files,
            mcp=self.mcp,
            credentials=self.credentials,
        )

    def gateway(self) -> ToolGateway:
        return ToolGateway(
            policies=self.policies,
            tools=self.tools,
            audit=self.audit,
            runtime=self.runtime(),
            registry=self.registry,
            runner=Runner(self.clock, jitter=lambda: 0.0),
            debug=self.debug,
        )

    def call(
        self, ui_type: str, config: Mapping[str, Any], arguments: Mapping[str, Any], context: CallContext = ALICE
    ) -> ToolResult:
        """Configure a tool of this type and call it once."""
        self.tools.add("one", ui_type, config)
        toolbox = self.gateway().offer((ToolRef(ToolId("tool:one")),), context)
        assert toolbox.tools(), toolbox.skipped()
        call = ToolCall("c1", toolbox.tools()[0].function.name, dict(arguments))
        return toolbox.call(call, timeout_s=30, cancel=Cancel())

    def parameters(self, ui_type: str, config: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a model is asked to fill in."""
        self.tools.add("one", ui_type, config)
        (tool,) = self.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE).tools()
        return tool.function.parameters

    def shown(self) -> str:
        """Return everything that was written into the audit log."""
        return repr(self.audit)


def loopback_bench(outbound: OutboundClient | None = None) -> Bench:
    """Return a bench with all tools, which may call servers on loopback unless an HTTP client says otherwise."""
    bench = Bench(outbound=outbound or OutboundClient(["127.0.0.1"]))
    builtin.register_all(bench.registry)
    return bench
