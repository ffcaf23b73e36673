"""A server on loopback that lets nobody in without a client certificate of its own authority."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.tool_ports import Bench, loopback_bench
from tools.core.envelope import ToolResult
from tools.outbound.http_credential import HttpCredential

PASSPHRASE = "planted-passphrase-1"


class Issued(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(Encoding.PEM).decode()

    def key_pem(self, encryption: KeySerializationEncryption | None = None) -> str:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption()).decode()


def issued(name: str, by: Issued | None = None) -> Issued:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    names = [x509.IPAddress(IPv4Address("127.0.0.1")), x509.DNSName("api.example")]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(by.certificate.subject if by else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if by is None:
        usage = x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=True,
            crl_sign=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        )
        builder = builder.add_extension(usage, critical=True)
    else:
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key())
        builder = builder.add_extension(identifier, critical=False)
    return Issued(builder.sign(by.key if by else key, hashes.SHA256()), key)


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
