"""A header that comes twice is one value for everybody who reads it, on a real server."""

import hashlib
import hmac
import socket
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.documents import edge, node

SECRET = "a-secret-of-the-sender"
GOOD = hmac.new(SECRET.encode(), b"{}", hashlib.sha256).hexdigest()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")))
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


def hook(server: EmbeddedServer, value: str, secrets: dict[str, str] | None = None, **config: Any) -> str:
    """Publish a webhook that answers with a value of what arrived, and return its path."""
    document = {
        "schema_version": 1,
        "nodes": [
            node("hook", "webhook", {"respond": "when_done", **config}),
            node("start", "start"),
            node("end", "end", {"outputs": [{"name": "result", "value": value}]}),
        ],
        "edges": [edge("start", "end")],
    }
    workflow = server.request("POST", "/api/workflows/", {"name": "Headers", "document": document})
    address = f"/api/workflows/{workflow['id']}/"
    trigger = server.request("PUT", f"{address}triggers/hook/", {"secrets": secrets or {}})
    server.request("POST", f"{address}versions/", {"note": ""})
    return str(httpx2.URL(trigger["address"]).path)


def posted(server: EmbeddedServer, path: str, *headers: tuple[str, str]) -> Any:
    client = httpx2.Client(base_url=server.address, trust_env=False, timeout=60)
    with client:
        return client.post(path, content=b"{}", headers=[("Content-Type", "application/json"), *headers])


def test_the_mapping_sees_both_values(server: EmbeddedServer) -> None:
    path = hook(server, "{{ trigger.headers['x-thing'] }}")
    answer = posted(server, path, ("X-Thing", "one"), ("X-Thing", "two"))
    assert answer.json() == {"result": "one,two"}


@pytest.mark.parametrize("other", [GOOD, "0" * 64], ids=["same", "wrong"])
@pytest.mark.exhaustive
def test_two_signatures_prove_nothing(server: EmbeddedServer, other: str) -> None:
    path = hook(server, "ok", {"secret": SECRET}, sender="github")
    signature = ("X-Hub-Signature-256", f"sha256={GOOD}")
    assert posted(server, path, signature).status_code == 200
    assert posted(server, path, signature, ("X-Hub-Signature-256", f"sha256={other}")).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: 2\r\nContent-Length: 5\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 2, 5\r\n",
    ],
)
def test_two_lengths_are_refused(server: EmbeddedServer, headers: str) -> None:
    path = hook(server, "ok")
    url = httpx2.URL(server.address)
    with socket.create_connection((url.host, url.port or 80), timeout=30) as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: {url.host}\r\n{headers}\r\n{{}}".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 400")
