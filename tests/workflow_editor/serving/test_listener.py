"""One listener per port."""

import os

import pytest

from workflow_editor.serving.listener import LISTENER, AddressInUseError, address_of, bind, inherit_or_bind


def test_a_free_port_is_found() -> None:
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener) == f"http://127.0.0.1:{port}"


def test_a_wildcard_is_reported_as_an_address_that_can_be_opened() -> None:
    with bind("0.0.0.0", 0) as listener:  # noqa: S104  what an operator may ask for
        assert address_of(listener).startswith("http://127.0.0.1:")


def test_a_port_has_one_listener() -> None:
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(AddressInUseError, match=f"Port {port} on 127.0.0.1 is already taken"):
            bind("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(AddressInUseError, match=r"Cannot listen on 192\.0\.2\.1 port 80"):
        bind("192.0.2.1", 80)


def test_the_socket_of_a_parent_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with bind("127.0.0.1", 0) as listener:
        monkeypatch.setenv(LISTENER, str(os.dup(listener.fileno())))
        with inherit_or_bind("127.0.0.1", 0) as inherited:
            assert inherited.getsockname() == listener.getsockname()
