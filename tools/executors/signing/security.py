"""Location of a password, token or key in a request. Pure."""

from base64 import b64encode
from dataclasses import replace
from typing import Literal
from urllib.parse import quote, urlsplit

from pydantic import Field

from tools.executors.contract.executor import ToolModel
from tools.executors.signing.placed import part_of_path, placed
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential
from tools.secrets.places import PLACE, Marks

SecurityKind = Literal["none", "bearer", "basic", "header", "query", "cookie", "path", "places"]


class Security(ToolModel):
    """Signing with one secret.

    The kinds are those of OpenAPI, `path` for `{token}` in it, and `places` for `Marks`.
    """

    kind: SecurityKind = "none"
    name: str = Field(default="", max_length=200)
    """Name of the header, query parameter or cookie, a bearer's other scheme, or the key of the marks."""

    @property
    def header(self) -> str:
        """The header that carries the secret; "" where none does."""
        match self.kind:
            case "bearer" | "basic":
                return "Authorization"
            case "header":
                return self.name
            case "cookie":
                return "Cookie"
        return ""

    def signed(self, request: OutboundRequest, credential: HttpCredential) -> OutboundRequest:
        """Return the request with the secret where it belongs, in place of what was there."""
        secret = credential.secret
        match self.kind:
            case "none":
                return request
            case "query":
                return _with_parameter(request, self.name, secret)
            case "cookie":
                others = next((value for name, value in request.headers.items() if name.lower() == "cookie"), "")
                value = f"{others}; {self.name}={secret}" if others else f"{self.name}={secret}"
            case "path":
                return replace(request, url=request.url.replace(PLACE, part_of_path(secret)))
            case "places":
                return placed(request, Marks(self.name), credential)
            case "bearer":
                value = f"{self.name or 'Bearer'} {secret}"
            case "basic" if credential.renewable:
                # The token of an account: there is no user name that it would go with.
                value = f"Bearer {secret}"
            case "basic":
                value = basic(credential.username, secret)
            case "header":
                value = secret
        return with_headers(request, {self.header: value})


def basic(username: str, password: str) -> str:
    """Return the value of a header for a user name and a password (RFC 7617)."""
    return f"Basic {b64encode(f'{username}:{password}'.encode()).decode()}"


def with_headers(request: OutboundRequest, headers: dict[str, str]) -> OutboundRequest:
    """Return the request with these headers in place of those of the same names."""
    taken = {name.lower() for name in headers}
    kept = {name: value for name, value in request.headers.items() if name.lower() not in taken}
    return replace(request, headers={**kept, **headers})


def _with_parameter(request: OutboundRequest, name: str, value: str) -> OutboundRequest:
    split = urlsplit(request.url)
    key = quote(name, safe="")
    kept = [pair for pair in split.query.split("&") if pair and pair.partition("=")[0] != key]
    query = "&".join([*kept, f"{key}={quote(value, safe='')}"])
    return replace(
        request, url=split._replace(query=query).geturl(), private_query=request.private_query | frozenset({name})
    )
