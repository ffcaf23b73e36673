"""Definition of a service row: address, signing and operations. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal
from urllib.parse import urlsplit

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.accounts import SERVICES
from tools.executors.contract.schema import ui
from tools.executors.http_request.paging import Paging
from tools.executors.http_request.settings import READS
from tools.executors.openapi.file_rules import FileRule
from tools.executors.openapi.operation import Api, Operation, Parameter, Place
from tools.executors.signing.security import Security
from tools.outbound.oauth.service import Permission


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an operation; what is fixed there is a default that nobody has to know."""

    title: Text
    type: Literal["string", "integer", "number", "boolean", "object", "array", "file"] = "string"
    place: Place = "query"
    name: str = ""
    """At the service, where it has another name."""
    required: bool = False
    help: Text | None = None
    limits: JsonObject = field(default_factory=dict)
    """Further keywords of JSON Schema."""
    files: tuple[FileRule, ...] = ()


@dataclass(frozen=True, slots=True)
class ServiceOperation:
    title: Text
    """Its id is the English one, in lower case with underscores."""
    help: Text
    request: str
    """Method and path, as in "GET /items/{id}"."""
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    reads: bool = False
    """A POST that changes nothing may be repeated."""
    paging: Paging | None = None
    scopes: tuple[str, ...] = ()
    """Required account scopes, offered as permissions of the service."""
    media_type: str = "application/json"
    """Media type of the body, if any."""
    body: JsonObject = field(default_factory=dict)
    gives_file: bool = False
    mail_at: str = ""
    file_at: str = ""
    answer: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.title.en.lower().replace(" ", "_")

    @property
    def method(self) -> str:
        return self.request.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.request.partition(" ")[2]

    def operation(self) -> Operation:
        """Return the operation in the form of the OpenAPI tool."""
        schema: dict[str, Any] = {
            name: {**({} if one.type == "file" else {"type": one.type}), **ui(one.title, one.help), **one.limits}
            for name, one in self.arguments.items()
        }
        has_body = self.body or any(one.place in {"field", "body"} for one in self.arguments.values())
        return Operation(
            id=self.id,
            method=self.method,
            path=self.path,
            title=self.title.en,
            description=self.help.en,
            parameters=[
                Parameter(
                    argument=name,
                    name=one.name or name,
                    place=one.place,
                    is_file=one.type == "file",
                    files=list(one.files),
                )
                for name, one in self.arguments.items()
            ],
            media_type=self.media_type if has_body else "",
            body=self.body,
            arguments={
                "type": "object",
                "properties": schema,
                "required": [name for name, one in self.arguments.items() if one.required],
                "additionalProperties": False,
            },
            reads=self.reads,
            paging=self.paging,
            gives_file=self.gives_file,
            mail_at=self.mail_at,
            file_at=self.file_at,
            answer=dict(self.answer),
            scopes=list(self.scopes),
        )


@dataclass(frozen=True)
class ServicePreset:
    ui_type: str
    title: Text
    help: Text
    icon: str
    server: str
    """Empty: each installation has its own address."""
    operations: tuple[ServiceOperation, ...]
    keywords: Text
    """Further words that people search the catalogue by."""
    account: str = ""
    """Service of the accounts that sign its calls: an id of `tools.executors.accounts`; empty where there are none."""
    as_app: bool = False
    """The app itself is the account: nobody consents."""
    providers: tuple[str, ...] = ()
    """Model provider services (`agents.providers.presets`) with an address and key that also work."""
    provider_path: str = ""
    """Ends a provider's address where the service's own address has its path; empty: the addresses are the same."""
    security: Security = field(default_factory=lambda: Security(kind="bearer"))
    answers_all: bool = False
    """Anonymous calls are answered with public data."""
    headers: Mapping[str, str] = field(default_factory=dict)
    success: Mapping[str, bool | int] = field(default_factory=dict)
    """Values by path that mark a success, for services that report failures with status 200."""

    def at_provider(self, address: str) -> str:
        """Return where the service is at a model provider, by that one's address."""
        path = self.provider_path
        own = urlsplit(self.server).path
        return address.removesuffix(path) + own if path and address.endswith(path) else address

    @property
    def only_reads(self) -> bool:
        return all(one.reads or one.method in READS for one in self.operations)

    @cached_property
    def permissions(self) -> tuple[Permission, ...]:
        """Permissions that cover all operations."""
        needed = (scope for operation in self.operations for scope in operation.scopes)
        return SERVICES[self.account].permissions_for(needed) if self.account else ()

    @cached_property
    def api(self) -> Api:
        return Api(
            title=self.title.en,
            server=self.server,
            security=self.security,
            headers=dict(self.headers),
            success=dict(self.success),
            answers_json=True,
            operations=[one.operation() for one in self.operations],
        )
