"""HTTP proxy of the operator or a credential: a tunnel to a checked address. Pure.

The proxy gets the resolved address, never a name, which defeats DNS rebinding; TLS still verifies the host. Proxies
that accept only names do not work.
"""

import base64
import re
from collections.abc import Generator
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from tools.core.errors import ToolConfigurationError, ToolError, ToolNotReachedError
from tools.core.text import Text

_MAX_HEAD = 16 * 1024
_END = b"\r\n\r\n"
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n")
_OPERATORS = Text("The operator's proxy")
_OF_CREDENTIAL = Text("The proxy of the credential “{credential}”", credential="")
_NOT_REACHED = Text("{proxy} could not be reached, so nothing was sent. Check its address.", proxy="")
_NOT_SIGNED_IN = Text("{proxy} refused the user name and password (407), so nothing was sent. Check both.", proxy="")
_NOT_CONNECTED = Text(
    "{proxy} could not reach the service ({status}), so nothing was sent. Try again later.", proxy="", status=""
)
_REFUSED = Text(
    "{proxy} refused the connection ({status}), so nothing was sent. Check what it allows.", proxy="", status=""
)
_UNREADABLE = Text("{proxy} did not answer as a proxy, so nothing was sent. Check its address.", proxy="")
_GATEWAY_STATUSES = frozenset({"502", "503", "504"})


@dataclass(frozen=True, slots=True)
class Proxy:
    """Address and login of a proxy."""

    host: str
    port: int
    authorization: str = field(default="", repr=False)
    """The value of `Proxy-Authorization`; empty for none."""
    credential: str | None = None
    """The name of the credential that it belongs to; None: it is the operator's."""

    @property
    def address(self) -> str:
        """The address without login."""
        return f"http://{_place(self.host, self.port)}"

    @property
    def title(self) -> Text:
        """Owner of the proxy, for errors."""
        return _OPERATORS if self.credential is None else _OF_CREDENTIAL.filled(credential=self.credential)

    def not_reached(self) -> ToolNotReachedError:
        return ToolNotReachedError(_NOT_REACHED.filled(proxy=self.title))


def read_proxy(address: str, credential: str | None = None) -> Proxy:
    """Parse `http://user:password@host:port`; the default port is 3128. Raises ValueError for anything else."""
    parts = urlsplit(address)
    if parts.scheme != "http" or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("not the address of a proxy")
    pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    signed = "Basic " + base64.b64encode(pair.encode()).decode() if parts.username else ""
    return Proxy(parts.hostname, parts.port or 3128, signed, credential)


def tunnel(proxy: Proxy, address: str, port: int) -> Generator[bytes | None, bytes, None]:
    """Open a tunnel: yields data to write, then None for each piece to read and send in.

    Raises:
        ToolNotReachedError: the proxy refuses, or is not one.
        ToolConfigurationError: it refuses the user name and password.
    """
    place = _place(address, port)
    head = f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n"
    if proxy.authorization:
        head += f"Proxy-Authorization: {proxy.authorization}\r\n"
    yield f"{head}\r\n".encode()
    answer = b""
    while _END not in answer:
        piece = yield None
        answer += piece
        if not piece or len(answer) > _MAX_HEAD:
            raise ToolNotReachedError(_UNREADABLE.filled(proxy=proxy.title))
    status = _STATUS.match(answer)
    # Nobody speaks before us in a tunnel, neither HTTP nor TLS.
    if status is None or not answer.endswith(_END) or answer.count(_END) != 1:
        raise ToolNotReachedError(_UNREADABLE.filled(proxy=proxy.title))
    if not status[1].startswith(b"2"):
        raise _refusal(proxy, status[1].decode())


def _refusal(proxy: Proxy, status: str) -> ToolError:
    if status == "407":
        # Nobody asks again: many proxies lock out whoever repeats a wrong password.
        return ToolConfigurationError(_NOT_SIGNED_IN.filled(proxy=proxy.title))
    text = _NOT_CONNECTED if status in _GATEWAY_STATUSES else _REFUSED
    return ToolNotReachedError(text.filled(proxy=proxy.title, status=status))


def _place(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
