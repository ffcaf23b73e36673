"""Certificates as an authority issues them, for servers on loopback and for those who call them.

`python -m tests.doubles.certificates` prints those of an authority, a server and a client as JSON.
"""

import json
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID


class Issued(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(Encoding.PEM).decode()

    def key_pem(self, encryption: KeySerializationEncryption | None = None) -> str:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption()).decode()


def issued(name: str, by: Issued | None = None) -> Issued:
    """Return a certificate for an hour; without an issuer that of an authority."""
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


if __name__ == "__main__":
    authority = issued("Authority")
    people = {"authority": authority, "server": issued("server", authority), "client": issued("client", authority)}
    sys.stdout.write(json.dumps({name: {"pem": one.pem, "key": one.key_pem()} for name, one in people.items()}))
