"""Tokens of accounts at MCP servers: opened for each request, and once more for one that is refused. No framework."""

from collections.abc import AsyncGenerator, Callable

import anyio.to_thread
import httpx2

from tools.core.errors import ToolError

_UNAUTHORIZED = 401


class BearerAuth(httpx2.Auth):
    """Signs one connection's requests; `token` takes the refused token, or "", and returns the next; it may block."""

    def __init__(self, token: Callable[[str], str]) -> None:
        self._token = token
        self.sent: set[str] = set()
        """All tokens that were used; what the server answers may hold one."""
        self.failure: ToolError | None = None
        """Why there is no token, while there is none."""

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """Send the request with the token, and again with a newer one where the server refuses it and there is one."""
        token = await self._opened("")
        request.headers["Authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code != _UNAUTHORIZED:
            return
        newer = await self._opened(token)
        if newer != token:
            request.headers["Authorization"] = f"Bearer {newer}"
            yield request

    async def _opened(self, refused: str) -> str:
        self.failure = None
        try:
            token = await anyio.to_thread.run_sync(self._token, refused)
        except ToolError as error:
            # The MCP package keeps what its requests raise to itself.
            self.failure = error
            raise
        self.sent.add(token)
        return token
