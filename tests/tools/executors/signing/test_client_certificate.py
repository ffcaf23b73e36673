"""A server on loopback that lets nobody in without a client certificate of its own authority."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption

from tests.doubles.certificates import issued
from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.tool_ports import Bench, loopback_bench
from tools.core.envelope import ToolResult
from tools.outbound.http_credential import HttpCredential

PASSPHRASE = "planted-passphrase-1"

AUTHORITY, STRANGER = issued("Authority"), issued("Stranger")
CLIENT, SERVER, FORGED = issued("client", AUTHORITY), issued("server", AUTHORITY), issued("client", STRANGER)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LoopbackServer]:
    files = {"chain": SERVER.pem, "key": SERVER.key_pem(), "authority": AUTHORITY.pem}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    settings = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    settings.load_cert_chain(tmp_path / "chain", tmp_path / "key")
    settings.load_verify_locations(tmp_path / "authority")
    settings.verify_mode = ssl.CERT_REQUIRED
    with serving(lambda request: Reply.of_json({"in": True})) as running:
        running.socket = settings.wrap_socket(running.socket, server_side=True, do_handshake_on_connect=False)
        yield running


def call(server: LoopbackServer, **changed: Any) -> tuple[ToolResult, Bench]:
    bench = loopback_bench()
    values = {"certificate": CLIENT.pem, "key": CLIENT.key_pem(), "authority": AUTHORITY.pem, **changed}
    url = server.url.replace("http:", "https:")
    bench.credentials.by_id["c1"] = HttpCredential(values, "client_certificate")
    bench.credentials.origins.add(url)
    config = {"url": f"{url}/", "authType": "credential", "credential": "c1"}
    return bench.call("http-request", config, {}), bench


def test_the_connection_shows_the_certificate(server: LoopbackServer) -> None:
    result, bench = call(server)
    assert (result.success, result.data["data"]) == (True, {"in": True})
    assert "PRIVATE KEY" not in bench.shown()


def test_an_encrypted_key_from_a_field_of_one_line(server: LoopbackServer) -> None:
    key = CLIENT.key_pem(BestAvailableEncryption(PASSPHRASE.encode())).replace("\n", " ").strip()
    result, _ = call(server, key=key, passphrase=PASSPHRASE)
    assert result.success, result


def test_a_key_below_its_parameters_as_openssl_writes_it(server: LoopbackServer) -> None:
    parameters = "-----BEGIN EC PARAMETERS----- BggqhkjOPQMBBw== -----END EC PARAMETERS-----"
    result, _ = call(server, key=f"{parameters} {CLIENT.key_pem()}".replace("\n", " "))
    assert result.success, result


@pytest.mark.parametrize(
    ("changed", "code", "words"),
    [
        ({"key": FORGED.key_pem()}, 5001, "belong together"),
        ({"key": "none"}, 5001, "PEM form"),
        ({"key": CLIENT.key_pem(BestAvailableEncryption(b"x"))}, 5001, "passphrase"),
        ({"authority": "none"}, 5001, "certificate authority"),
        ({"authority": ""}, 2001, "certificate"),
        ({"certificate": FORGED.pem, "key": FORGED.key_pem()}, 5002, ""),
    ],
)
def test_what_does_not_fit_is_named(server: LoopbackServer, changed: dict[str, str], code: int, words: str) -> None:
    result, _ = call(server, **changed)
    assert (result.success, result.code, server.received) == (False, code, [])
    assert words in result.message
    assert "planted" not in repr(result)
