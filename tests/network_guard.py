"""Keeps the test suite off the network: only loopback and local sockets may be opened, other names do not resolve."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock


class NetworkBlockedError(OSError):
    """A test tried to reach another machine; an OSError, so that callers close what they opened."""


def _is_local(host: object) -> bool:
    if host in {None, "", "localhost", b"localhost"}:
        return True
    try:
        address = ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host).partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _check(address: object) -> None:
    """Refuse an INET address that is not of this machine; paths of local sockets are strings and pass."""
    if isinstance(address, tuple) and not _is_local(address[0]):
        raise NetworkBlockedError(f"tests may only connect to this machine, not to {address[0]}")


class GuardedSocket(socket.socket):
    """A socket that connects to this machine only."""

    def connect(self, address: Any, /) -> None:
        _check(address)
        super().connect(address)

    def connect_ex(self, address: Any, /) -> int:
        _check(address)
        return super().connect_ex(address)


_getaddrinfo = socket.getaddrinfo


def _is_numeric(host: object) -> bool:
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return True


def guarded_getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
    if _is_local(host) or _is_numeric(host):
        return _getaddrinfo(host, *args, **kwargs)
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


@contextmanager
def loopback_only() -> Iterator[None]:
    with (
        mock.patch.object(socket, "socket", GuardedSocket),
        mock.patch.object(socket, "getaddrinfo", guarded_getaddrinfo),
    ):
        yield
