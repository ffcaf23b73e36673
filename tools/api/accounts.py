"""Accounts at other services: made, sent for consent, connected by the answer. Otherwise they are credentials."""

from typing import Annotated, Any

from django.contrib.auth.models import User
from pydantic import MISSING, AfterValidator, Field, WithJsonSchema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import Filled, JsonObject, LocalText
from tools.api.contract.shapes import Shape
from tools.api.credentials import CredentialName, CredentialShape, Proxy, credential_answer
from tools.api.public_address import public_address
from tools.core.field_errors import refused_value
from tools.core.text import Text, either
from tools.executors.accounts import CUSTOM, SERVICES
from tools.models import Account
from tools.outbound.oauth.discovery import app_document
from tools.outbound.oauth.service import CLIENT_AUTHS, ClientAuth
from tools.selectors.credentials import account_get
from tools.services.accounts import account_connect, account_create, account_finish
from tools.services.device_consents import device_consent_ask, device_consent_begin
from tools.services.mcp_accounts import APP_NAME, mcp_account_create

CALLBACK = "/oauth/callback"
"""The page of the front end that services send browsers back to; one for all, so that it is registered once."""
APP_DOCUMENT = "/api/accounts/app.json"
"""The client ID at servers that read documents about apps; whoever moves it loses the consents."""

_SERVICES = [*SERVICES, CUSTOM]
_NO_SERVICE = Text("Choose one of {expected}.", expected=either(_SERVICES))


def _service(text: str) -> str:
    if text not in _SERVICES:
        raise refused_value("invalid_choice", _NO_SERVICE)
    return text


OwnAccount = Annotated[Account, FoundBy(account_get)]
ServiceId = Annotated[str, AfterValidator(_service), WithJsonSchema({"type": "string", "enum": _SERVICES})]
Grant = Annotated[Account.Grant, WithJsonSchema({"type": "string", "enum": Account.Grant.values})]
Address = Annotated[str, Field(max_length=2000)]
ClientSecret = Annotated[str, Field(max_length=4000, description="Never shown again.")]
Scopes = Annotated[list[Annotated[Filled, Field(max_length=400)]], Field(max_length=100)]


class PermissionShape(Shape):
    """A permission that an account of a service may be connected for."""

    id: str
    title: LocalText
    scopes: list[str]
    """As the service names it."""


class AppLabelsShape(Shape):
    """The service's own words where an app is registered: path to the form, then names of fields."""

    made: str
    client_id: str
    client_secret: str
    callback: str


class ServiceShape(Shape):
    """A service that accounts can be connected of."""

    id: str
    title: LocalText
    scopes: list[str]
    """Asked for in any case."""
    permissions: list[PermissionShape]
    places: dict[str, str]
    """Parts of the addresses that may be filled in, with their defaults."""
    has_consent: bool
    """True if a person can consent in a browser."""
    has_device_codes: bool
    """True if a person can consent on another device."""
    console: str
    """Page where an app and its callback address are registered."""
    app: AppLabelsShape | None


class AccountCreate(Shape):
    """An app that a person has registered at a service."""

    name: CredentialName
    service: ServiceId
    grant: Grant = Account.Grant.CODE
    client_id: Annotated[str, Field(min_length=1, max_length=2000)]
    client_secret: ClientSecret = ""
    scopes: Scopes | MISSING = MISSING
    """Left out: all that the service's permissions stand for."""
    places: dict[str, Annotated[str, Field(max_length=253)]] | MISSING = MISSING
    authorize_url: Address = ""
    token_url: Address = ""
    device_url: Address = ""
    client_auth: ClientAuth = CLIENT_AUTHS[0]
    origins: Annotated[list[Annotated[Filled, Field(max_length=2000)]], Field(max_length=20)] | MISSING = MISSING


class McpAccountCreate(Shape):
    """An MCP server that asks for consent."""

    name: CredentialName
    url: Annotated[str, Field(min_length=1, max_length=2000)]
    """The server's MCP endpoint."""
    client_id: Address = ""
    """Client ID of an app that you registered; empty: an app is registered for you."""
    client_secret: ClientSecret = ""
    proxy: Proxy | MISSING = MISSING


class MoreScopes(Shape):
    """Scopes to ask an account for beside those that it was connected for."""

    more_scopes: Scopes = Field(default_factory=list)


class ConsentShape(Shape):
    url: str
    """Page where the person consents."""


class DeviceCodeShape(Shape):
    """A code to type in on another device."""

    user_code: str
    address: str
    """Page where the code is typed in."""
    address_with_code: str
    """The same with the code in it, if there is one."""
    expires_at: float
    """Seconds since the epoch."""
    interval_s: int
    """Until the first question is of use."""


class DeviceAnswerShape(Shape):
    """Answer of a service to the question whether somebody has typed the code in."""

    is_connected: bool
    interval_s: int
    """Until the next question is of use."""


class AppDocument(Shape):
    """Document that authorization servers read about this app."""

    client_id: str
    client_name: str
    redirect_uris: list[str]
    grant_types: list[str]
    response_types: list[str]
    application_type: str
    token_endpoint_auth_method: str


class AnswerShape(Shape):
    """The query with which a service sent the browser back."""

    answer: JsonObject
    """Its parameters: `state`, then `code` or `error`."""


@endpoint("POST", "accounts/", status=201, tag="credentials")
def accounts_create(user: User, body: AccountCreate) -> CredentialShape:
    """Store an app as an account that is not connected yet."""
    return _shown(account_create(owner=user, **_given(body)), user)


@endpoint("POST", "accounts/mcp/", status=201, tag="credentials")
def accounts_create_mcp(user: User, request: Request, body: McpAccountCreate) -> CredentialShape:
    """Ask the server where consent is given, register there, and store an account that is not connected yet."""
    account = mcp_account_create(
        owner=user,
        redirect_uri=public_address(request, CALLBACK),
        app_document=public_address(request, APP_DOCUMENT),
        **_given(body),
    )
    return _shown(account, user)


@endpoint("GET", "accounts/services/", tag="credentials")
def accounts_services(user: User) -> list[ServiceShape]:
    """List the services in the order of their names; `custom` is any other."""
    return [
        ServiceShape.of(
            row,
            id=key,
            app=row.app and AppLabelsShape.of(row.app),
            permissions=[PermissionShape.of(one) for one in row.permissions],
            has_consent=bool(row.authorize_url),
            has_device_codes=bool(row.device_url),
        )
        for key, row in sorted(SERVICES.items(), key=lambda item: item[1].title.en.lower())
    ]


@endpoint("GET", "accounts/app.json", tag="credentials", authentication=(), permissions=(AllowAny,))
def accounts_app_document(request: Request) -> AppDocument:
    """Return name and callback address; the client ID is the address of this document."""
    address, callback = (public_address(request, path) for path in (APP_DOCUMENT, CALLBACK))
    return AppDocument(**app_document(address, name=APP_NAME, redirect_uri=callback))


@endpoint("POST", "accounts/answer/", tag="credentials")
def accounts_answer(user: User, request: Request, body: AnswerShape) -> CredentialShape:
    """Connect the account with what the service sent the browser back with."""
    answer = {name: value for name, value in body.answer.items() if isinstance(value, str)}
    return _shown(account_finish(answer=answer, user=user, session_key=_session_key(request)), user)


@endpoint("POST", "accounts/<uuid:credential_id>/consent/", tag="credentials")
def accounts_consent(user: User, request: Request, account: OwnAccount, body: MoreScopes) -> ConsentShape:
    """Return where the person consents; the way back is good once, in this browser, for ten minutes."""
    url = account_connect(
        account=account,
        user=user,
        session_key=_session_key(request),
        redirect_uri=public_address(request, CALLBACK),
        more_scopes=body.more_scopes,
    )
    return ConsentShape(url=url)


@endpoint("POST", "accounts/<uuid:credential_id>/device-code/", tag="credentials")
def accounts_device_code(account: OwnAccount, body: MoreScopes) -> DeviceCodeShape:
    """Ask the service for a code; one from before is forgotten."""
    return DeviceCodeShape.of(device_consent_begin(account=account, more_scopes=body.more_scopes))


@endpoint("POST", "accounts/<uuid:credential_id>/device-answer/", tag="credentials")
def accounts_device_answer(user: User, account: OwnAccount) -> DeviceAnswerShape:
    """Connect the account if somebody has typed the code in; the service is asked once in its interval."""
    return DeviceAnswerShape.of(device_consent_ask(account=account, user=user))


def _given(body: Shape) -> dict[str, Any]:
    return {name: value for name, value in body if value is not MISSING}


def _session_key(request: Request) -> str:
    return request.session.session_key or ""


def _shown(account: Account, user: User) -> CredentialShape:
    return credential_answer(account.credential, user)
