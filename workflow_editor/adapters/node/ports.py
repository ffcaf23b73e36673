"""The ports of `nodes.ports` in real life: models, tools and the sandbox."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from agents.core.attachments import MAX_FILE_BYTES, FilePart
from agents.core.errors import AgentError, AttachmentError
from agents.core.ports import Toolbox
from agents.knowledge.selectors import base_find
from agents.knowledge.services.search import knowledge_search
from agents.services.models import model_resolve
from tools.adapters.files import OrmFileStore
from tools.adapters.gateway_factory import gateway
from tools.adapters.origins import OrmOrigins
from tools.calls.toolbox import GatewayToolbox
from tools.core.concurrency.cancellation import run_until_cancelled
from tools.core.definitions import CancelToken, JsonObject, ToolRef
from tools.core.errors import FileTooLargeError, ToolError, ToolUnavailableError
from tools.core.registered.files import NO_FILE, OpenFile, StoredFile, file_id_of, whole_content
from tools.core.text import Text
from tools.outbound.http_credential import stored_credentials
from tools.outbound.origins import has_fixed_origin, origin_of
from tools.sandbox.outcome import Language, SandboxError
from tools.sandbox.sandbox import Sandbox
from tools.selectors.policies import caller_user
from tools.sessions.scope import SessionScope
from workflow_editor.adapters.node.call_context import CallSource
from workflow_editor.adapters.node.credential_first_use import first_use_is_owners
from workflow_editor.adapters.node.metering import Meter, MeteredEmbedding
from workflow_editor.adapters.node.replay_ports import (
    CassetteCredentials,
    CassetteFiles,
    CassetteKnowledge,
    CassetteModels,
    CassetteTools,
    player_of,
)
from workflow_editor.adapters.node.run_cookies import CookieToolbox, run_scope
from workflow_editor.adapters.node.wrapped_toolbox import BudgetToolbox, EarlierOutputToolbox
from workflow_editor.engine.scopes import Address
from workflow_editor.errors import NodeError
from workflow_editor.models import Run
from workflow_editor.nodes.ports import (
    CredentialPort,
    FilePort,
    KnowledgeHits,
    KnowledgePort,
    ModelHandle,
    ModelPort,
    ToolPort,
)

_NO_CREDENTIAL = Text(
    "The selected credential no longer exists, or it does not belong to the user who runs the workflow. "
    "Choose another one."
)

EarlierOutput = Callable[[], JsonObject | None]


class ProviderModels:
    """Model clients by provider id, metered; the agents app keeps one client per credential and process."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter

    def resolve(self, provider: str, model: str) -> ModelHandle:
        try:
            resolved = model_resolve(provider, model)
        except AgentError as error:
            raise NodeError(error.text, code=error.code, details=error.details) from error
        return ModelHandle(
            client=self._meter.metered(resolved.client, resolved.prices),
            model=resolved.model,
            provider_title=resolved.title,
            prices=resolved.prices,
        )


class GatewayTools:
    """Tools within the rights of the run's user.

    `earlier_output` is what a node that calls its tool itself gave before (`wrapped_toolbox`); `check_right` runs
    before calls.
    """

    def __init__(
        self, source: CallSource, meter: Meter, earlier_output: EarlierOutput, check_right: Callable[[], None]
    ) -> None:
        self._source = source
        self._check_right = check_right
        self._meter = meter
        self._earlier_output = earlier_output
        self._conversations: list[GatewayToolbox] = []
        self._of_run: SessionScope | None = None

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        scope = self._scope_of_run() if for_run else None
        conversation = gateway().offer(refs, self._source.context, scope, names)
        self._conversations.append(conversation)
        toolbox: Toolbox = conversation if scope is None else CookieToolbox(conversation, scope, self._source.run_id)
        metered = BudgetToolbox(toolbox, self._meter, self._check_right)
        return metered if self._source.by_model else EarlierOutputToolbox(metered, self._earlier_output)

    def close(self) -> None:
        """End the node's conversations: what their tools kept open is closed."""
        for toolbox in self._conversations:
            toolbox.close()
        if self._of_run is not None:
            self._of_run.close()

    def _scope_of_run(self) -> SessionScope:
        if self._of_run is None:
            self._of_run = run_scope(self._source.run_id)
        return self._of_run


class StoredCredentials:
    def __init__(self, run: Run, at: Address, source: CallSource) -> None:
        self._run = run
        self._at = at
        self._source = source

    def authorize(self, credential_id: str, address: str) -> None:
        use = stored_credentials.get().find(credential_id, self._source.context.caller.user_id)
        if use is None:
            raise NodeError(_NO_CREDENTIAL, code="credential_missing")
        if use.origins or use.owner_id is None or self._source.mode == "test" or not has_fixed_origin(address):
            return
        if first_use_is_owners(self._run, self._at.key, use.owner_id, address):
            OrmOrigins().first_use(use.credential_id, origin_of(address))


class StoredFiles:
    """Files given to or made by the run, or visible to its user."""

    def __init__(self, source: CallSource) -> None:
        self._source = source
        self._store = OrmFileStore()

    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        try:
            return self._store.save(name, content_type, chunks, self._source.context)
        except FileTooLargeError as error:
            raise NodeError(error.text, code=error.code, details=error.details) from error

    @contextmanager
    def open(self, file: Any) -> Iterator[OpenFile]:
        if file_id_of(file) is None:
            raise NodeError(NO_FILE, code="no_file")
        with ExitStack() as opening:
            try:
                opened = opening.enter_context(self._store.open(file, self._source.context))
            except ToolError as error:
                raise NodeError(error.text, code="file_missing") from error
            yield opened

    def attachment(self, file_id: str) -> FilePart:
        try:
            found = whole_content(self._store, file_id, self._source.context, max_bytes=MAX_FILE_BYTES)
        except ToolError as error:
            raise AttachmentError(error.text) from error
        return FilePart(found.name, found.content_type, base64.b64encode(found.content).decode())


class RunKnowledge:
    """Knowledge bases that the run's user may search, metered."""

    def __init__(self, source: CallSource, meter: Meter) -> None:
        self._source = source
        self._meter = meter

    def search(self, base: str, question: str, *, top_k: int, threshold: float) -> KnowledgeHits:
        calls = MeteredEmbedding(self._meter)
        try:
            found = base_find(user=caller_user(self._source.context.caller), reference=base)
            passages = knowledge_search(base=found, query=question, top_k=top_k, threshold=threshold, meter=calls)
        except (AgentError, ToolError) as error:
            raise NodeError(error.text, code=error.code, details=error.details) from error
        return KnowledgeHits(passages, calls.usage)


@dataclass(frozen=True, slots=True)
class NodePorts:
    """Outside access of a node; tools are open within the context."""

    models: ModelPort
    tools: AbstractContextManager[ToolPort]
    credentials: CredentialPort
    knowledge: KnowledgePort
    files: FilePort


def node_ports_for(
    run: Run,
    at: Address,
    source: CallSource,
    meter: Meter,
    earlier_output: EarlierOutput,
    check_right: Callable[[], None],
) -> NodePorts:
    """Return a node's live ports, or for a replay those answered by a cassette.

    `earlier_output` serves rehearsed calls; `check_right` raises what ends the run. Raises NodeError with code
    `replay_broken_off` if the cassette is in another process, or gone.
    """
    if run.trigger == Run.REPLAY:
        player = player_of(run).node(at.key, at.scope)
        return NodePorts(
            CassetteModels(player),
            closing(CassetteTools(player)),
            CassetteCredentials(),
            CassetteKnowledge(player),
            CassetteFiles(player, StoredFiles(source)),
        )
    return NodePorts(
        ProviderModels(meter),
        closing(GatewayTools(source, meter, earlier_output, check_right)),
        StoredCredentials(run, at, source),
        RunKnowledge(source, meter),
        StoredFiles(source),
    )


class SandboxedCode:
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
        try:
            result = run_until_cancelled(
                lambda scope: _sandbox().run(
                    code,
                    inputs,
                    language=language,
                    timeout_s=timeout_s,
                    exact_integers=exact_integers,
                    cancel=scope,
                ),
                cancel,
            )
        except SandboxError as error:
            raise NodeError(error.text, code=error.code, details=error.details) from error
        except ToolUnavailableError as error:
            raise NodeError(error.text, code=error.code, retryable=True) from error
        return {"result": result.value, "logs": result.logs}


@cache
def _sandbox() -> Sandbox:
    return Sandbox()
