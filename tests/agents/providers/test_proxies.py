"""Model calls over the proxy of the provider's credential."""

from collections.abc import Iterator

import pytest

from agents.core.errors import ProviderError, ProviderRequestError, ProviderUnavailableError
from agents.core.messages import Message
from agents.providers.base import ModelRequest
from agents.providers.connection import Connection
from agents.providers.presets import Wire
from agents.providers.registry import REMOTE_WIRES
from tests.agents.providers.test_sdk_calls import WIRES
from tests.doubles.conversation import Flag
from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.proxy import TunnelProxy, tunnels_to
from tools.outbound.proxy import Proxy, read_proxy

USER = "me:planted-pass"
REQUEST = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))
wires = pytest.mark.parametrize("wire", WIRES)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(lambda request: Reply(418, b"{}", {"Content-Type": "application/json"})) as server:
        yield server


@pytest.fixture
def proxy(server: LoopbackServer) -> Iterator[TunnelProxy]:
    with tunnels_to(server.server_port) as proxy:
        proxy.user = USER
        yield proxy


def failure_of(wire: Wire, url: str, proxy: Proxy) -> ProviderError:
    connection = Connection(wire, f"custom-{wire}", "Test", url, "sk-1", proxy=proxy)
    with pytest.raises(ProviderError) as raised:
        list(REMOTE_WIRES[wire](connection).stream(REQUEST, Flag()))
    assert "planted" not in repr((raised.value.text.en, raised.value.details, connection))
    return raised.value


@wires
def test_a_call_goes_over_it_and_leaves_the_password_there(
    wire: Wire, proxy: TunnelProxy, server: LoopbackServer
) -> None:
    error = failure_of(wire, "http://api.example/v1", read_proxy(f"http://{USER}@127.0.0.1:{proxy.port}", "Key"))
    assert "418" in error.text.en, "the service answered"
    assert [place.partition("/v1")[0] for place in proxy.places] == ["http://api.example"]
    (request,) = server.received
    assert request.headers["host"] == "api.example"
    assert "proxy-authorization" not in request.headers


@wires
@pytest.mark.parametrize("url", ["http://api.example/v1", "https://api.example/v1"])
def test_a_wrong_password_is_the_proxys_refusal(
    wire: Wire, url: str, proxy: TunnelProxy, server: LoopbackServer
) -> None:
    error = failure_of(wire, url, read_proxy(f"http://me:planted-2@127.0.0.1:{proxy.port}", "Key"))
    assert isinstance(error, ProviderRequestError)
    assert "the proxy refused" in error.text.en
    assert not server.received


@wires
def test_a_proxy_that_is_not_there_is_named(wire: Wire) -> None:
    error = failure_of(wire, "https://api.example/v1", read_proxy("http://127.0.0.1:1", "Key"))
    assert isinstance(error, ProviderUnavailableError)
    assert "the proxy could not be reached" in error.text.en
