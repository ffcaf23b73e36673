"""Networks that may call a webhook, as people write them: one on each line."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network


def entries(text: str) -> Sequence[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def network(line: str) -> Network | None:
    """Read `192.0.2.0/24`, `2001:db8::/32` or one address; None for anything else, host bits beside a mask too."""
    try:
        return ip_network(line)
    except ValueError:
        return None


def is_in_networks(address: str, lines: Iterable[str]) -> bool:
    """Say whether an address is in one of the networks; what cannot be read holds nobody."""
    try:
        client = ip_address(address)
    except ValueError:
        return False
    networks = (network(line) for line in lines)
    return any(found is not None and client in found for found in networks)
