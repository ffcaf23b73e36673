"""From a wanted id to the tool as it is now, without asking the rules: one resolver per kind of id. No framework."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from tools.calls.resolved import ResolvedTool, Unusable
from tools.core.definitions import CallContext, CredentialUse, SkippedTool, ToolRef
from tools.core.errors import ToolError
from tools.core.field_errors import field_errors
from tools.core.ports import ToolSource
from tools.core.registered.knowledge import Knowledge
from tools.core.registered.providers import FindProvider
from tools.core.text import Text, either
from tools.core.tool_id import ToolKind
from tools.core.workflow_tool import Workflows
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import signing_fields
from tools.executors.contract.secret_places import take_secrets
from tools.executors.contract.template_fields import Fill, fill_templates
from tools.executors.http_request.fields import PLACE_FILLED_IN
from tools.executors.knowledge import knowledge_executor, knowledge_tool
from tools.executors.registry import Registry
from tools.executors.workflow.executor import workflow_config
from tools.outbound.http_credential import CredentialStore
from tools.secrets.places import Marks, place_in
from tools.secrets.redaction import secret_parts, secrets_in

_NO_TOOL = Text("This tool does not exist.")
_MISSING = Text("The configured tool is missing, or you may not see it.")
_NOT_WITHIN = Text("Tool code cannot call workflows or agents.")
_NO_KNOWLEDGE = Text("This knowledge base does not exist, or you may not search it.")
_SEVERAL = Text(
    "“{name}” stands for several tools ({types}), each with an address of its own. Save one of them under Tools, and "
    "choose that.",
    name="",
    types="",
)
_UNSET = Text(
    "“{name}” needs settings: {reason} Save a tool of this kind under Tools, and choose that.", name="", reason=""
)
_DISABLED = Text("The tool is disabled. Enable it, or choose another one.")
_NO_CREDENTIAL = Text("The credential does not exist, or it belongs to someone else. Choose another one.")
_NO_PROVIDER = Text("The model provider does not exist, is off or has no key. Choose another one.")


@dataclass(frozen=True, slots=True)
class Sources:
    registry: Registry
    tools: ToolSource
    workflows: Workflows
    knowledge: Knowledge
    credentials: CredentialStore
    find_provider: FindProvider


Resolver = Callable[[Sources, ToolRef, CallContext], ResolvedTool | Unusable]

_resolvers: dict[ToolKind, Resolver] = {}


def _resolves(*kinds: ToolKind) -> Callable[[Resolver], Resolver]:
    """Register a resolver for ids of these kinds."""

    def register(resolver: Resolver) -> Resolver:
        _resolvers.update(dict.fromkeys(kinds, resolver))
        return resolver

    return register


def resolve(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    """Find the tool's current state. A function of a multi-function tool (`mcp`) is found through that tool."""
    return _resolvers[ref.tool_id.kind](sources, ref, context)


@_resolves(ToolKind.SYSTEM, ToolKind.MCP)
def _builtin(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    tool_id, registry = ref.tool_id, sources.registry
    if ui_types := registry.ui_types_named(tool_id):
        return _by_type(sources, ref, context, ui_types)
    executor = registry.find(tool_id)
    if executor is None:
        return _unusable(ref, "missing", _NO_TOOL)
    title = executor.title.en
    if not registry.is_tool_implemented(tool_id):
        return _unusable(ref, "not_implemented", registry.get_unimplemented_tool_message(tool_id), title)
    model = executor.config_model("")
    config = model.model_validate(model.earlier if ref.is_earlier else {})
    return ResolvedTool(tool_id, title, executor.describe(config), "", executor, config, frozenset())


def _by_type(sources: Sources, ref: ToolRef, context: CallContext, ui_types: Sequence[str]) -> ResolvedTool | Unusable:
    """Resolve a tool that is named by its kind, such as `http_request`: without settings, the model fills in all."""
    served = [found for ui_type in ui_types if (found := sources.registry.for_ui_type(ui_type))]
    if len(served) > 1:
        text = _SEVERAL.filled(name=ref.tool_id, types=either(sorted(ui_types)))
        return _unusable(ref, "misconfigured", text, served[0][0].title.en)
    settings = served[0][0].named_settings
    tool = _typed(sources, ref, context, ui_types[0], "", "", settings, context.caller.user_id, None)
    if isinstance(tool, Unusable) and tool.skipped.code == "misconfigured":
        text = _UNSET.filled(name=ref.tool_id, reason=tool.skipped.text)
        return replace(tool, skipped=replace(tool.skipped, text=text))
    return tool


@_resolves(ToolKind.WORKFLOW, ToolKind.AGENT)
def _workflow(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    if context.within:
        # The code of a tool cannot wait for a run.
        return _unusable(ref, "misconfigured", _NOT_WITHIN)
    try:
        found = sources.workflows.find(ref.tool_id, context)
    except ToolError as error:
        return _unusable(ref, "misconfigured", error.text)
    if found is None:
        return _unusable(ref, "missing", _MISSING)
    executor, config = workflow_config(found)
    return ResolvedTool(ref.tool_id, found.title, executor.describe(config), "", executor, config, frozenset())


@_resolves(ToolKind.KB)
def _knowledge(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    found = knowledge_tool(ref.tool_id, sources.knowledge, context.caller)
    if found is None:
        return _unusable(ref, "missing", _NO_KNOWLEDGE)
    title, config = found
    executor = knowledge_executor
    return ResolvedTool(ref.tool_id, title, executor.describe(config), "", executor, config, frozenset())


@_resolves(ToolKind.INLINE)
def _inline(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    owner_id = context.caller.user_id
    return _typed(sources, ref, context, ref.ui_type, ref.name, "", ref.config, owner_id, None)


@_resolves(ToolKind.TOOL)
def _configured(sources: Sources, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
    found = sources.tools.configured(ref.tool_id.name, context)
    if found is None:
        return _unusable(ref, "missing", _MISSING)
    if not found.enabled:
        return _unusable(ref, "disabled", _DISABLED, found.name)
    # Whoever shares a tool lets others call it in the owner's name, as with secrets that are typed into it.
    owned = (found.owner_id, found.credential)
    config = {**found.config, **ref.config}
    return _typed(sources, ref, context, found.ui_type, found.name, found.description, config, *owned)


def _typed(
    sources: Sources,
    ref: ToolRef,
    context: CallContext,
    ui_type: str,
    name: str,
    description: str,
    raw_config: Mapping[str, object],
    owner_id: int | None,
    credential: CredentialUse | None,
) -> ResolvedTool | Unusable:
    registry = sources.registry
    found = registry.for_ui_type(ui_type)
    title = name or (found[1].title.en if found else ui_type) or ref.tool_id
    if found is None or not registry.is_tool_implemented(ui_type):
        return _unusable(ref, "not_implemented", registry.get_unimplemented_tool_message(ui_type), title)
    executor, ui_tool = found
    model: type[ToolModel] = ui_tool.config
    if ref.is_earlier:
        raw_config = {**model.earlier, **raw_config}
    raw_config, refused = _filled(model, raw_config, ref.fill)
    if refused is not None:
        return _unusable(ref, "misconfigured", refused, title)
    secrets = _secrets_of(model, raw_config) | ref.secrets
    try:
        config = model.model_validate(dict(raw_config))
    except ValidationError as error:
        return _unusable(ref, "misconfigured", field_errors(error)[0].sentence, title)
    # In test mode nothing is sent, so nothing has to be signed.
    optional = signing_fields(model) if context.mode == "test" else ()
    missing = [one for one in executor.missing(config) if one.pointer.removeprefix("/") not in optional]
    if missing:
        return _unusable(ref, "misconfigured", missing[0].message, title)
    wanted = executor.credential_id(config)
    signer = sources.credentials.find(wanted, owner_id) if wanted else None
    if wanted and signer is None:
        return _unusable(ref, "misconfigured", _NO_CREDENTIAL, title)
    if chosen := executor.provider_id(config):
        provider = None if owner_id is None else sources.find_provider(chosen)
        if provider is None:
            return _unusable(ref, "misconfigured", _NO_PROVIDER, title)
        config, signer = executor.at_provider(config, provider.address), provider.use
    if signer is not None:
        signer = replace(signer, of_draft=context.of_draft)
    about = description or executor.describe(config)
    return ResolvedTool(ref.tool_id, title, about, ui_type, executor, config, secrets, credential, signer)


def _filled(
    model: type[ToolModel], config: Mapping[str, object], fill: Fill | None
) -> tuple[Mapping[str, object], Text | None]:
    """Fill in variables, and say why not if one brings a place for the secret that the author did not write."""
    if fill is None:
        return config, None
    marks = Marks()
    filled = fill_templates(model, marks.put(dict(config)), fill)
    is_placed = config.get("authType") == "path" or (model.places_credential and config.get("credential"))
    place = place_in(filled) if is_placed else None
    return marks.undo(filled), PLACE_FILLED_IN.filled(place=place) if place else None


def _secrets_of(model: type[ToolModel], raw_config: Mapping[str, object]) -> frozenset[str]:
    """Return every string of a config that must never be shown: secret fields, and values under secret names."""
    taken = take_secrets(model, raw_config)[1].values()
    found = {str(value) for value in taken if value} | secrets_in(dict(raw_config))
    return frozenset(part for secret in found for part in secret_parts(secret))


def _unusable(ref: ToolRef, code: str, text: Text, title: str = "") -> Unusable:
    return Unusable(SkippedTool(ref.tool_id, title or ref.name or ref.tool_id, code, text))
