"""Rules for callable addresses: schemes, hosts and networks. Pure but for the replaceable name lookup."""

import copy
import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import httpx2

from tools.core.errors import OutboundBlockedError, ToolError, ToolNotReachedError
from tools.core.text import Text
from tools.outbound.proxy import Proxy
from tools.policies.hosts import check_host

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], Sequence[str]]
"""Takes host and port, returns IP addresses in the order they should be tried; raises OSError for unknown names."""

MAX_ROUTES = 4
"""Ways to one host that are tried before giving up."""
MALFORMED = Text("The URL is malformed. Enter one such as https://example.com.")
_NO_PROXY = Text("{proxy} cannot be used, so nothing was sent. {reason}", proxy="", reason="")
_REFUSED_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "100.64.0.0/10",  # carrier-grade NAT; Alibaba Cloud's metadata service lives here
        "168.63.129.16/32",  # Azure's host agent, a public address that means "this machine's host"
        "192.88.99.0/24",
        "64:ff9b:1::/48",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
_EMBEDDING_NETWORKS = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("::/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
"""IPv6 networks that embed an IPv4 address, with its bit shift."""


def system_resolver(host: str, port: int) -> Sequence[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class Route:
    """One way to a host."""

    host: str
    port: int
    address: str
    """The checked address of the host, to which the proxy is asked for a tunnel."""
    proxy: Proxy | None = None

    def failure(self, error: Exception) -> Exception:
        """Return what it means that the socket got no connection."""
        return self.proxy.not_reached() if self.proxy else error


class AddressGuard:
    """Decides which addresses may be called.

    `allow` lists the operator's exceptions: host names, IP addresses and CIDR networks; these bypass `proxy`, the way
    to public addresses.
    """

    def __init__(
        self, allow: Iterable[str] = (), resolve: Resolver = system_resolver, proxy: Proxy | None = None
    ) -> None:
        self._resolve = resolve
        self._proxy = proxy
        self._hosts: set[str] = set()
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        for entry in allow:
            try:
                self._networks.append(ipaddress.ip_network(entry, strict=False))
            except ValueError:
                self._hosts.add(_host_key(entry))

    def check_url(self, url: str) -> httpx2.URL:
        """Parse and check an address offline.

        Raises OutboundBlockedError if it is not http(s), has no host or has a user or password, or is a local or
        private literal.
        """
        try:
            parsed = httpx2.URL(url.strip())
        except (httpx2.InvalidURL, ValueError) as error:
            raise OutboundBlockedError(MALFORMED) from error
        if parsed.scheme not in {"http", "https"}:
            raise OutboundBlockedError(
                Text("This is no http or https URL. Enter one that begins with http:// or https://.")
            )
        if not parsed.host or not 0 < (parsed.port or 80) < 65536:
            raise OutboundBlockedError(Text("The URL has no host, or its port is invalid. Check the URL."))
        if parsed.userinfo:
            raise OutboundBlockedError(Text("A URL must not contain a user name or password. Use a header."))
        self._check_host(parsed.host)
        check_host(parsed.raw_host.decode("ascii"))
        return parsed

    def addresses(self, host: str, port: int) -> Sequence[str]:
        """Resolve the host to the IP addresses that a connection may use.

        Raises:
            OutboundBlockedError: one of its addresses is private, local or otherwise refused.
            ToolNotReachedError: the host is unknown.
        """
        check_host(host)
        try:
            found = self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise ToolNotReachedError(Text("The host {host} could not be found. Check its name.", host=host)) from error
        if _host_key(host) not in self._hosts:
            # One refused address spoils the host: whoever controls the name chooses which one is tried.
            for address in found:
                self._check_address(host, ipaddress.ip_address(address.partition("%")[0]))
        if not found:
            raise ToolNotReachedError(Text("The host {host} has no address. Check its name.", host=host))
        return found

    def over(self, proxy: Proxy) -> "AddressGuard":
        """Return the guard for calls over a credential's proxy, which is checked like any other address.

        The operator's own proxy needs no check, and is bypassed for the operator's exceptions.
        """
        guard = copy.copy(self)
        guard._proxy = proxy
        return guard

    def routes(self, host: str, port: int) -> Sequence[Route]:
        """Resolve the host to at most `MAX_ROUTES` connection routes.

        Raises OutboundBlockedError or ToolNotReachedError, as `addresses`; also for a credential's proxy.
        """
        addresses = self.addresses(host, port)
        proxy = self._proxy
        if proxy is None or proxy.credential is None:
            ways = [self._route(address, port) for address in addresses]
        else:
            places = self._places(proxy)
            ways = [Route(place, proxy.port, address, proxy) for address in addresses for place in places]
        return ways[:MAX_ROUTES]

    def _route(self, address: str, port: int) -> Route:
        meant = _embedded(ipaddress.ip_address(address.partition("%")[0]))
        proxy = self._proxy if _is_public(meant) else None
        return Route(proxy.host, proxy.port, address, proxy) if proxy else Route(address, port, address)

    def checked(self, proxy: Proxy) -> Proxy:
        """Resolve a credential's proxy. Raises OutboundBlockedError or ToolNotReachedError, as `addresses`."""
        return replace(proxy, host=self._places(proxy)[0])

    def _places(self, proxy: Proxy) -> Sequence[str]:
        try:
            return self.addresses(proxy.host, proxy.port)
        except ToolError as error:
            raise type(error)(_NO_PROXY.filled(proxy=proxy.title, reason=error.text), details=error.details) from error

    def _check_host(self, host: str) -> None:
        key = _host_key(host)
        if key in self._hosts:
            return
        if key == "localhost" or key.endswith(".localhost"):
            raise _refused(host)
        literal = literal_address(key)
        if literal is not None:
            self._check_address(host, literal)

    def _check_address(self, host: str, address: IpAddress) -> None:
        meant = _embedded(address)
        if any(meant in network or address in network for network in self._networks):
            return
        if not _is_public(meant) or (meant is address and not _is_public(address)):
            raise _refused(host)


def _refused(host: str) -> OutboundBlockedError:
    return OutboundBlockedError(
        Text(
            "The address of {host} is private or reserved. Choose another one, or ask the operator to allow it.",
            host=host,
        ),
        details={"host": host},
    )


def _host_key(host: str) -> str:
    return host.strip().strip("[]").rstrip(".").lower()


def literal_address(host: str) -> IpAddress | None:
    """Return the address that a host spells out, also in the short and hexadecimal forms that connect() takes."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _embedded(address: IpAddress) -> IpAddress:
    if isinstance(address, ipaddress.IPv6Address) and int(address) > 1:
        for network, shift in _EMBEDDING_NETWORKS:
            if address in network:
                return ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return address


def _is_public(address: IpAddress) -> bool:
    if address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global:
        return False
    return not any(address in network for network in _REFUSED_NETWORKS)
