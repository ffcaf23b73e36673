"""Discovers a server's consent endpoint: MCP authorization, RFC 9728, RFC 8414, RFC 7591 and documents. Pure.

All addresses come from foreign servers: they use the guarded client, redirects are refused, answers bounded, and only a
server reached without TLS may name addresses without TLS.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError, ToolError, ToolUpstreamError
from tools.core.text import Text
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.outbound.oauth.answers import OauthError
from tools.outbound.oauth.service import CLIENT_AUTHS, ClientAuth
from tools.outbound.origins import origin_of

_TIMEOUT_S = 15.0
_MAX_BYTES = 64 * 1024
_MAX_HEADER = 8_000
_MAX_ADDRESS, _MAX_SCOPES, _MAX_SCOPE = 2_000, 100, 400
_UNAUTHORIZED, _FORBIDDEN = 401, 403
_PARAMETER = re.compile(r'\b(resource_metadata|scope)="([^"]{0,2000})"')
_PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
_ACCEPTS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
_RESOURCE, _SERVER, _OPENID = (
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
)
_NO_CONSENT = Text("The server does not name a page for giving consent, so no account can be connected. Use a token.")
_OTHER_RESOURCE = Text("The server describes another server than itself, so nothing was connected.")
_OTHER_ISSUER = Text(
    "The authorization server gives another name than the one it was found by, so nothing was connected."
)
_NO_PKCE = Text("The authorization server does not support PKCE with S256, which MCP requires.")
_NO_REGISTRATION = Text(
    "The authorization server registers no apps by itself. Register one there, and enter its client ID."
)
_NO_TLS = Text("The server names an address without TLS, so nothing was connected.")


@dataclass(frozen=True, slots=True)
class Discovered:
    """Discovered endpoints of a server."""

    resource: str
    """The server as tokens are bound to it (RFC 8707)."""
    issuer: str
    authorize_url: str
    token_url: str
    registration_url: str
    """Empty: apps are registered by hand."""
    takes_documents: bool
    """An app may be the address of a document about itself (draft-ietf-oauth-client-id-metadata-document)."""
    scopes: tuple[str, ...]
    sends_issuer: bool
    """It sends `iss` with each answer (RFC 9207), so an answer without one is not its."""
    client_auth: ClientAuth
    """Authentication method of an app with a secret."""


@dataclass(frozen=True, slots=True)
class RegisteredApp:
    client_id: str
    client_secret: str = field(repr=False)
    client_auth: ClientAuth


def discover(outbound: OutboundClient, url: str) -> Discovered:
    """Discover where consent to an MCP server is given.

    Raises:
        OutboundBlockedError: an address on the way must not be called.
        ToolConfigurationError: the server names none, or an unusable one.
        ToolError: unreachable.
    """
    finder = _Finder(outbound, needs_tls=url.startswith("https:"))
    asked, scope = finder.challenge(url)
    resource = finder.resource(url, asked)
    issuer = next(iter(_texts(resource.get("authorization_servers"))), "") or _root(url)
    server = finder.server(issuer)
    if "S256" not in _texts(server.get("code_challenge_methods_supported")):
        raise ToolConfigurationError(_NO_PKCE)
    return Discovered(
        resource=_address(resource, "resource") or _canonical(url),
        issuer=issuer,
        authorize_url=finder.endpoint(server, "authorization_endpoint", _NO_CONSENT),
        token_url=finder.endpoint(server, "token_endpoint", _NO_CONSENT),
        registration_url=finder.endpoint(server, "registration_endpoint", None),
        takes_documents=_takes_documents(server),
        scopes=tuple(scope.split() or _texts(resource.get("scopes_supported")))[:_MAX_SCOPES],
        sends_issuer=server.get("authorization_response_iss_parameter_supported") is True,
        client_auth=next(
            (way for way in CLIENT_AUTHS if way in _texts(server.get("token_endpoint_auth_methods_supported"))),
            # RFC 8414 section 2.
            "client_secret_basic",
        ),
    )


def register(outbound: OutboundClient, found: Discovered, *, name: str, redirect_uri: str) -> RegisteredApp:
    """Register an app dynamically (RFC 7591).

    Raises:
        ToolConfigurationError: not supported by the server.
        OauthError: the server refuses this app.
        ToolError: unreachable.
    """
    if not found.registration_url:
        raise ToolConfigurationError(_NO_REGISTRATION)
    app = {
        **_app(name, redirect_uri),
        "token_endpoint_auth_method": found.client_auth,
        **({"scope": " ".join(found.scopes)} if found.scopes else {}),
    }
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    request = OutboundRequest("POST", found.registration_url, headers, json.dumps(app).encode())
    answer = outbound.send(request, timeout_s=_TIMEOUT_S, max_redirects=0, max_bytes=_MAX_BYTES)
    given = answer.json()
    client_id = _text(given, "client_id")
    if answer.status >= 400 or not client_id:
        raise OauthError(_text(given, "error") or str(answer.status), _text(given, "error_description"))
    secret = _text(given, "client_secret")
    chosen = _text(given, "token_endpoint_auth_method")
    client_auth = next((way for way in CLIENT_AUTHS if way == chosen), found.client_auth)
    return RegisteredApp(client_id, secret, client_auth if secret else "none")


class _Finder:
    """Reads the documents on the way."""

    def __init__(self, outbound: OutboundClient, *, needs_tls: bool) -> None:
        self._outbound = outbound
        self._needs_tls = needs_tls

    def challenge(self, url: str) -> tuple[str, str]:
        """Return metadata address and scope from a server's refusal, empty if it names none."""
        answer = self._sent(OutboundRequest("POST", url, _ACCEPTS, _PING))
        if answer.status not in {_UNAUTHORIZED, _FORBIDDEN}:
            return "", ""
        header = answer.headers.get("www-authenticate", "")[:_MAX_HEADER]
        named = dict(_PARAMETER.findall(header))
        return named.get("resource_metadata", ""), named.get("scope", "")

    def resource(self, url: str, asked: str) -> JsonObject:
        """Return the server's own metadata (RFC 9728); nothing for one that has none."""
        path = urlsplit(url).path.rstrip("/")
        places = [asked] if asked else [_well_known(url, _RESOURCE, path), _well_known(url, _RESOURCE, "")]
        for place in dict.fromkeys(places):
            found = self._document(place)
            if found is None:
                continue
            if not _covers(_address(found, "resource"), url):
                raise ToolConfigurationError(_OTHER_RESOURCE)
            return found
        return {}

    def server(self, issuer: str) -> JsonObject:
        """Return the metadata of an authorization server (RFC 8414, OpenID Connect Discovery)."""
        path = urlsplit(issuer).path.rstrip("/")
        places = [_well_known(issuer, _SERVER, path), _well_known(issuer, _OPENID, path)]
        if path:
            places.append(_well_known(issuer, path + _OPENID, ""))
        for place in places:
            found = self._document(place)
            if found is None:
                continue
            # A slash at the end is all that is overlooked: some write the root with one, and it means the same.
            if _text(found, "issuer").rstrip("/") != issuer.rstrip("/"):
                raise ToolConfigurationError(_OTHER_ISSUER)
            return found
        raise ToolConfigurationError(_NO_CONSENT)

    def endpoint(self, server: JsonObject, name: str, missing: Text | None) -> str:
        """Return an address of the authorization server that may be called."""
        address = _address(server, name)
        if not address:
            if missing is None:
                return ""
            raise ToolConfigurationError(missing)
        self._check(address)
        return address

    def _document(self, url: str) -> JsonObject | None:
        answer = self._sent(OutboundRequest("GET", url, {"Accept": "application/json"}))
        if not 200 <= answer.status < 300:
            return None
        try:
            return answer.json()
        except ToolUpstreamError:
            return None

    def _sent(self, request: OutboundRequest) -> OutboundResponse:
        self._check(request.url)
        return self._outbound.send(request, timeout_s=_TIMEOUT_S, max_redirects=0, max_bytes=_MAX_BYTES)

    def _check(self, url: str) -> None:
        if self._needs_tls and not url.startswith("https:"):
            raise ToolConfigurationError(_NO_TLS)
        self._outbound.check(url)


def app_document(address: str, *, name: str, redirect_uri: str) -> JsonObject:
    """Return the document for a client ID that is this address."""
    return {"client_id": address, "token_endpoint_auth_method": "none", **_app(name, redirect_uri)}


def document_is_public(outbound: OutboundClient, address: str) -> bool:
    """Say whether others can read a document of ours: over TLS, at a host that is no private one."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname:
        return False
    try:
        outbound.addresses("https", parts.hostname, parts.port or 443)
    except ToolError:
        return False
    return True


def _takes_documents(server: JsonObject) -> bool:
    ways = server.get("token_endpoint_auth_methods_supported")
    # Such an app has no secret.
    is_open = ways is None or "none" in _texts(ways)
    return server.get("client_id_metadata_document_supported") is True and is_open


def _app(name: str, redirect_uri: str) -> JsonObject:
    host = urlsplit(redirect_uri).hostname or ""
    return {
        "client_name": name,
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "application_type": "native" if host in {"localhost", "127.0.0.1", "::1"} else "web",
    }


def _covers(resource: str, url: str) -> bool:
    """Say whether a resource is this server, or something above it at the same origin."""
    if not resource:
        return False
    try:
        if origin_of(resource) != origin_of(url):
            return False
    except ToolError:
        return False
    above, path = urlsplit(resource).path.rstrip("/"), urlsplit(url).path.rstrip("/")
    return path == above or path.startswith(f"{above}/")


def _canonical(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path.rstrip("/"), parts.query, ""))


def _root(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "", "", ""))


def _well_known(url: str, name: str, path: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, name + path, "", ""))


def _text(found: JsonObject, name: str) -> str:
    value = found.get(name)
    return value if isinstance(value, str) else ""


def _address(found: JsonObject, name: str) -> str:
    address = _text(found, name)
    return address if len(address) <= _MAX_ADDRESS else ""


def _texts(found: Any) -> list[str]:
    values = found if isinstance(found, list) else []
    return [value for value in values[:_MAX_SCOPES] if isinstance(value, str) and 0 < len(value) <= _MAX_SCOPE]
