"""HTTP over the operator's proxy: what it is asked for, what the guard still checks, and how it fails."""

import ssl
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.mcp_http import TOKEN, mcp_server
from tests.doubles.proxy import TunnelProxy, tunnels_to
from tests.tools.executors.signing.test_client_certificate import AUTHORITY, CLIENT, SERVER
from tests.tools.outbound.conftest import echo
from tools.core.errors import OutboundBlockedError, ToolConfigurationError, ToolNotReachedError, ToolUpstreamError
from tools.mcp.clients import McpClients
from tools.mcp.server import HttpServer
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.outbound.client_certificates import ClientCertificate
from tools.outbound.proxy import Proxy, read_proxy
from workflow_editor.settings import env

PUBLIC, PRIVATE = "93.184.216.34", "10.0.0.7"
HOSTS = {"api.example": PUBLIC, "inside.example": PRIVATE, "six.example": "2606:2800:220:1:248:1893:25c8:1946"}
USER = "planted-user:planted-password"


def looked_up(host: str, _port: int) -> Sequence[str]:
    return [HOSTS.get(host, host)]


@pytest.fixture
def client(proxy: TunnelProxy) -> OutboundClient:
    return OutboundClient(["127.0.0.1"], resolve=looked_up, proxy=read_proxy(f"http://{USER}@127.0.0.1:{proxy.port}"))


def get(client: OutboundClient, url: str, **fields: Any) -> OutboundResponse:
    return client.send(OutboundRequest("GET", url, **fields), timeout_s=10)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("http://api.example/rows", f"{PUBLIC}:80"),
        ("http://api.example:8080/rows", f"{PUBLIC}:8080"),
        ("http://six.example/rows", "[2606:2800:220:1:248:1893:25c8:1946]:80"),
    ],
)
def test_the_proxy_is_asked_for_the_address_that_was_checked(
    url: str, place: str, client: OutboundClient, proxy: TunnelProxy
) -> None:
    proxy.user = USER
    found = get(client, url).json()
    assert proxy.places == [place]
    assert found == {"host": url.split("/")[2], "proxy": None}, "what signs in to the proxy stays with it"


@pytest.mark.parametrize("url", ["http://inside.example/", f"http://{PRIVATE}/", "http://localhost/"])
def test_a_private_address_is_refused_before_the_proxy_hears_of_it(
    url: str, client: OutboundClient, proxy: TunnelProxy
) -> None:
    with pytest.raises(OutboundBlockedError):
        get(client, url)
    assert proxy.places == []


def test_a_redirect_to_a_private_address_is_refused(
    client: OutboundClient, proxy: TunnelProxy, server: LoopbackServer
) -> None:
    server.answer = lambda _: Reply(302, b"", {"Location": "http://inside.example/"})
    with pytest.raises(OutboundBlockedError):
        get(client, "http://api.example/")
    assert proxy.places == [f"{PUBLIC}:80"]


def test_what_the_operator_allows_is_called_directly(
    client: OutboundClient, proxy: TunnelProxy, server: LoopbackServer
) -> None:
    assert get(client, server.url).status == 200
    assert proxy.places == []


ANSWERS: list[tuple[str, Callable[[TunnelProxy], None], str]] = [
    (
        "it wants another password",
        lambda proxy: setattr(proxy, "user", "other:pair"),
        r"refused the user name and password \(407\)",
    ),
    ("it refuses", lambda proxy: setattr(proxy, "answer", b"HTTP/1.1 403 Forbidden\r\n\r\n"), r"\(403\)"),
    ("it hangs up", lambda proxy: setattr(proxy, "answer", b"HTTP/1.1 200"), "did not answer as a proxy"),
    ("it is something else", lambda proxy: setattr(proxy, "answer", b"SSH-2.0-x\r\n\r\n"), "did not answer as a proxy"),
    ("it never ends", lambda proxy: setattr(proxy, "answer", b"HTTP/1.1 200 " + b"x" * 20_000), "as a proxy"),
    (
        "it speaks for the server",
        lambda proxy: setattr(proxy, "answer", b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
        "did not answer as a proxy",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
def test_a_proxy_that_does_not_do_is_named(
    change: Callable[[TunnelProxy], None], sentence: str, client: OutboundClient, proxy: TunnelProxy
) -> None:
    change(proxy)
    with pytest.raises((ToolNotReachedError, ToolConfigurationError), match=sentence) as caught:
        get(client, "http://api.example/")
    assert "planted-" not in str(caught.value)


def test_a_proxy_that_is_not_there_is_named() -> None:
    client = OutboundClient(resolve=looked_up, proxy=Proxy("127.0.0.1", 1))
    with pytest.raises(ToolNotReachedError, match="proxy could not be reached"):
        get(client, "http://api.example/")


@pytest.mark.parametrize("knows_authority", [True, False])
def test_tls_in_the_tunnel_still_verifies_the_host(knows_authority: bool, tmp_path: Any) -> None:
    (tmp_path / "chain").write_text(SERVER.pem + SERVER.key_pem())
    settings = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    settings.load_cert_chain(tmp_path / "chain")
    with serving(echo) as server:
        server.socket = settings.wrap_socket(server.socket, server_side=True)
        with tunnels_to(server.server_port) as proxy:
            client = OutboundClient(
                resolve=lambda _host, _port: [PUBLIC], proxy=read_proxy(f"http://127.0.0.1:{proxy.port}")
            )
            authority = AUTHORITY.pem if knows_authority else ""
            certificate = ClientCertificate(CLIENT.pem, CLIENT.key_pem(), "", authority)
            if knows_authority:
                assert get(client, "https://api.example/", certificate=certificate).status == 200
            else:
                with pytest.raises(ToolUpstreamError, match="not trusted"):
                    get(client, "https://api.example/", certificate=certificate)
            assert proxy.places == [f"{PUBLIC}:443"]


def test_mcp_servers_are_reached_over_it(proxy: TunnelProxy, server: LoopbackServer) -> None:
    server.answer = mcp_server
    clients = McpClients(resolve=looked_up, proxy=read_proxy(f"http://127.0.0.1:{proxy.port}"))
    connection = clients.connection(HttpServer("http://api.example/mcp", {"Authorization": f"Bearer {TOKEN}"}))
    try:
        assert "say" in {tool.name for tool in connection.tools(10)}
    finally:
        connection.close(5)
    assert set(proxy.places) == {f"{PUBLIC}:80"}


@pytest.mark.parametrize(
    ("address", "proxy"),
    [
        ("http://proxy.example:8080", Proxy("proxy.example", 8080)),
        ("http://proxy.example", Proxy("proxy.example", 3128)),
        ("http://me:p%40ss@proxy.example", Proxy("proxy.example", 3128, "Basic bWU6cEBzcw==")),
    ],
)
def test_the_setting_is_read(address: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTBOUND_PROXY", address)
    assert env.proxy("OUTBOUND_PROXY") == proxy
    assert "Basic" not in repr(proxy)


@pytest.mark.parametrize(
    "address", ["proxy.example:8080", "socks5://proxy.example", "http://", "http://a:planted-1@b/x"]
)
def test_a_wrong_setting_is_refused_without_its_value(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTBOUND_PROXY", address)
    with pytest.raises(ImproperlyConfigured, match="OUTBOUND_PROXY must look like") as caught:
        env.proxy("OUTBOUND_PROXY")
    assert "planted" not in str(caught.value)


def test_without_one_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTBOUND_PROXY", raising=False)
    assert env.proxy("OUTBOUND_PROXY") is None
