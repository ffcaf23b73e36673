"""The MCP clients of a process: connections, and what servers offered lately. No framework."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tools.core.concurrency.event_loop import LoopThread
from tools.mcp.server import HttpServer, McpTool, Server, ServerProgram, server_key
from tools.outbound.addresses import AddressGuard, Resolver, system_resolver
from tools.outbound.proxy import Proxy

if TYPE_CHECKING:
    from tools.mcp.connection import McpConnection

IDLE_S = 300.0
"""Idle seconds after which a connection closes itself."""
FRESH_S = 30.0
"""Seconds for which a listing is reused, unless the server reports a change."""
_REMEMBERED = 200

# The package writes session ids and whole messages into its log; what went wrong is told by our errors.
logging.getLogger("mcp.client").setLevel(logging.CRITICAL)
logging.getLogger("mcp.shared").setLevel(logging.CRITICAL)


class McpClients:
    """Opens connections to MCP servers. One per process; thread-safe.

    Args:
        allow: hosts, addresses and networks that may be called although they are private.
        programs: the operator's list of servers run as local programs.
        idle_s: idle seconds before a connection closes.
        clock: monotonic seconds.
        proxy: for public addresses.
    """

    def __init__(
        self,
        allow: Iterable[str] = (),
        programs: Mapping[str, ServerProgram] | None = None,
        *,
        resolve: Resolver = system_resolver,
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
        proxy: Proxy | None = None,
    ) -> None:
        self._guard = AddressGuard(allow, resolve, proxy)
        self._programs = dict(programs or {})
        self._idle_s = idle_s
        self._clock = clock
        self._loop = LoopThread("mcp-clients")
        self._lock = threading.Lock()
        self._changes = 0
        self._listings: OrderedDict[str, tuple[float, Sequence[McpTool]]] = OrderedDict()

    def programs(self) -> Mapping[str, ServerProgram]:
        """Return the operator's list, by name."""
        return self._programs

    def check(self, url: str) -> None:
        """Check an address's form offline. Raises OutboundBlockedError if it must not be called."""
        self._guard.check_url(url)

    def connection(self, server: Server) -> "McpConnection":
        """Return a connection that opens at its first request; the caller closes it."""
        # The MCP package takes a second and forty megabytes; see decision 20.
        from tools.mcp.connection import McpConnection

        key = server_key(server)
        proxy = server.proxy if isinstance(server, HttpServer) else None
        guard = self._guard.over(proxy) if proxy else self._guard
        return McpConnection(server, self._loop, guard, lambda: self._forget(key), self._idle_s)

    def listing(
        self, server: Server, ask: Callable[[], Sequence[McpTool]], *, as_known: bool = False
    ) -> Sequence[McpTool]:
        """Return the server's offer, at most `FRESH_S` seconds old; `ask` fetches it.

        `as_known` accepts any age unless the server reported a change. Raises ToolError if the server is unreachable or
        refuses.
        """
        key = server_key(server)
        with self._lock:
            known = self._listings.get(key)
        if known is not None and (as_known or self._clock() - known[0] < FRESH_S):
            return known[1]
        asked_at, changes = self._clock(), self._changes
        found = ask()
        with self._lock:
            if changes == self._changes:
                self._listings[key] = (asked_at, found)
            while len(self._listings) > _REMEMBERED:
                self._listings.popitem(last=False)
        return found

    @property
    def changes(self) -> int:
        """Number of changes that servers have announced so far."""
        return self._changes

    def forget(self, server: Server) -> None:
        self._forget(server_key(server))

    def _forget(self, key: str) -> None:
        with self._lock:
            self._changes += 1
            self._listings.pop(key, None)
