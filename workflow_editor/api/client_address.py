"""Client address of a request. Only the operator's proxies are trusted for headers."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse

MAX_HEADER_CHARACTERS = 4096
"""A longer X-Forwarded-For is not read: no chain of proxies needs it."""
_UNKNOWN = "0.0.0.0"  # noqa: S104  a value to store, nothing listens there
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED_PROTO")


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client in its canonical form; empty when the server knows none."""
    meta = request.META
    return forwarded_client(meta.get("REMOTE_ADDR", ""), meta.get("HTTP_X_FORWARDED_FOR", ""))


def known_address(request: HttpRequest) -> str:
    """Return `client_address`, or 0.0.0.0 where a row must hold an address."""
    return client_address(request) or _UNKNOWN


def forwarded_client(peer: str, forwarded_for: str) -> str:
    """Return the first address from the right that is not one of our proxies.

    Each proxy appends the address it saw, so anything left of the first stranger may be forged. A malformed entry ends
    the search at its proxy. `forwarded_for` joins X-Forwarded-For headers by commas.
    """
    client = _address(peer)
    if client is None or len(forwarded_for) > MAX_HEADER_CHARACTERS:
        return str(client or "")
    hops = forwarded_for.split(",")
    while _is_trusted(client) and hops:
        reported = _address(hops.pop())
        if reported is None:
            break
        client = reported
    return str(client)


def _is_trusted(address: IPv4Address | IPv6Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Read `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        # A socket that listens on both families reports IPv4 clients this way; a zone says nothing about the client.
        return address.ipv4_mapped or IPv6Address(int(address))
    return address


class TrustedProxyMiddleware:
    """Removes the X-Forwarded-* headers of anybody but our proxies, so that nothing behind it can believe them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        peer = _address(request.META.get("REMOTE_ADDR", ""))
        if peer is None or not _is_trusted(peer):
            for name in _FORWARDED:
                request.META.pop(name, None)
        return self._get_response(request)
