"""A JSON Web Token (RFC 7519) that is made from a key for each request, and sent as a bearer token. Pure."""

import re
from datetime import datetime
from typing import Literal

import orjson

from tools.core.errors import ToolConfigurationError
from tools.core.formats.json_text import JsonTooDeepError, parse_json
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.outbound.client import OutboundRequest

_PEM = re.compile(r"(?P<begin>-----BEGIN [A-Z ]{1,40}-----)(?P<body>[^-]+)(?P<end>-----END [A-Z ]{1,40}-----)\s?")

Algorithm = Literal["HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "ES256", "ES384"]
_BAD_KEY = Text("The key of the credential does not fit the algorithm {algorithm}. RSA and EC keys are in PEM form.")
_BAD_CLAIMS = Text("The further claims of the credential must be a JSON object.")


class TokenValues(CredentialValues):
    algorithm: Algorithm = form_field("Algorithm", default="RS256")
    key: str = form_field(
        "Key",
        "HS256, HS384 and HS512: the shared secret. Others: the private key in PEM form.",
        default="",
        min_length=1,
        max_length=20_000,
        widget="secret",
    )
    key_id: str = form_field("Key ID", "Sent as “kid”.", default="", max_length=500)
    issuer: str = form_field("Issuer", "Sent as “iss”.", default="", max_length=500)
    subject: str = form_field("Subject", "Sent as “sub”.", default="", max_length=500)
    audience: str = form_field("Audience", "Sent as “aud”.", default="", max_length=2_000)
    claims: str = form_field("Further claims", "A JSON object.", default="", max_length=10_000, widget="long-text")
    life: int = form_field("Valid for", default=300, ge=10, le=3_600, unit="s")


class SignedToken(CredentialKind[TokenValues]):
    """Makes a token that lives for minutes."""

    id = "jwt"
    title = Text("JWT from a key")
    help = Text("Makes and signs a short-lived token for each request, such as for GitHub Apps and App Store Connect.")

    def sign(self, request: OutboundRequest, values: TokenValues, at: datetime) -> OutboundRequest:
        import jwt

        now = int(at.timestamp())
        named = {"iss": values.issuer, "sub": values.subject, "aud": values.audience}
        claims = {name: value for name, value in named.items() if value} | _claims(values.claims)
        claims = {"iat": now, "exp": now + values.life} | claims
        headers = {"kid": values.key_id} if values.key_id else None
        try:
            token = jwt.encode(claims, with_line_ends(values.key), algorithm=values.algorithm, headers=headers)
        except (jwt.PyJWTError, ValueError, TypeError) as error:
            text = _BAD_KEY.filled(algorithm=values.algorithm)
            raise ToolConfigurationError(text, details={"field": "key"}) from error
        return with_headers(request, {"Authorization": f"Bearer {token}"})


def _claims(text: str) -> dict[str, object]:
    if not text.strip():
        return {}
    try:
        found = parse_json(text)
    except (orjson.JSONDecodeError, JsonTooDeepError) as error:
        raise ToolConfigurationError(_BAD_CLAIMS, details={"field": "claims"}) from error
    if not isinstance(found, dict):
        raise ToolConfigurationError(_BAD_CLAIMS, details={"field": "claims"})
    return found


def with_line_ends(text: str) -> str:
    """Return a key with the line ends that a field of one line takes from the PEM form; anything else as it is."""
    return _PEM.sub(_in_lines, text)


def _in_lines(found: re.Match[str]) -> str:
    body = "".join(found["body"].split())
    return "\n".join([found["begin"], *(body[at : at + 64] for at in range(0, len(body), 64)), found["end"], ""])
