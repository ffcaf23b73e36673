"""The operator's proxy for HTTP to the outside: a tunnel to an address that was checked before. Pure.

The proxy is asked for an address, never for a name: what it connects to is what the guard has looked up and checked, so
a name that answers differently the second time gains nothing, and TLS still verifies the host. A proxy that lets only
names through cannot be used.
"""

import base64
import re
from collections.abc import Generator
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from tools.core.errors import ToolNotReachedError
from tools.core.text import Text

_MAX_HEAD = 16 * 1024
_END = b"\r\n\r\n"
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n")
_NOT_REACHED = Text("The operator's proxy could not be reached, so nothing was sent.")
_REFUSED = Text("The operator's proxy refused the connection ({status}), so nothing was sent.", status="")
_UNREADABLE = Text("The operator's proxy did not answer as a proxy, so nothing was sent.")


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where it is, and how one signs in to it."""

    host: str
    port: int
    authorization: str = field(default="", repr=False)
    """The value of `Proxy-Authorization`; empty for none."""


def read_proxy(address: str) -> Proxy:
    """Read `http://user:password@host:port`.

    Raises:
        ValueError: it is none.
    """
    parts = urlsplit(address)
    if parts.scheme != "http" or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("not the address of a proxy")
    pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    signed = "Basic " + base64.b64encode(pair.encode()).decode() if parts.username else ""
    return Proxy(parts.hostname, parts.port or 3128, signed)


def tunnel(proxy: Proxy, address: str, port: int) -> Generator[bytes | None, bytes, None]:
    """Ask for a tunnel: yields what to write, then None for each further piece that is to be read and sent in.

    Raises:
        ToolNotReachedError: the proxy refuses, or is none.
    """
    place = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    head = f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n"
    if proxy.authorization:
        head += f"Proxy-Authorization: {proxy.authorization}\r\n"
    yield f"{head}\r\n".encode()
    answer = b""
    while _END not in answer:
        piece = yield None
        answer += piece
        if not piece or len(answer) > _MAX_HEAD:
            raise ToolNotReachedError(_UNREADABLE)
    status = _STATUS.match(answer)
    # Nobody speaks before us in a tunnel, neither HTTP nor TLS.
    if status is None or not answer.endswith(_END) or answer.count(_END) != 1:
        raise ToolNotReachedError(_UNREADABLE)
    if not status[1].startswith(b"2"):
        raise ToolNotReachedError(_REFUSED.filled(status=status[1].decode()))


def proxy_not_reached() -> ToolNotReachedError:
    """Return the error of a proxy that does not take a connection."""
    return ToolNotReachedError(_NOT_REACHED)
