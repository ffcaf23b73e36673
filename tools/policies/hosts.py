"""Rules by host: patterns, and the check of every host that a call reaches. Pure.

Unlike a rule for one tool, `host:api.example.com`, `host:*.example.com` and `host:*` also cover inline nodes and
redirects.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from socket import inet_aton
from urllib.parse import urlsplit

HOST = "host:"

_check: ContextVar[Callable[[str], None] | None] = ContextVar("host_check", default=None)


@contextmanager
def checking_hosts(check: Callable[[str], None] | None) -> Iterator[None]:
    """Have every host that is about to be called inside checked; `check` raises to refuse one."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def check_host(host: str) -> None:
    """Run the current call's host check, if any. Raises ToolError if a rule by host refuses the call."""
    check = _check.get()
    if check is not None:
        check(host_name(host))


def host_name(host: str) -> str:
    """Return the one spelling of a host: lower case, no final dot, punycode, IP addresses in their usual form."""
    name = host.strip().strip("[]").rstrip(".").lower()
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        pass
    else:
        return str(address.ipv4_mapped or address) if isinstance(address, IPv6Address) else str(address)
    try:
        # 127.1 and 0x7f000001 are addresses too.
        return str(ip_address(inet_aton(name)))
    except (OSError, ValueError, UnicodeError):
        pass
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def hosts_of(addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the hosts of addresses, each once; what is no address, or not filled in yet, gives none."""
    found = dict.fromkeys(_host_of(address) for address in addresses)
    found.pop("", None)
    return tuple(found)


def _host_of(address: str) -> str:
    try:
        return host_name(urlsplit(address.strip()).hostname or "")
    except ValueError:
        return ""


def host_patterns(host: str) -> Iterator[str]:
    """Yield the patterns that mean a host, the most exact first."""
    yield HOST + host
    labels = host.split(".")
    if ":" not in host and not labels[-1].isdigit():
        yield from (f"{HOST}*.{'.'.join(labels[start:])}" for start in range(1, len(labels)))
    yield f"{HOST}*"


def is_host_pattern(pattern: str) -> bool:
    """Say whether this is `host:` with one host, with all below a domain, or with any."""
    host = pattern.removeprefix(HOST).removeprefix("*.")
    return pattern.startswith(HOST) and (pattern == f"{HOST}*" or (bool(host) and "*" not in host))
