"""Fixtures of the agents tests: one aimock for the session, empty before each test."""

from collections.abc import Iterator

import pytest

from tests.doubles.aimock import Aimock, running_aimock


@pytest.fixture(scope="session")
def _aimock_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aimock]:
    with running_aimock(tmp_path_factory.mktemp("aimock")) as server:
        yield server


@pytest.fixture
def aimock(_aimock_server: Aimock) -> Aimock:
    _aimock_server.reset()
    return _aimock_server
