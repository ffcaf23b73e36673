"""Input that the whole product refuses to read, and its other work meanwhile."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import psutil
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.run_documents import ask, chain

IDLE = 2_000
CAP = 500


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")), MAX_CONNECTIONS=str(CAP))
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


def post(server: EmbeddedServer, path: str, size: int, **headers: str) -> httpx2.Response:
    """Send a body of spaces that says its length, or in chunks that do not."""
    body = b" " * size if "Chunked" not in headers else iter([b" " * 65_536] * (size // 65_536 + 1))
    headers.pop("Chunked", None)
    kind = {"Content-Type": "application/json"}
    with httpx2.Client(base_url=server.address, trust_env=False, timeout=60) as client:
        return client.post(path, content=body, headers=kind | headers)


@pytest.mark.parametrize("chunked", [{}, {"Chunked": "1"}], ids=["by length", "chunked"])
def test_bodies_have_limits(server: EmbeddedServer, chunked: dict[str, str]) -> None:
    signed = {"Authorization": f"Bearer {server.token}"}
    wrong = {"Authorization": "Bearer flw_nobody", "Cookie": "sessionid=nobody"}
    assert post(server, "/api/workflows/", 100_000, **chunked).status_code == 401
    assert post(server, "/api/workflows/", 100_000, **wrong, **chunked).status_code == 401
    assert post(server, "/api/workflows/", 10_000_000, **signed, **chunked).status_code == 400
    assert post(server, "/api/workflows/", 20_000_000, **signed, **chunked).status_code == 413
    assert post(server, "/api/tokens/", 2_000_000, **signed, **chunked).status_code == 413


@pytest.mark.parametrize(("charset", "name"), [("punycode", "maana-pta"), ("gb2312", "茶"), ("no-such-one", "茶")])
def test_a_form_is_decoded_by_encodings_of_the_standard_alone(server: EmbeddedServer, charset: str, name: str) -> None:
    """Python's punycode would read “mañana”, and takes quadratic time."""
    content = name.encode("gb2312" if charset == "gb2312" else "utf-8")
    part = b'--x\r\nContent-Disposition: form-data; name="model_pattern"\r\n\r\n' + content + b"\r\n--x--\r\n"
    with server.browser() as browser:
        # Without a service the form is shown again, with what was read.
        page = browser.post(
            "/admin/agents/modelprofile/add/",
            content=part,
            headers={"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"},
        )
    assert f'value="{name}"' in page.text


def watched_run(server: EmbeddedServer) -> str:
    """Return the address of the socket of a long run."""
    document = chain(ask("slow", {"text": "Done", "delayMs": 60_000}))
    workflow = server.request("POST", "/api/workflows/", {"name": "Watched", "document": document})
    run = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}})
    return f"{server.address.replace('http', 'ws', 1)}/ws/runs/{run['id']}/"


def test_health_and_sockets_go_on_beside_thousands_of_idle_connections(server: EmbeddedServer) -> None:
    def is_healthy() -> bool:
        return httpx2.get(f"{server.address}/api/health/", trust_env=False, timeout=10).status_code == 200

    signed = {"Authorization": f"Bearer {server.token}"}
    url, port = watched_run(server), int(server.address.rsplit(":", 1)[1])
    with ExitStack() as stack:
        watching = stack.enter_context(connect(url, additional_headers=signed, proxy=None))
        for _ in range(IDLE):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
        assert is_healthy()
        assert watching.ping().wait(10)
        assert stack.enter_context(connect(url, additional_headers=signed, proxy=None)).ping().wait(10)
        assert len(psutil.Process(server.process.pid).net_connections()) < CAP + 50
    assert is_healthy()


@pytest.mark.exhaustive
def test_a_message_to_a_socket_has_a_limit(server: EmbeddedServer) -> None:
    signed = {"Authorization": f"Bearer {server.token}"}
    with connect(watched_run(server), additional_headers=signed, proxy=None) as client:
        client.send("x" * 100_000)
        with pytest.raises(ConnectionClosedError) as closed:
            list(client)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
