"""Executor definition: the single source of forms, validation, names, model functions and docs. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from tools.core.call.inner_calls import InnerCalls
from tools.core.call.summary import SummaryLine
from tools.core.concurrency.cancellation import CancelScope
from tools.core.concurrency.clock import Clock
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import (
    CallContext,
    Caller,
    CredentialUse,
    EffectClass,
    HostedSkill,
    JsonObject,
    OperationType,
    ToolRef,
)
from tools.core.envelope import Nothing
from tools.core.field_errors import FieldError, pointer
from tools.core.prepared_call import CallCost
from tools.core.registered.articles import Articles
from tools.core.registered.files import FileStore
from tools.core.registered.knowledge import Knowledge
from tools.core.registered.providers import FindProvider, no_provider
from tools.core.registered.tables import Tables
from tools.core.registered.tokens import TokenCache
from tools.core.registered.workflows import WorkflowService
from tools.core.text import Text
from tools.core.type_arguments import set_to_argument
from tools.core.workflow_tool import Workflows
from tools.executors.contract.declared_fields import applies
from tools.executors.contract.schema import form_schema
from tools.mcp.clients import McpClients
from tools.outbound.client import OutboundClient
from tools.outbound.http_credential import CredentialStore, NoCredentials
from tools.outbound.origins import ForgetfulOrigins, OriginGuard, OriginStore, fixed_origins
from tools.sandbox.code_findings import CodeFinding
from tools.sandbox.sandbox import Sandbox
from tools.sessions.scope import SessionScope

_FILL_IN = Text("Fill in “{field}”.")

Category = Literal["web", "messages", "publishing", "data", "code", "system"]
ResourceType = Literal["http", "mcp", "message", "document", "publication", "code", "skill", "system"]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A call's effect, as far as it is known without sending anything."""

    would: Text
    """Continues "It would …": "send GET"."""
    details: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return the data of the result, which templates and models read."""
        return {"would": self.would.en, **self.details}


class ToolModel(BaseModel):
    """Base of settings, camelCase in JSON; every field has a default, since a tool may be unfinished.

    Invalid values are refused on every write; missing ones (`Executor.missing`) only when people save.
    """

    # Built when it is first used: a server knows dozens of tools, and most installations use few.
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", defer_build=True)
    earlier: ClassVar[JsonObject] = {}
    """Settings that mean what tools did before these settings were there, in JSON names."""
    places_credential: ClassVar[bool] = False
    """True: a chosen credential goes where `{token}` is written, if it is written anywhere, without `authType`."""


class NoConfig(ToolModel):
    """For tools that need no setting up."""


class ToolParameters(BaseModel):
    """Base of the model's parameters, snake_case in JSON.

    Rules, test mode and tool code use the model's names, so aliases are dumped.
    """

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True, defer_build=True)
    knows_null: ClassVar[bool] = False
    """True: a null is a value like others; else it means "not given"."""


C = TypeVar("C", bound=ToolModel)
P = TypeVar("P", bound=ToolParameters)


@dataclass(frozen=True, slots=True)
class UiTool(Generic[C]):
    """One UI tool type that an executor serves."""

    ui_type: str
    """kebab-case, e.g. `notification-feishu`."""
    title: Text
    help: Text
    icon: str
    """Name of a Tabler icon, or `logo-` and a name of `frontend/service-logos.ts`."""
    config: type[C]
    platform: str | None = None
    """For executors that serve several services: which one."""
    keywords: Text | None = None
    effect: EffectClass | None = None
    """These two: instead of the executor's."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """Services available to executors."""

    outbound: OutboundClient
    sandbox: Sandbox
    now: Callable[[], datetime]
    """The current time with a time zone."""
    clock: Clock
    """For waiting, and for deadlines."""
    tokens: TokenCache
    mutex: KeyedMutex
    files: FileStore
    articles: Articles
    workflows: Workflows
    workflow_service: WorkflowService
    knowledge: Knowledge
    tables: Tables
    database_files: Path | None = None
    """Folder of readable SQLite files; None if the operator configured none."""
    writable_database_files: Path | None = None
    """Folder of writable SQLite files; None if the operator configured none."""
    mcp: McpClients = field(default_factory=McpClients)
    origins: OriginStore = field(default_factory=ForgetfulOrigins)
    credentials: CredentialStore = field(default_factory=NoCredentials)
    find_provider: FindProvider = no_provider
    caller: Caller = field(default_factory=lambda: Caller(user_id=None))
    """Caller of the tool, set by `for_call`."""
    signer: CredentialUse | None = None
    """The stored credential that the tool's settings name, likewise; see `tools.executors.signing`."""
    opened: set[str] = field(default_factory=set, repr=False)
    """Secrets opened to sign with: removed from results and errors, like those of the settings."""

    def for_call(
        self,
        credentials: Sequence[CredentialUse],
        context: CallContext,
        scope: CancelScope | None = None,
        signer: CredentialUse | None = None,
    ) -> "Runtime":
        """Return a runtime for one call, which sends credentials only to their origins.

        `scope` ends work in progress when it is cancelled; `signer` is the credential that signs requests.
        """
        guards = [OriginGuard(credential, self.origins, context) for credential in credentials]
        outbound = self.outbound.for_call(guards, scope or CancelScope())
        return replace(self, outbound=outbound, caller=context.caller, signer=signer, opened=set())


@dataclass(frozen=True, slots=True)
class Invocation:
    """One attempt of one call."""

    context: CallContext
    """`idempotency_key` is the same for all attempts of a call and different for every other call."""
    runtime: Runtime
    timeout_s: float
    """Seconds left for this attempt; the gateway drops later results."""
    session: SessionScope = field(default_factory=SessionScope)
    """State of a tool that `keeps_session`, kept for its next call."""
    calls: InnerCalls | None = None
    """For calls of other tools; None in test mode, where nothing is executed."""
    cancel: CancelScope = field(default_factory=CancelScope)
    """Ends when nobody waits for the call any more. `runtime.outbound` watches it by itself."""
    answer_was_lost: bool = False
    """An attempt before this one may have taken effect: its request was sent, and no answer came."""
    report_progress: Callable[[], None] = lambda: None
    """Starts the time limit of the call again: the work goes forward."""

    @property
    def signer(self) -> CredentialUse | None:
        """The stored credential that the tool's settings name."""
        return self.runtime.signer

    @property
    def secrets(self) -> set[str]:
        """Secrets that the call opened to sign with."""
        return self.runtime.opened


@dataclass(frozen=True, slots=True)
class Listing:
    """Location of the items in a listing tool's data, for polling."""

    items: str = ""
    """Path to the list: names with dots between them; empty: the data is the list."""
    key: str = ""
    """Path to what identifies an item, inside it; empty: its whole content."""
    arguments: JsonObject = field(default_factory=dict)
    """Arguments, as templates over the item that was found last, that let the tool list on from there."""
    version: str = ""
    """Key of a version in the data and of the argument that returns it, so unchanged data is not listed again; empty if
    the tool has none.
    """


@dataclass(frozen=True, slots=True)
class ToolFunction(Generic[C]):
    """One of several functions that one configured tool gives."""

    name: str
    title: str
    description: str
    config: C
    """The tool's settings, narrowed to this function: with them the executor is an ordinary one."""
    shown_title: Text | None = None
    """The title as people read it, where it is ours; models read English."""
    shown_help: Text | None = None
    """Likewise the description."""
    problem: Text | None = None
    """Why it cannot be offered, although it is there."""


class Executor(ABC, Generic[C, P]):
    """The code behind one or more UI tool types, or behind a built-in tool (`ns:action`) without a UI type."""

    name: ClassVar[str]
    title: ClassVar[Text]
    help: ClassVar[Text]
    """The English form is also what a model reads when a tool has no description of its own."""
    keywords: ClassVar[Text] = Text.verbatim("")
    """Other words that people search for it by, with commas between them."""
    summary: ClassVar[tuple[SummaryLine, ...]] = ()
    """Effect of its settings, on the card of a node that calls it."""
    icon: ClassVar[str]
    category: ClassVar[Category]
    resource_type: ClassVar[ResourceType]
    operation: ClassVar[OperationType]
    effect_class: ClassVar[EffectClass] = EffectClass.UNREPEATABLE
    """Usual effect class; `effect` may refine it for a given call."""
    requires_permission: ClassVar[bool] = False
    """True: nobody may use it without an allow rule."""
    asks_person: ClassVar[bool] = False
    """True: each call waits for a person's answer, which is the result; rules may forbid it, but not answer."""
    implemented: ClassVar[bool] = True
    untrusted_text: ClassVar[bool] = False
    """True: results hold text that people outside may have written; see `agents.loop.untrusted_text`."""
    gives_functions: ClassVar[bool] = False
    """True: one configured tool is several functions, which `functions` lists."""
    describes_itself: ClassVar[bool] = False
    """True: models read the tool's description as it is, without its title before it."""
    listing: ClassVar[Listing | None] = None
    """Set for a tool that lists things."""
    nothing: ClassVar[Nothing | None] = None
    """Its empty value; set for what may find nothing (`tools.core.envelope.empty`)."""
    ui_tools: ClassVar[tuple[UiTool[Any], ...]] = ()
    required: ClassVar[tuple[str, ...]] = ()
    """Settings without which the tool cannot be offered."""
    prefilled: ClassVar[tuple[str, ...]] = ()
    """Settings that fix the parameter of the same name once they are filled in."""
    named_settings: ClassVar[Mapping[str, Any]] = {}
    """Settings, in JSON names, of a tool that a node or an agent names by its kind, without settings of its own."""
    parameters_model: type[P]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        set_to_argument(cls, "parameters_model", ToolParameters)

    def config_model(self, ui_type: str) -> type[ToolModel]:
        """Return the config of one of the UI types; built-in tools have none to fill in."""
        return next((tool.config for tool in self.ui_tools if tool.ui_type == ui_type), NoConfig)

    def titles(self, ui_type: str) -> Mapping[str, Text]:
        """Return the titles of the executor and of one of its UI types, by their names."""
        return {
            self.name: self.title,
            **{tool.ui_type: tool.title for tool in self.ui_tools if tool.ui_type == ui_type},
        }

    def parameters(self, config: C) -> type[P]:
        """Return the parameters for a tool configured like this."""
        return self.parameters_model

    def bound(self, config: C) -> JsonObject:
        """Return the parameters that the person has fixed, by name: they leave the schema and cannot be changed."""
        return {name: value for name in self.prefilled if (value := getattr(config, name))}

    def keeps_session(self, config: C) -> bool:
        """Return whether calls with this configuration share state through `Invocation.session`."""
        return False

    def chosen_functions(self, config: C) -> Sequence[str]:
        """Return the names of the functions that the person has chosen; none means all. Needs no network."""
        return ()

    def with_all_functions(self, config: C) -> C:
        """Return the settings without the choice among the functions."""
        return config

    def functions(
        self, config: C, session: SessionScope, runtime: Runtime, *, as_known: bool
    ) -> Sequence[ToolFunction[C]]:
        """Return the chosen functions of a tool that `gives_functions`.

        `session` may hold a connection; `as_known` accepts a cached listing of any age unless a change was reported.
        Raises ToolError if they cannot be listed.
        """
        return ()

    def hosted(self, config: C) -> HostedSkill | None:
        """Return what may take the tool's place at a provider that hosts it; calls there are not ours to see."""
        return None

    def grants(self, config: C) -> Mapping[str, ToolRef]:
        """Return the tools that the code in the settings may call, by the names that it calls them by."""
        return {}

    def review(self, config: C, functions: Mapping[str, JsonObject | None]) -> Sequence[CodeFinding]:
        """Check the code in the settings before it is stored.

        `functions` maps each granted function to its parameters' JSON Schema, None if unknown.
        """
        return ()

    def missing(self, config: C) -> Sequence[FieldError]:
        """Return what is still missing before the tool can be offered, in the order of the form."""
        return unfilled(config, *self.required)

    def credential_id(self, config: C) -> str:
        """Return the stored credential that requests are signed with: the field `credential`, while it applies."""
        return str(getattr(config, "credential", "")) if applies(config, "credential") else ""

    def provider_id(self, config: C) -> str:
        """Return the model provider with the key that signs the requests, sent to its address alone; "" for none."""
        return ""

    def at_provider(self, config: C, address: str) -> C:
        """Return the settings with the provider's address in place of any other."""
        return config

    def addresses(self, config: C) -> Mapping[str, str]:
        """Return the addresses that a person typed in and that calls go to, by JSON pointer into the settings."""
        return {}

    def origins(self, config: C) -> frozenset[str]:
        """Return the origins that secrets of the settings are sent to, as far as the settings alone decide that."""
        return fixed_origins(*self.addresses(config).values())

    def destinations(self, config: C, parameters: P) -> Sequence[str]:
        """Return the addresses that this very call goes to, as far as they are known before it."""
        return list(self.addresses(config).values())

    def describe(self, config: C) -> str:
        """Return the description for the model of a tool that carries none of its own."""
        return self.help.en

    def effect(self, config: C, parameters: P, context: CallContext) -> EffectClass:
        """Return whether this very call may be repeated."""
        return self.effect_class

    def cost(self, config: C, parameters: P, context: CallContext, runtime: Runtime) -> CallCost | None:
        """Return what this very call takes at most, where it asks a model for something; None: nothing."""
        return None

    def rehearse(self, config: C, parameters: P, invocation: Invocation) -> Rehearsal:
        """Validate everything offline and describe the call, for test mode.

        Raises ToolError if the real call would be refused before anything is sent.
        """
        return Rehearsal(Text("call {tool}", tool=self.title), {"arguments": self.given(config, parameters)})

    def given(self, config: C, parameters: P) -> JsonObject:
        """Return what the caller filled in or left at its default, by the names that the tool declares."""
        given: JsonObject = parameters.model_dump(mode="json", exclude_none=True, exclude=set(self.bound(config)))
        return given

    @abstractmethod
    def execute(self, config: C, parameters: P, invocation: Invocation) -> Any:
        """Do the work and return a ToolResult, an envelope in either form, or the plain data of a success.

        Raises ToolError with a text for people and models; other exceptions are shown masked.
        """

    def parameters_schema(self, config: C) -> JsonObject:
        """Return the form schema of what is left to fill in at each call."""
        return without_properties(form_schema(self.parameters(config)), self.bound(config))


def without_properties(schema: JsonObject, names: JsonObject) -> JsonObject:
    properties = {name: field for name, field in schema.get("properties", {}).items() if name not in names}
    required = [name for name in schema.get("required", []) if name not in names]
    left = {key: value for key, value in schema.items() if key not in {"properties", "required"}}
    return {**left, "properties": properties, **({"required": required} if required else {})}


def unfilled(config: BaseModel, *names: str) -> Sequence[FieldError]:
    """Return those of the fields that are empty, in this order, with what the form calls them."""
    return [
        lacking(_json_name(config, name), _FILL_IN.filled(field=_title(config, name)))
        for name in names
        if not str(getattr(config, name)).strip()
    ]


def lacking(field: str, message: Text) -> FieldError:
    """Return what is wrong while a field, by its JSON name, is not as it has to be."""
    return FieldError(pointer([field]), "missing", message)


def _json_name(config: BaseModel, name: str) -> str:
    return type(config).model_fields[name].alias or name


def _title(config: BaseModel, name: str) -> Text:
    field = form_schema(type(config))["properties"][_json_name(config, name)]
    others = {language: words["title"] for language, words in field["x-translations"].items()}
    return Text.of(en=field["title"], **others)
