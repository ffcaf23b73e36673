"""Tokens that are made from a key, read by an independent library."""

from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from tools.core.errors import ToolConfigurationError
from tools.executors.signing.signed_token import SignedToken, TokenValues
from tools.outbound.client import OutboundRequest

AT = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SHARED = "planted-shared-key-of-forty-characters-1234"


def pem(key: Any) -> str:
    return str(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())


KEYS: dict[str, tuple[str, Any]] = {
    "HS256": (SHARED, OctKey.import_key(SHARED)),
    "RS256": (text := pem(rsa.generate_private_key(65_537, 2_048)), RSAKey.import_key(text)),
    "PS256": (text, RSAKey.import_key(text)),
    "ES256": (text := pem(ec.generate_private_key(ec.SECP256R1())), ECKey.import_key(text)),
}


@pytest.mark.parametrize("algorithm", KEYS)
def test_another_library_reads_the_token(algorithm: Any) -> None:
    key, known = KEYS[algorithm]
    values = TokenValues(algorithm=algorithm, key=key, key_id="k1", issuer="app", claims='{"role": "reader"}', life=60)
    signed = SignedToken().sign(OutboundRequest("GET", "https://api.example.com/"), values, AT)
    scheme, _, token = signed.headers["Authorization"].partition(" ")
    found = jwt.decode(token, known, algorithms=[algorithm])
    now = int(AT.timestamp())
    assert (scheme, found.header["kid"]) == ("Bearer", "k1")
    assert found.claims == {"iat": now, "exp": now + 60, "iss": "app", "role": "reader"}


def test_a_key_in_one_line_is_still_a_key() -> None:
    values = TokenValues(algorithm="RS256", key=KEYS["RS256"][0].replace("\n", " "))
    signed = SignedToken().sign(OutboundRequest("GET", "https://api.example.com/"), values, AT)
    assert jwt.decode(signed.headers["Authorization"].removeprefix("Bearer "), KEYS["RS256"][1]).claims["exp"]


BAD = {
    "a key that is none": {"algorithm": "RS256", "key": "nothing"},
    "a key of another kind": {"algorithm": "ES256", "key": KEYS["RS256"][0]},
    "claims that are no object": {"algorithm": "HS256", "key": SHARED, "claims": "[1]"},
    "claims that are no JSON": {"algorithm": "HS256", "key": SHARED, "claims": "{role"},
    "claims that are too deep": {"algorithm": "HS256", "key": SHARED, "claims": "[" * 4_000},
}


@pytest.mark.parametrize("given", BAD.values(), ids=list(BAD))
def test_what_makes_no_token_is_explained(given: Any) -> None:
    with pytest.raises(ToolConfigurationError) as raised:
        SignedToken().sign(OutboundRequest("GET", "https://api.example.com/"), TokenValues(**given), AT)
    assert given["key"] not in str(raised.value)
