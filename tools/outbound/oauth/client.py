"""OAuth client of one app at one service: the consent address and token endpoint calls.

authlib is imported on first use.
"""

import json
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlencode

from tools.core.errors import ToolError
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.outbound.oauth.answers import DeviceCode, Tokens, read_device_code, read_refresh_token, read_tokens
from tools.outbound.oauth.service import AppTokens, ClientAuth, Service

TIMEOUT_S = 20.0
_MAX_BYTES = 256 * 1024
_VERIFIER_LENGTH = 64
_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def new_secret() -> str:
    """Return a random text for `state`, or as the verifier of PKCE (43 to 128 characters, RFC 7636 section 4.1)."""
    from authlib.common.security import generate_token

    return str(generate_token(_VERIFIER_LENGTH))


@dataclass(frozen=True, slots=True)
class OauthClient:
    """An app that a person has registered at a service."""

    service: Service
    authorize_url: str
    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scopes: tuple[str, ...] = ()
    client_auth: ClientAuth = "client_secret_post"
    device_url: str = ""
    resource: str = ""
    """Requested resource (RFC 8707), sent with each request if known."""

    def consent_url(self, *, redirect_uri: str, state: str, verifier: str) -> str:
        """Return where a person consents."""
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        extra = dict(self.service.extra) | self._bound()
        if self.service.client_id_name != "client_id":
            extra[self.service.client_id_name] = self.client_id
        if self.service.pkce:
            extra |= {"code_challenge": create_s256_code_challenge(verifier), "code_challenge_method": "S256"}
        scope = self.service.scope_separator.join(self.scopes)
        return str(
            prepare_grant_uri(
                self.authorize_url,
                client_id=self.client_id,
                response_type="code",
                redirect_uri=redirect_uri,
                scope=scope or None,
                state=state,
                **extra,
            )
        )

    def exchange(self, outbound: OutboundClient, *, code: str, redirect_uri: str, verifier: str) -> Tokens:
        """Exchange a code for tokens; a code works once.

        Raises:
            OauthError: the service refuses.
            ToolError: unreachable, or an unreadable answer.
        """
        fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri}
        return self._ask(outbound, fields | self._bound() | ({"code_verifier": verifier} if self.service.pkce else {}))

    def refresh(self, outbound: OutboundClient, refresh_token: str) -> Tokens:
        """Exchange a refresh token for tokens; many services accept each one once.

        Scopes are omitted: changed ones are `invalid_scope` at some services. Raises OauthError or ToolError, as
        `exchange`.
        """
        fields = {"grant_type": "refresh_token", "refresh_token": refresh_token} | self._bound()
        tokens = read_tokens(self._send(outbound, self.service.refresh_url or self.token_url, fields))
        if not self.service.prolong_url:
            return tokens
        return replace(tokens, refresh_token=self._prolonged(outbound, tokens.refresh_token or refresh_token))

    def own_token(self, outbound: OutboundClient) -> Tokens:
        """Return the app's own token (client credentials grant). Raises OauthError or ToolError, as `exchange`."""
        if self.service.app_tokens:
            request = self._own_request(self.service.app_tokens)
            return read_tokens(outbound.send(request, timeout_s=TIMEOUT_S, max_redirects=0, max_bytes=_MAX_BYTES))
        scope = self.service.scope_separator.join(self.scopes)
        return self._ask(outbound, {"grant_type": "client_credentials"} | ({"scope": scope} if scope else {}))

    def device_code(self, outbound: OutboundClient) -> DeviceCode:
        """Request a code to enter on a device (RFC 8628 section 3.1). Raises OauthError or ToolError, as `exchange`."""
        scope = self.service.scope_separator.join(self.scopes)
        return read_device_code(self._send(outbound, self.device_url, {"scope": scope} if scope else {}))

    def device_tokens(self, outbound: OutboundClient, device_code: str) -> Tokens:
        """Poll once for consent.

        Raises:
            OauthError: pending (`authorization_pending`, `slow_down`), refused, or expired.
            ToolError: as `exchange`.
        """
        return self._ask(outbound, {"grant_type": _DEVICE_GRANT, "device_code": device_code})

    def _prolonged(self, outbound: OutboundClient, refresh_token: str) -> str:
        """Apps need a permission for this, and it ends after some times; then the consent ends when it ends."""
        try:
            return read_refresh_token(self._send(outbound, self.service.prolong_url, {"refresh_token": refresh_token}))
        except ToolError:
            return refresh_token

    def _own_request(self, app: AppTokens) -> OutboundRequest:
        names = {app.client_id: self.client_id, app.client_secret: self.client_secret}
        if app.in_query:
            hidden = frozenset({app.client_secret})
            return OutboundRequest("GET", f"{self.token_url}?{urlencode(names)}", private_query=hidden)
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        return OutboundRequest("POST", self.token_url, headers, json.dumps(names).encode())

    def _bound(self) -> dict[str, str]:
        return {"resource": self.resource} if self.resource else {}

    def _ask(self, outbound: OutboundClient, fields: dict[str, str]) -> Tokens:
        return read_tokens(self._send(outbound, self.token_url, fields))

    def _send(self, outbound: OutboundClient, to: str, fields: dict[str, str]) -> OutboundResponse:
        from authlib.oauth2.auth import ClientAuth as Authentication

        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        prove = Authentication(self.client_id, self.client_secret, self.client_auth)
        url, headers, body = prove.prepare("POST", to, headers, urlencode(fields))
        named = {self.service.renamed.get(name, name): value for name, value in parse_qsl(body)}
        body = urlencode(named)
        if self.service.body_format == "json":
            headers, body = {**headers, "Content-Type": "application/json"}, json.dumps(named)
        request = OutboundRequest("POST", url, headers, body.encode())
        return outbound.send(request, timeout_s=TIMEOUT_S, max_redirects=0, max_bytes=_MAX_BYTES)
