"""Credentials: they can be stored, listed, replaced and deleted, never read."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from pydantic import MISSING, AfterValidator, Field, WithJsonSchema

from tools.api.contract.endpoints import FoundIn, endpoint
from tools.api.contract.fields import JsonObject, JsonSchema, LocalText
from tools.api.contract.refusals import refused_fields
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from tools.core.field_errors import refused_value
from tools.core.naming.visible_name import READABLE
from tools.core.text import Text
from tools.executors.contract.schema import form_schema
from tools.executors.signing.kinds import KINDS
from tools.forms.config_forms import secret_names
from tools.models import Account, Credential
from tools.outbound.http_credential import HTTP_KIND
from tools.selectors.credentials import CREDENTIALS, credential_decides_origins
from tools.selectors.tool_configs import TOOLS
from tools.services.credential_origins import check_owner, credential_origin_confirm, credential_origin_remove
from tools.services.credentials import (
    credential_create,
    credential_delete,
    credential_from_key,
    credential_update,
)
from tools.services.tool_configs import tool_config_move_key

_WITH_FORM = frozenset({HTTP_KIND, *KINDS})
"""Kinds that people enter in a form of their own."""
_KIND_FORM = r"^[-a-zA-Z0-9_]+$"
_NO_KIND = Text("Use letters, digits, “_” and “-”.")


def _kind(text: str) -> str:
    if not re.fullmatch(r"[-a-zA-Z0-9_]+", text):
        raise refused_value("invalid", _NO_KIND)
    return text


SecretValues = Annotated[dict[str, Any], WithJsonSchema({"x-component": "JsonObject", "writeOnly": True})]
"""Values that never leave the server."""
OwnCredential = Annotated[Credential, FoundIn(CREDENTIALS, "use")]
CredentialName = Annotated[str, Field(min_length=1, max_length=200), READABLE]
CredentialKind = Annotated[
    str, Field(min_length=1, max_length=40, json_schema_extra={"pattern": _KIND_FORM}), AfterValidator(_kind)
]
Proxy = Annotated[
    str,
    Field(
        max_length=250,
        description="`http://user:password@host:port` of the HTTP proxy for all calls with it, if it needs its own.",
    ),
]
"""The proxy of a credential, which is never shown as it was entered."""
MaxCalls = Annotated[int, Field(ge=0, le=1_000)]
PerSeconds = Annotated[int, Field(ge=1, le=86_400)]
OriginAddress = Annotated[str, Field(min_length=1, max_length=2000)]


class AccountShape(Shape):
    """The visible part of a connected account."""

    service: str
    grant: Account.Grant
    state: Account.State
    connected_as: str
    scopes: list[str]
    granted_scopes: list[str] | None
    """Null: those that were asked for."""
    expires_at: datetime | None


class AskedOrigin(Shape):
    """A call that wanted to send a credential where it may not be sent."""

    origin: str
    by: str
    """User name of whoever ran the call."""
    workflow_id: str | None
    at: datetime


class CredentialShape(Shape):
    """A credential without its values, which never leave the server."""

    id: UUID
    name: str
    kind: str
    owner: Person | None
    account: AccountShape | None = None
    """Account that the secret belongs to, if it comes from a consent."""
    has_test_values: bool
    """True if drafts are tried with other values."""
    origins: list[str]
    """Origins that it may be sent to. Empty: its owner is asked at the first use."""
    asked_origins: list[AskedOrigin]
    decides_origins: bool
    """True if you may confirm origins."""
    max_calls: int
    per_seconds: int
    proxy: str
    """The HTTP proxy of its calls, without user name and password; empty: none."""
    created_at: datetime


class CredentialCreate(Shape):
    name: CredentialName
    kind: CredentialKind
    values: SecretValues
    test_values: SecretValues | MISSING = MISSING
    """Values that drafts are tried with: editor runs and debugged nodes."""
    max_calls: MaxCalls | MISSING = MISSING
    """Requests that it may sign in any span of `per_seconds`; 0: no limit."""
    per_seconds: PerSeconds | MISSING = MISSING
    proxy: Proxy | MISSING = MISSING


class KeyedRequest(Shape):
    config: SecretValues
    """Settings of an HTTP request, of a node or a tool, with a key in its address, headers or body."""
    type: Literal["http-request", "mcp-server", "openapi"] = "http-request"
    """UI type of the tool that a node carries with these settings."""
    tool: UUID | MISSING = MISSING
    """Stored tool with these settings (as in its change), which is changed."""


class MovedKeyShape(Shape):
    """A key that has become a credential."""

    credential: CredentialShape
    config: JsonObject
    """The settings with the place of the credential."""


class CredentialChange(Shape, partial=True):
    """Changes of a stored credential."""

    name: CredentialName
    values: SecretValues
    test_values: SecretValues
    """Values that drafts are tried with; an empty object removes them."""
    max_calls: MaxCalls
    per_seconds: PerSeconds
    proxy: Proxy


class Origin(Shape):
    origin: OriginAddress
    """An address; its scheme, host and port count."""


class OriginSelection(Query):
    origin: OriginAddress
    """An address; its scheme, host and port count."""


class CredentialKindShape(Shape):
    """A kind that signs requests whole, and the schema that its form is drawn from."""

    id: str
    """`kind` of such a credential."""
    title: LocalText
    help: LocalText
    values_schema: JsonSchema


@endpoint("GET", "credentials/")
def credentials_list(user: User) -> list[CredentialShape]:
    """List names and kinds; values never leave the server."""
    return [credential_answer(row, user) for row in CREDENTIALS.may("list", user)]


@endpoint("POST", "credentials/", status=201)
def credentials_create(user: User, body: CredentialCreate) -> CredentialShape:
    """Store secret values, encrypted."""
    given = body.sent()
    _check_values(body.kind, {"test_values": given.get("test_values") or None})
    return credential_answer(credential_create(owner=user, **given), user)


@endpoint("POST", "credentials/from-request/", status=201)
def credentials_from_request(user: User, body: KeyedRequest) -> MovedKeyShape:
    """Move the key in a request's settings into a credential, which may be sent to their address alone.

    That of a stored tool is its owner's.
    """
    if body.tool is MISSING:
        credential, config = credential_from_key(config=body.config, owner=user, ui_type=body.type)
    else:
        tool = TOOLS.get("change", user, body.tool)
        credential = tool_config_move_key(tool=tool, config=body.config)
        config = {**tool.config, **dict.fromkeys(secret_names(tool.type))}
    return MovedKeyShape(credential=credential_answer(credential, user), config=config)


@endpoint("GET", "credentials/kinds/")
def credential_kinds_list() -> list[CredentialKindShape]:
    """List the kinds."""
    return [CredentialKindShape.of(kind, values_schema=form_schema(kind.values_model)) for kind in KINDS.values()]


@endpoint("PATCH", "credentials/<uuid:credential_id>/")
def credentials_update(user: User, credential: OwnCredential, body: CredentialChange) -> CredentialShape:
    """Rename the credential or replace all its values; those of tools and model APIs change with these."""
    given = body.sent()
    _check_values(credential.kind, given)
    if "proxy" in given:
        # It reads what is sent without TLS.
        check_owner(credential, user)
    return credential_answer(credential_update(credential=credential, **given), user)


@endpoint("DELETE", "credentials/<uuid:credential_id>/")
def credentials_destroy(credential: OwnCredential) -> None:
    """Delete the credential unless something still uses it."""
    credential_delete(credential=credential)


@endpoint("POST", "credentials/<uuid:credential_id>/origins/")
def credentials_origins_confirm(user: User, credential: OwnCredential, body: Origin) -> CredentialShape:
    """Let it be sent to the origin of an address, one that a call asked for or another."""
    changed = credential_origin_confirm(credential=credential, address=body.origin, user=user)
    return credential_answer(changed, user)


@endpoint("DELETE", "credentials/<uuid:credential_id>/origins/")
def credentials_origins_remove(user: User, credential: OwnCredential, query: OriginSelection) -> CredentialShape:
    """Do not send it there any more, or refuse what a call asked for."""
    changed = credential_origin_remove(credential=credential, address=query.origin, user=user)
    return credential_answer(changed, user)


def credential_answer(credential: Credential, user: User) -> CredentialShape:
    """Return the answer about a credential, value by value: nothing of it goes out that is not named here."""
    account: Account | None = getattr(credential, "account", None)
    return CredentialShape.model_construct(
        id=credential.pk,
        name=credential.name,
        kind=credential.kind,
        owner=credential.owner and Person.of(credential.owner),
        account=account and AccountShape.of(account),
        has_test_values=credential.has_test_values,
        origins=credential.origins,
        asked_origins=[{name: asked[name] for name in AskedOrigin.model_fields} for asked in credential.asked_origins],
        decides_origins=credential_decides_origins(user=user, credential=credential),
        max_calls=credential.max_calls,
        per_seconds=credential.per_seconds,
        proxy=credential.proxy,
        created_at=credential.created_at,
    )


def _check_values(kind: str, given: Mapping[str, Any]) -> None:
    if kind in _WITH_FORM:
        return
    refusals = {
        "values": _("Replace it in the settings of the tool or model provider that uses it."),
        "test_values": _("Credentials of this kind have no test values."),
    }
    if wrong := [name for name in refusals if given.get(name) is not None]:
        raise refused_fields((f"/{name}", "invalid", refusals[name]) for name in wrong)
