"""HTTP over the proxy of a credential: it wins over the operator's, is checked, and is named when it fails."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.doubles.http_server import LoopbackServer
from tests.doubles.mcp_http import TOKEN, mcp_server
from tests.doubles.proxy import TunnelProxy
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, Caller, CredentialUse
from tools.core.errors import OutboundBlockedError, ToolConfigurationError, ToolError, ToolNotReachedError
from tools.mcp.clients import McpClients
from tools.mcp.server import HttpServer, server_key
from tools.outbound.client import OutboundClient, OutboundRequest
from tools.outbound.origins import ForgetfulOrigins, OriginGuard
from tools.outbound.proxy import Proxy, read_proxy

PUBLIC, PRIVATE = "93.184.216.34", "10.0.0.7"
HOSTS = {
    "api.example": [PUBLIC],
    "inside.example": [PRIVATE],
    "proxy.example": ["127.0.0.1"],
    "0x7f.1": ["127.0.0.1"],
    "two.example": ["127.0.0.2", "127.0.0.1"],
    "mixed.example": ["127.0.0.1", PRIVATE],
}
USER = "planted-user:planted-password"
ORIGINS = frozenset({"http://api.example", "http://inside.example", "https://api.example", "mysql://api.example"})
USE = CredentialUse("c1", "Shop", 1, origins=ORIGINS)
CONTEXT = CallContext(Caller(1))


def looked_up(host: str, _port: int) -> Sequence[str]:
    if host == "gone.example":
        raise OSError
    return HOSTS.get(host, [host])


@pytest.fixture
def proxy(proxy: TunnelProxy) -> TunnelProxy:
    proxy.user = USER
    return proxy


def calling(*addresses: str, allow: Sequence[str] = ("127.0.0.0/8",), operators: Proxy | None = None) -> OutboundClient:
    """Return the client of a call with one credential for each proxy, named Shop 1, Shop 2."""
    uses = [replace(USE, title=f"Shop {number}", proxy=address) for number, address in enumerate(addresses, 1)]
    guards = [OriginGuard(use, ForgetfulOrigins(), CONTEXT) for use in uses]
    return OutboundClient(allow, resolve=looked_up, proxy=operators).for_call(guards, CancelScope())


def get(client: OutboundClient, url: str = "http://api.example/") -> object:
    return client.send(OutboundRequest("GET", url), timeout_s=10).json()


@pytest.mark.parametrize("host", ["127.0.0.1", "proxy.example", "two.example"])
def test_it_is_looked_up_and_asked_for_the_checked_address(host: str, proxy: TunnelProxy) -> None:
    client = calling(f"http://{USER}@{host}:{proxy.port}")
    assert get(client) == {"host": "api.example", "proxy": None}, "what signs in to the proxy stays with it"
    assert get(client.without_credential()) == {"host": "api.example", "proxy": None}
    assert proxy.places == [f"{PUBLIC}:80"] * 2


def test_it_wins_over_the_operators_and_the_one_that_signs_over_the_others(proxy: TunnelProxy) -> None:
    nobody = Proxy("127.0.0.1", 1)
    get(calling("http://127.0.0.1:1", f"http://{USER}@127.0.0.1:{proxy.port}", operators=nobody))
    assert proxy.places == [f"{PUBLIC}:80"]


def test_a_credential_without_one_takes_the_operators(proxy: TunnelProxy) -> None:
    get(calling("", operators=read_proxy(f"http://{USER}@127.0.0.1:{proxy.port}")))
    assert proxy.places == [f"{PUBLIC}:80"]


def test_what_the_operator_allows_goes_over_it_too(proxy: TunnelProxy) -> None:
    get(calling(f"http://{USER}@127.0.0.1:{proxy.port}", allow=["127.0.0.1", PRIVATE]), "http://inside.example/")
    assert proxy.places == [f"{PRIVATE}:80"]


def test_a_private_target_is_refused_before_the_proxy_hears_of_it(proxy: TunnelProxy) -> None:
    with pytest.raises(OutboundBlockedError, match=r"inside\.example"):
        get(calling(f"http://{USER}@127.0.0.1:{proxy.port}"), "http://inside.example/")
    assert proxy.places == []


@pytest.mark.parametrize("host", ["127.0.0.1", "proxy.example", "mixed.example", "inside.example", "[::1]", "0x7f.1"])
def test_a_proxy_at_a_refused_address_is_not_connected_to(host: str, proxy: TunnelProxy) -> None:
    allow = ["127.0.0.1"] if host == "mixed.example" else []
    client = calling(f"http://{USER}@{host}:{proxy.port}", allow=allow, operators=Proxy("127.0.0.1", proxy.port))
    with pytest.raises(OutboundBlockedError, match="proxy of the credential “Shop 1” cannot be used") as caught:
        get(client)
    assert "private or reserved" in str(caught.value)
    assert "planted-" not in caught.value.text.en + caught.value.text.in_language("zh")
    assert proxy.places == []


FAILURES: dict[str, tuple[Callable[[TunnelProxy], str], str]] = {
    "another password": (lambda proxy: f"http://me:planted-2@127.0.0.1:{proxy.port}", r"password \(407\)"),
    "no password": (lambda proxy: f"http://127.0.0.1:{proxy.port}", r"password \(407\)"),
    "nobody there": (lambda proxy: "http://me:planted-2@127.0.0.1:1", "could not be reached"),
    "an unknown host": (lambda proxy: "http://me:planted-2@gone.example:1", "cannot be used"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_proxy_that_fails_is_named(name: str, proxy: TunnelProxy) -> None:
    address, sentence = FAILURES[name]
    with pytest.raises(ToolError, match=f"^The proxy of the credential “Shop 1” .*{sentence}") as caught:
        get(calling(address(proxy)))
    assert caught.value.retryable == ("password" not in sentence)
    assert "planted-" not in repr((caught.value.text.en, caught.value.text.in_language("zh"), caught.value.details))


@pytest.mark.parametrize(
    ("answer", "sentence"), [(b"502 Bad Gateway", "could not reach the service"), (b"403 No", "refused the connection")]
)
def test_an_error_names_what_failed(answer: bytes, sentence: str, proxy: TunnelProxy) -> None:
    proxy.answer = b"HTTP/1.1 " + answer + b"\r\n\r\n"
    with pytest.raises(ToolNotReachedError, match=f"“Shop 1” {sentence}"):
        get(calling(f"http://127.0.0.1:{proxy.port}"))


def test_a_service_that_breaks_off_behind_the_proxy_is_named_itself(proxy: TunnelProxy, server: LoopbackServer) -> None:
    with pytest.raises(ToolError, match=r"^api\.example") as caught:
        # Plain HTTP answers in the place of TLS.
        get(calling(f"http://{USER}@127.0.0.1:{proxy.port}"), "https://api.example/")
    assert "proxy" not in str(caught.value)


def test_what_is_not_http_does_not_go_past_it(proxy: TunnelProxy) -> None:
    with pytest.raises(ToolConfigurationError, match="“Shop 1” is for HTTP only"):
        calling(f"http://{USER}@127.0.0.1:{proxy.port}").addresses("mysql", "api.example", 3306)
    assert calling("").addresses("mysql", "api.example", 3306) == [PUBLIC]


def test_mcp_servers_are_reached_over_it(proxy: TunnelProxy, server: LoopbackServer) -> None:
    server.answer = mcp_server
    headers = {"Authorization": f"Bearer {TOKEN}"}
    found = HttpServer(
        "http://api.example/mcp", headers, None, read_proxy(f"http://{USER}@127.0.0.1:{proxy.port}", "x")
    )
    connection = McpClients(["127.0.0.1"], resolve=looked_up, proxy=Proxy("127.0.0.1", 1)).connection(found)
    try:
        assert "say" in {tool.name for tool in connection.tools(10)}
    finally:
        connection.close(5)
    assert set(proxy.places) == {f"{PUBLIC}:80"}
    others = [replace(found, proxy=None), replace(found, proxy=Proxy("127.0.0.1", proxy.port, "", "x"))]
    assert len({server_key(one) for one in [found, *others]}) == 3
