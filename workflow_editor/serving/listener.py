"""Listening socket, opened before slow work, so that a taken port is reported at once."""

import errno
import os
import socket
from contextlib import ExitStack

LISTENER = "LISTENER_FD"
"""The environment variable with the number of a listening socket that the parent process keeps open."""
_BACKLOG = 2048
_LAST_PORT = 65535


class AddressInUseError(Exception):
    """Somebody else listens there."""


def inherit_or_bind(host: str, port: int) -> socket.socket:
    """Return the parent's listening socket if any, else listen on a TCP port. Raises AddressInUseError, as `bind`
    does.
    """
    inherited = int(os.environ.get(LISTENER, "-1"))
    return bind(host, port) if inherited < 0 else socket.socket(fileno=inherited)


def bind(host: str, port: int) -> socket.socket:
    """Listen on a TCP port; 0 takes a free one. Early connections wait for the server.

    Raises AddressInUseError if the port is taken, invalid or needs more rights, or the host is foreign.
    """
    if port > _LAST_PORT:
        # The system's own functions would take the number's lower 16 bits.
        raise AddressInUseError(f"There is no port {port}: choose one from 1 to {_LAST_PORT}, or 0 for a free one.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as undo:
            listener = undo.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            # At once: with SO_REUSEADDR two sockets may be bound to one port, but only one may listen.
            listener.listen(_BACKLOG)
            undo.pop_all()
    except OSError as error:
        raise AddressInUseError(_explain(host, port, error)) from error
    return listener


def _explain(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is already taken. Choose another one, for example: PORT={port + 1}"
    return f"Cannot listen on {host} port {port}: {error.strerror or error}"


def address_of(listener: socket.socket) -> str:
    """Return the web address under which this machine reaches the socket."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  compared, not bound
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
