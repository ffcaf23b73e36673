"""A passkey in memory: it answers what browsers ask of an authenticator (WebAuthn Level 3, JSON forms)."""

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestedCredentialData, AuthenticatorData

_PRESENT = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class Passkey:
    """One key pair, bound to the domain of the page that it is made at."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        client = self._client("webauthn.create", options)
        credential = AttestedCredentialData.create(bytes(16), self._id, _cose(self._key.public_key()))
        data = AuthenticatorData.create(_hash(options["rp"]["id"]), _PRESENT | AuthenticatorData.FLAG.AT, 0, credential)
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": bytes(data)})
        return self._answer(client, attestationObject=attestation)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        client = self._client("webauthn.get", options)
        data = bytes(AuthenticatorData.create(_hash(options["rpId"]), _PRESENT, 1))
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self._origin}).encode()

    def _answer(self, client: bytes, **parts: bytes) -> dict[str, Any]:
        response = {name: websafe_encode(part) for name, part in {"clientDataJSON": client, **parts}.items()}
        own = websafe_encode(self._id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _hash(domain: str) -> bytes:
    return hashlib.sha256(domain.encode()).digest()


def _cose(key: ec.EllipticCurvePublicKey) -> ES256:
    numbers = key.public_numbers()
    return ES256({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
