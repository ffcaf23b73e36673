"""Model of an MCP server: address, offer and answers. Pure."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolNotReachedError
from tools.core.text import Text
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential
from tools.outbound.proxy import Proxy


@dataclass(frozen=True, slots=True)
class HttpServer:
    """A server that is reached over streamable HTTP; its headers hold credentials."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    account: "ServerAccount | None" = None
    proxy: Proxy | None = None
    """The credential's proxy, in place of the operator's."""


@dataclass(frozen=True, slots=True)
class ServerAccount:
    """A stored credential; its token may change while a connection is open."""

    key: str
    """The same for the same credential; gives nothing of it away."""
    opened: Callable[[str], HttpCredential] = field(repr=False, compare=False)
    """Takes the token that was just refused, or "", and returns what to sign with; may block."""
    signed: Callable[[OutboundRequest, HttpCredential], OutboundRequest] = field(repr=False, compare=False)
    """Returns a request with the credential in its address or headers; it reads no body."""


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """A server run as a local program over stdio. Only the operator defines them; tools refer to them by name."""

    name: str
    command: str
    args: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)


Server = HttpServer | ServerProgram


@dataclass(frozen=True, slots=True)
class McpTool:
    """One tool of a server. All of it is foreign text."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject | None = None
    read_only: bool = False
    """The server's own hint; never proof."""
    problem: Text | None = None
    """Why it cannot be offered; None when it can."""


@dataclass(frozen=True, slots=True)
class McpAnswer:
    """A call's answer: the server's content blocks in wire form (camelCase)."""

    content: Sequence[JsonObject]
    structured: Any
    is_error: bool
    progress: Sequence[JsonObject] = ()
    """{progress, total, message} as they came, the newest last; only the last few are kept."""


def server_key(server: Server) -> str:
    """Return a key that is the same for the same server with the same credentials, and gives neither away."""
    facts: list[Any] = (
        [
            "http",
            server.url,
            sorted(server.headers.items()),
            server.account.key if server.account else "",
            [server.proxy.address, server.proxy.authorization] if server.proxy else [],
        ]
        if isinstance(server, HttpServer)
        else ["stdio", server.name, server.command, list(server.args), sorted(server.env.items())]
    )
    return hashlib.sha256(orjson.dumps(facts)).hexdigest()


class SessionEndedError(ToolNotReachedError):
    """The server has forgotten the session, so it took no notice of the request."""
