"""One open connection to an MCP server. No framework.

The MCP package must enter and leave its contexts in one task, so each connection has an owner task on the `LoopThread`;
callers in any thread send it requests.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack, suppress
from typing import Any, NamedTuple, TypeVar

import anyio.to_thread
import httpx2
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp_types import ToolListChangedNotification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from tools.core.concurrency.cancellation import CancelScope
from tools.core.concurrency.event_loop import LoopThread
from tools.core.definitions import LONGEST_WITH_PROGRESS_S, JsonObject
from tools.core.errors import ToolError, ToolUpstreamError
from tools.mcp.conversion import read_answer, read_tools
from tools.mcp.failures import UNREADABLE, Answered, call_error, connection_error, lost, too_late
from tools.mcp.guarded_http import GuardedAsyncTransport
from tools.mcp.limits import MAX_ANSWER_BYTES, MAX_PAGES, MAX_TOOLS
from tools.mcp.server import HttpServer, McpAnswer, McpTool, Server, ServerAccount
from tools.mcp.tolerant_transport import SENT, tolerant
from tools.outbound.addresses import AddressGuard
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential

_UNAUTHORIZED = 401


class AccountAuth(httpx2.Auth):
    """Signs one connection's requests with an account."""

    def __init__(self, account: ServerAccount) -> None:
        self._account = account
        self.sent: set[str] = set()
        """All tokens that were used; what the server answers may hold one."""
        self.failure: ToolError | None = None
        """Why there is no token, while there is none."""

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """Send the request signed, and again with a newer token where the server refuses it and there is one."""
        plain = OutboundRequest(request.method, str(request.url), dict(request.headers))
        credential = await self._opened("")
        self._sign(request, plain, credential)
        response = yield request
        if response.status_code != _UNAUTHORIZED:
            return
        newer = await self._opened(credential.secret)
        if newer.secret != credential.secret:
            self._sign(request, plain, newer)
            yield request

    async def _opened(self, refused: str) -> HttpCredential:
        self.failure = None
        try:
            credential = await anyio.to_thread.run_sync(self._account.opened, refused)
        except ToolError as error:
            # The MCP package keeps what its requests raise to itself.
            self.failure = error
            raise
        self.sent.add(credential.secret)
        return credential

    def _sign(self, request: httpx2.Request, plain: OutboundRequest, credential: HttpCredential) -> None:
        signed = self._account.signed(plain, credential)
        request.url = httpx2.URL(signed.url)
        request.headers.update(signed.headers)


_OPENS_WITHIN_S = 30.0
_CLOSES_WITHIN_S = 5.0
_KEPT_PROGRESS = 20
_SHORTEST_WAIT_S = 0.01

T = TypeVar("T")
Renew = Callable[[], None]
"""Starts the time limit of a request again."""


class _Session(NamedTuple):
    """A client that is being opened or is open, and the task that owns it."""

    client: asyncio.Future[Client]
    owner: asyncio.Task[None]


class McpConnection:
    """Opens at the first request and stays open until closed, lost or idle for `idle_s`. Thread-safe.

    `on_list_changed` is called on the loop when the server reports changed tools.
    """

    def __init__(
        self,
        server: Server,
        loop: LoopThread,
        guard: AddressGuard,
        on_list_changed: Callable[[], None],
        idle_s: float,
    ) -> None:
        self._server = server
        account = server.account if isinstance(server, HttpServer) else None
        self._auth = AccountAuth(account) if account else None
        self._loop = loop
        self._guard = guard
        self._on_list_changed = on_list_changed
        self._idle_s = idle_s
        self._session: _Session | None = None
        self._closing = asyncio.Event()
        self._ended = False
        self._failure: BaseException | None = None
        self._answered: Answered | None = None
        self._used_at = time.monotonic()
        self._open_requests = 0

    @property
    def is_over(self) -> bool:
        """True once it was closed or lost: the next request needs a new one."""
        return self._ended

    @property
    def sent_tokens(self) -> frozenset[str]:
        """Return the tokens that were sent so far, to be taken out of what the server answers."""
        return frozenset(self._auth.sent) if self._auth else frozenset()

    def tools(self, timeout_s: float) -> Sequence[McpTool]:
        """List the server's tools, all pages.

        Raises ToolError if it is unreachable, refuses, or does not answer within `timeout_s`.
        """
        return self._loop.run(self._requested(lambda client, _: _listed(client), timeout_s))

    def call(
        self,
        name: str,
        arguments: JsonObject,
        timeout_s: float,
        cancel: CancelScope | None = None,
        on_progress: Callable[[], None] = lambda: None,
    ) -> McpAnswer:
        """Call one tool; after `timeout_s`, or by `cancel`, it is cancelled at the server too.

        Each reported progress restarts the time limit, for 10 minutes at most; `on_progress` runs on the loop. Raises
        ToolError, as `tools`; a failed tool is an answer, not an error.
        """

        def work(client: Client, renew: Renew) -> Awaitable[McpAnswer]:
            return _called(client, name, arguments, on_progress, renew)

        try:
            return self._loop.run(self._requested(work, timeout_s), cancel)
        except CancelledError as error:
            raise lost() from error

    def close(self, wait_s: float = 0.0) -> None:
        """End the session, or our own server program, waiting up to `wait_s`; it finishes in the background."""
        self._ended = True
        self._loop.run(self._close(wait_s))

    async def _close(self, wait_s: float) -> None:
        if self._session is None or self._session.owner.done():
            return
        self._closing.set()
        client, owner = self._session
        if not client.done():
            owner.cancel()
        asyncio.get_running_loop().call_later(_CLOSES_WITHIN_S, owner.cancel)
        if wait_s:
            await asyncio.wait({owner}, timeout=wait_s)

    async def _requested(self, work: Callable[[Client, Renew], Awaitable[T]], timeout_s: float) -> T:
        self._used_at = time.monotonic()
        self._open_requests += 1
        try:
            async with asyncio.timeout(timeout_s) as limit:
                session = self._opened()
                client = await self._unless_over(session, asyncio.shield(session.client))
                renew = _renewing(limit, timeout_s)
                return await self._unless_over(session, asyncio.ensure_future(work(client, renew)))
        except TimeoutError as error:
            raise too_late(timeout_s) from error
        except MCPError as error:
            raise self._no_token() or call_error(error, self._answered) from error
        except (ValidationError, RuntimeError) as error:
            # The package's words for an answer that does not fit the protocol or the tool's own output schema.
            raise ToolUpstreamError(UNREADABLE) from error
        finally:
            self._open_requests -= 1
            self._used_at = time.monotonic()

    def _no_token(self) -> ToolError | None:
        return self._auth.failure if self._auth else None

    def _opened(self) -> _Session:
        if self._session is None:
            client: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            self._session = _Session(client, self._loop.start(self._own(client)))
        return self._session

    async def _unless_over(self, session: _Session, wanted: asyncio.Future[T]) -> T:
        """Wait for something, but not longer than the connection lasts."""
        either: set[asyncio.Future[Any]] = {wanted, session.owner}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if wanted.done() and not wanted.cancelled():
                return wanted.result()
            raise self._no_token() or connection_error(self._failure, self._answered)
        finally:
            wanted.cancel()

    async def _own(self, opened: asyncio.Future[Client]) -> None:
        try:
            async with AsyncExitStack() as stack:
                transport = await self._transport(stack)
                client = Client(tolerant(transport), mode="auto", message_handler=self._on_message, cache=None)
                async with asyncio.timeout(_OPENS_WITHIN_S):
                    await stack.enter_async_context(client)
                opened.set_result(client)
                listener = self._loop.start(self._listen(client))
                stack.callback(listener.cancel)
                await self._until_done()
        except asyncio.CancelledError:
            pass  # closed by us; the task belongs to nobody else
        except BaseException as error:  # told to whoever waits, in `_unless_over`
            self._failure = error
        finally:
            self._ended = True
            opened.cancel()

    async def _transport(self, stack: AsyncExitStack) -> Any:
        if isinstance(self._server, HttpServer):
            http = httpx2.AsyncClient(
                transport=GuardedAsyncTransport(self._guard, self._on_answer),
                headers=dict(self._server.headers),
                auth=self._auth,
                timeout=httpx2.Timeout(_OPENS_WITHIN_S, read=None),
                trust_env=False,
            )
            await stack.enter_async_context(http)
            return streamable_http_client(self._server.url, http_client=http, max_sse_event_size=MAX_ANSWER_BYTES)
        # Text that a server writes beside the protocol may hold secrets of its own.
        silence = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: ASYNC230  opens at once
        program = self._server
        return stdio_client(
            StdioServerParameters(command=program.command, args=list(program.args), env=dict(program.env)), silence
        )

    async def _until_done(self) -> None:
        """Wait until somebody closes the connection, or nobody has used it for long enough."""
        while self._open_requests or time.monotonic() < self._used_at + self._idle_s:
            left_s = max(self._used_at + self._idle_s - time.monotonic(), _SHORTEST_WAIT_S)
            try:
                async with asyncio.timeout(left_s):
                    await self._closing.wait()
                    return
            except TimeoutError:
                continue

    def _on_answer(self, answered: Answered) -> None:
        self._answered = answered

    async def _listen(self, client: Client) -> None:
        """Subscribe to changes; older servers report them unasked, in `_on_message`."""
        offers = client.server_capabilities.tools
        if client.protocol_version not in MODERN_PROTOCOL_VERSIONS or offers is None or not offers.list_changed:
            return
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    self._on_list_changed()
        except (MCPError, SubscriptionLost, TimeoutError):
            # Deaf from here on: what was heard before is forgotten, and listings go stale by themselves.
            self._on_list_changed()

    async def _on_message(self, message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            self._on_list_changed()


async def _listed(client: Client) -> Sequence[McpTool]:
    """Return all tools, each name once; pages end where the server has no cursor, or one that it had before."""
    tools: dict[str, McpTool] = {}
    cursor, seen = None, set[str]()
    while len(seen) < MAX_PAGES and len(tools) < MAX_TOOLS:
        page = await client.list_tools(cursor=cursor)
        sent = (page.meta or {})[SENT]
        for tool in read_tools(sent.get("tools"), (tool.name for tool in page.tools)):
            tools.setdefault(tool.name, tool)
        cursor = sent.get("nextCursor")
        if not isinstance(cursor, str) or not cursor or cursor in seen:
            break
        seen.add(cursor)
    return tuple(tools.values())[:MAX_TOOLS]


async def _called(
    client: Client, name: str, arguments: JsonObject, moved: Callable[[], None], renew: Renew
) -> McpAnswer:
    steps: deque[JsonObject] = deque(maxlen=_KEPT_PROGRESS)

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        steps.append({"progress": progress, "total": total, "message": message})
        renew()
        moved()

    result = await client.call_tool(name, arguments, progress_callback=on_progress)
    return read_answer(result, tuple(steps))


def _renewing(limit: asyncio.Timeout, timeout_s: float) -> Renew:
    """Return what starts a time limit again, within the longest that a call may take."""
    now = asyncio.get_running_loop().time
    longest = now() + max(timeout_s, LONGEST_WITH_PROGRESS_S)

    def renew() -> None:
        # A report may come when the request is over.
        with suppress(RuntimeError):
            limit.reschedule(min(now() + timeout_s, longest))

    return renew
