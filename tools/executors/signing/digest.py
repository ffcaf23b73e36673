"""Digest access authentication (RFC 7616): the password itself is never sent. Pure."""

import hashlib
import secrets
from datetime import datetime
from urllib.parse import urlsplit
from urllib.request import parse_http_list, parse_keqv_list

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.outbound.client import OutboundRequest, OutboundResponse

_ALGORITHMS = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}
_COUNT = "00000001"
"""Each challenge is answered once."""
_LONGEST_CHALLENGE = 4_000


class DigestValues(CredentialValues):
    username: str = form_field("User name", default="", min_length=1, max_length=500)
    password: str = form_field("Password", default="", min_length=1, max_length=1_000, widget="secret")


class Digest(CredentialKind[DigestValues]):
    """Answers the server's challenge; the first request goes without a signature."""

    id = "digest"
    title = Text("Digest authentication")
    help = Text("User name and password for servers that ask for Digest, such as routers and cameras.")

    def sign(self, request: OutboundRequest, values: DigestValues, at: datetime) -> OutboundRequest:
        """Return the request as it is: the server has to ask first."""
        return request

    def answer(
        self, request: OutboundRequest, values: DigestValues, response: OutboundResponse
    ) -> OutboundRequest | None:
        """Return the request with the answer to the challenge; None for a challenge that is no Digest we know."""
        scheme, _, rest = response.headers.get("www-authenticate", "")[:_LONGEST_CHALLENGE].partition(" ")
        if scheme.lower() != "digest":
            return None
        challenge = parse_keqv_list([part for part in parse_http_list(rest) if "=" in part])
        header = _header(request, values, challenge, secrets.token_hex(16))
        return None if header is None else with_headers(request, {"Authorization": header})


def _header(request: OutboundRequest, values: DigestValues, challenge: dict[str, str], client_nonce: str) -> str | None:
    named = challenge.get("algorithm", "MD5")
    algorithm, is_session = _ALGORITHMS.get(named.upper().removesuffix("-SESS")), named.upper().endswith("-SESS")
    offered = {word.strip() for word in challenge.get("qop", "").split(",")} - {""}
    if algorithm is None or "nonce" not in challenge or (offered and "auth" not in offered):
        return None

    def hashed(*parts: str) -> str:
        return hashlib.new(algorithm, ":".join(parts).encode(), usedforsecurity=False).hexdigest()

    realm, nonce = challenge.get("realm", ""), challenge["nonce"]
    split = urlsplit(request.url)
    target = (split.path or "/") + (f"?{split.query}" if split.query else "")
    person = hashed(values.username, realm, values.password)
    person = hashed(person, nonce, client_nonce) if is_session else person
    asked = hashed(request.method, target)
    middle = [nonce, _COUNT, client_nonce, "auth"] if offered else [nonce]
    shown = {
        "username": values.username,
        "realm": realm,
        "nonce": nonce,
        "uri": target,
        "response": hashed(person, *middle, asked),
        **{name: challenge[name] for name in ("opaque",) if name in challenge},
    }
    quoted = [f'{name}="{_escaped(value)}"' for name, value in shown.items()]
    plain = [f"algorithm={named}", *([f'qop=auth, nc={_COUNT}, cnonce="{client_nonce}"'] if offered else [])]
    return "Digest " + ", ".join([*quoted, *plain])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
