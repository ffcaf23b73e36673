"""An MCP server of the `mcp` package that asks for consent, and gives it itself, to apps that register themselves."""

import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl

from tests.polling import wait_until

SCOPE = "notes.read"


class Consents(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """Whoever comes consents; tokens are good for what they were asked for."""

    def __init__(self) -> None:
        self.apps: dict[str, OAuthClientInformationFull] = {}
        self.asked: list[AuthorizationParams] = []
        self.access: dict[str, AccessToken] = {}
        self._codes: dict[str, AuthorizationCode] = {}
        self._refresh: dict[str, RefreshToken] = {}

    def end_access(self) -> None:
        """Let no token be good any more, before its time."""
        self.access.clear()

    def revoke(self) -> None:
        """Take the consents back."""
        self.access.clear()
        self._refresh.clear()

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.apps.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        self.apps[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        self.asked.append(params)
        assert client.client_id
        code = AuthorizationCode(
            code=f"planted-code-{secrets.token_hex(16)}",
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        self._codes[code.code] = code
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self._codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self._codes[authorization_code.code]
        return self._tokens(client, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client: OAuthClientInformationFull, refresh_token: str) -> RefreshToken | None:
        return self._refresh.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self._refresh[refresh_token.token]
        return self._tokens(client, scopes, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self.revoke()

    def _tokens(self, client: OAuthClientInformationFull, scopes: list[str], resource: str | None) -> OAuthToken:
        assert client.client_id
        number = len(self.access) + len(self._refresh) + 1
        access = f"planted-mcp-access-{number}-{secrets.token_hex(8)}"
        refresh = f"planted-mcp-refresh-{number}-{secrets.token_hex(8)}"
        self.access[access] = AccessToken(
            token=access,
            client_id=client.client_id,
            scopes=scopes,
            resource=resource,
            expires_at=int(time.time()) + 3600,
        )
        self._refresh[refresh] = RefreshToken(
            token=refresh, client_id=client.client_id, scopes=scopes, resource=resource
        )
        return OAuthToken(
            access_token=access, token_type="Bearer", expires_in=3600, refresh_token=refresh, scope=" ".join(scopes)
        )


@contextmanager
def mcp_with_consent() -> Iterator[tuple[str, Consents]]:
    """Run the server; yield the address of its endpoint, and its consents."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    consents = Consents()
    server = MCPServer(
        "notes",
        auth_server_provider=consents,
        auth=AuthSettings(
            issuer_url=AnyHttpUrl(address),
            resource_server_url=AnyHttpUrl(f"{address}/mcp"),
            required_scopes=[SCOPE],
            client_registration_options=ClientRegistrationOptions(
                enabled=True, valid_scopes=[SCOPE], default_scopes=[SCOPE]
            ),
            validate_token_resource=True,
        ),
    )

    @server.tool()
    def echo(word: str) -> dict[str, Any]:
        """Return the word."""
        return {"word": word}

    config = uvicorn.Config(server.streamable_http_app(), log_config=None, timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, args=([listener],), daemon=True)
    thread.start()
    try:
        wait_until(lambda: running.started)
        yield f"{address}/mcp", consents
    finally:
        running.should_exit = True
        thread.join(30)
        listener.close()
