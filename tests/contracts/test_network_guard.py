"""The suite's own guard: nothing here may talk to another machine."""

import socket

import pytest

from tests.network_guard import NetworkBlockedError


def test_another_machine_cannot_be_reached() -> None:
    with pytest.raises(NetworkBlockedError):
        socket.create_connection(("192.0.2.1", 80), timeout=0.1)


def test_other_names_do_not_resolve() -> None:
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("example.com", 443)


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        connection, _ = server.accept()
        connection.close()
