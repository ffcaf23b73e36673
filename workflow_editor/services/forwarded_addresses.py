"""The client behind the proxies that the operator names, for requests, MCP messages and sockets alike."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from django.conf import settings

from workflow_editor.services.request_users import headers_of

MAX_HEADER_CHARACTERS = 4096
"""A longer X-Forwarded-For is not read: no chain of proxies needs it."""


def scope_client(scope: Mapping[str, Any]) -> str:
    """Return the client of an ASGI scope, as `forwarded_client`."""
    peer = (scope.get("client") or ("",))[0]
    return forwarded_client(peer, headers_of(scope["headers"]).get("x-forwarded-for", ""))


def is_trusted_proxy(peer: str) -> bool:
    address = _address(peer)
    return address is not None and _is_trusted(address)


def forwarded_client(peer: str, forwarded_for: str) -> str:
    """Return the first address from the right that is none of our proxies.

    Each proxy appends the address that it saw, so whatever is to the left of the first stranger may be made up. What
    is no address ends the search at the proxy that reported it.

    Args:
        peer: the other end of the connection.
        forwarded_for: the value of X-Forwarded-For; several headers joined by commas.
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
