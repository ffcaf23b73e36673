"""A service that says what arrived, and a proxy that has tunnels to it."""

from collections.abc import Iterator

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.proxy import TunnelProxy, tunnels_to


def echo(request: Received) -> Reply:
    return Reply.of_json({"host": request.headers["host"], "proxy": request.headers.get("proxy-authorization")})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(echo) as server:
        yield server


@pytest.fixture
def proxy(server: LoopbackServer) -> Iterator[TunnelProxy]:
    with tunnels_to(server.server_port) as proxy:
        yield proxy
