"""A tool for each service of the list, with the functions that its row states. Pure."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, cast

from pydantic import Field
from pydantic.fields import FieldInfo

from tools.core.definitions import EffectClass, JsonObject
from tools.core.field_errors import FieldError
from tools.core.registered.providers import provider_id_of
from tools.core.text import Text
from tools.executors.contract.executor import Runtime, ToolFunction, UiTool, lacking, unfilled
from tools.executors.contract.schema import form_field, ui
from tools.executors.contract.schema_parameters import SchemaParameters
from tools.executors.http_request.fields import credential_field
from tools.executors.http_request.paging import PagedConfig, Paging
from tools.executors.http_request.settings import Address
from tools.executors.openapi.executor import OpenApiExecutor
from tools.executors.openapi.operation import Api, Operation
from tools.executors.openapi.settings import OpenApiConfig
from tools.executors.services.preset import ServicePreset
from tools.executors.services.presets import PRESETS
from tools.sessions.scope import SessionScope

_ACCOUNT = Text("A connected account or another of your stored credentials. Without one, the fields below are used.")
_PROVIDER = Text("A model provider or one of your stored credentials. Without one, the fields below are used.")
_STORED = Text("One of your stored credentials. Without one, the fields below are used.")
_TWO_ADDRESSES = Text("Remove the server URL: calls go to the address of the model provider.")
_OWN_SERVER = Text("The address of the instance that you use.")
_OTHER_SERVER = Text("Only for an instance of your own.")
_SECRET = Text("Token, key or password")
_PUBLIC = Text("Needed for everything that is not public.")
_UNSIGNED = Text("Only if the service asks for one.")
_NO_TOKEN = Text("Choose a credential, or enter the token, key or password.")


class ServiceConfig(OpenApiConfig):
    """Account settings of a service; its operations are fixed."""

    preset: ClassVar[ServicePreset]
    api: Api | None = form_field("API", default=None, widget="hidden")

    @property
    def described(self) -> Api:
        return self.preset.api

    def pages_of(self, operation: Operation) -> Paging | None:
        """Return the paging that the service's row states; an operation without one is no list."""
        return operation.paging if self.follows_pages else None


def _config_of(preset: ServicePreset) -> type[ServiceConfig]:
    """Return the settings of one service, which ask for what it takes; a class of its own: forms come from classes."""
    is_own, by_name = not preset.server, preset.security.kind == "basic"
    address = ui(
        "Server URL",
        _OWN_SERVER if is_own else _OTHER_SERVER,
        placeholder=Text.verbatim("https://search.example.com"),
        destination=True,
        **({} if is_own else {"group": "more"}),
    )
    unsigned = {"credential": [""]}
    name = ui("User name", show_if=unsigned) if by_name else ui("User name", widget="hidden")
    unneeded = _UNSIGNED if is_own and preset.security.kind != "path" else None
    secret = ui(_SECRET, _PUBLIC if preset.answers_all else unneeded, widget="secret", show_if=unsigned)
    parts: dict[str, Any] = {
        "url": Field(default="", json_schema_extra=address),
        "username": Field(default="", max_length=500, json_schema_extra=name),
        "secret": Field(default="", json_schema_extra=secret),
    }
    types: dict[str, Any] = {"url": Address, "username": str, "secret": str, "credential": str}
    parts["credential"] = _credential_of(preset)
    asked = {"follows_pages", "max_pages", "max_items"} if any(one.paging for one in preset.operations) else set()
    for known in PagedConfig.model_fields.keys() - asked:
        parts[known], types[known] = _hidden(PagedConfig.model_fields[known]), PagedConfig.__annotations__[known]
    parts |= {"preset": preset, "__module__": __name__, "__annotations__": types}
    return type(f"{preset.title.en}Config", (ServiceConfig,), parts)


def _hidden(field: FieldInfo) -> FieldInfo:
    found = copy(field)
    found.json_schema_extra = {**cast(JsonObject, field.json_schema_extra), "x-widget": "hidden"}
    return found


def _credential_of(preset: ServicePreset) -> Any:
    if preset.account:
        account = {
            "service": preset.account,
            "permissions": [one.id for one in preset.permissions],
            "grant": "client_credentials" if preset.as_app else "authorization_code",
        }
        return credential_field(_ACCOUNT, account=account)
    if preset.providers:
        return credential_field(_PROVIDER, providers=list(preset.providers))
    return credential_field(_STORED)


class ServiceExecutor(OpenApiExecutor):
    """`service_api`: see `OpenApiExecutor`."""

    name = "service_api"
    title = Text("Service")
    help = Text("Call a service that is known by name.")
    ui_tools = tuple(
        UiTool(
            preset.ui_type,
            preset.title,
            preset.help,
            preset.icon,
            _config_of(preset),
            keywords=preset.keywords,
            effect=EffectClass.REPEATABLE if preset.only_reads else None,
        )
        for preset in PRESETS
    )

    def missing(self, config: OpenApiConfig) -> Sequence[FieldError]:
        """Ask for a server where each installation has its own, and a token where the service answers nobody else."""
        if config.url and self.provider_id(config):
            return [lacking("url", _TWO_ADDRESSES)]
        no_server = [] if config.base_url else unfilled(config, "url")
        return [*no_server, *_missing_token(config)]

    def credential_id(self, config: OpenApiConfig) -> str:
        """Return the stored credential, if it is none of a model provider."""
        return "" if self.provider_id(config) else super().credential_id(config)

    def provider_id(self, config: OpenApiConfig) -> str:
        """Return the model provider, if providers can be made from the service."""
        takes = isinstance(config, ServiceConfig) and config.preset.providers
        return provider_id_of(config.credential) if takes else ""

    def at_provider(self, config: OpenApiConfig, address: str) -> OpenApiConfig:
        """Return the settings with the provider's address as that of an instance."""
        url = config.preset.at_provider(address) if isinstance(config, ServiceConfig) else address
        return config.model_copy(update={"url": url})

    def addresses(self, config: OpenApiConfig) -> Mapping[str, str]:
        return {"/url": config.url} if config.url else {}

    def destinations(self, config: OpenApiConfig, parameters: SchemaParameters) -> Sequence[str]:
        return [config.base_url]

    def functions(
        self, config: OpenApiConfig, session: SessionScope, runtime: Runtime, *, as_known: bool
    ) -> Sequence[ToolFunction[OpenApiConfig]]:
        """Return the operations, as people read them too."""
        given = super().functions(config, session, runtime, as_known=as_known)
        rows: Any = config.preset.operations if isinstance(config, ServiceConfig) else ()
        shown = {row.id: (row.title, row.help) for row in rows}
        return [replace(one, shown_title=shown[one.name][0], shown_help=shown[one.name][1]) for one in given]


def _missing_token(config: OpenApiConfig) -> Sequence[FieldError]:
    """Return what the service wants to be signed with; an instance of one's own may answer everybody."""
    if not isinstance(config, ServiceConfig) or config.secret or config.credential:
        return []
    preset = config.preset
    is_own = bool(config.url) or not preset.server
    if preset.answers_all or (is_own and preset.security.kind != "path"):
        return []
    return [lacking("credential" if preset.account or preset.providers else "secret", _NO_TOKEN)]
