"""Location of a password, token or key in a request. Pure."""

import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from typing import Literal
from urllib.parse import quote, quote_plus, unquote_plus, urlsplit
from xml.sax.saxutils import escape

from pydantic import Field

from tools.executors.contract.executor import ToolModel
from tools.outbound.client import OutboundRequest, StreamedBody
from tools.outbound.http_credential import HttpCredential
from tools.secrets.places import PLACE, Marks

SecurityKind = Literal["none", "bearer", "basic", "header", "query", "cookie", "path", "places"]
_SAFE_IN_PATH = ":@"


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
                return replace(request, url=request.url.replace(PLACE, _part_of_path(secret)))
            case "places":
                return _placed(request, Marks(self.name), credential)
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


def _placed(request: OutboundRequest, marks: Marks, credential: HttpCredential) -> OutboundRequest:
    """Return the request with the credential's fields for the marks in its path, query, headers and body.

    Each is written as its part of the request is encoded; a query parameter with one is private.
    """
    address, question, query = request.url.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&")]
    private = frozenset(unquote_plus(name) for name, _, value in pairs if any(mark in value for mark in marks.fields))
    headers, content, spelled = dict(request.headers), request.content, _spelling(request)
    for mark, name in marks.fields.items():
        value: str = getattr(credential, name)
        address = address.replace(mark, _part_of_path(value))
        query = query.replace(mark, quote(value, safe=""))
        headers = {header: text.replace(mark, value) for header, text in headers.items()}
        old, new = mark.encode(), spelled(value).encode()
        if isinstance(content, StreamedBody):
            content = content.with_text(old, new)
        elif content is not None:
            content = content.replace(old, new)
    url = f"{address}{question}{query}"
    return replace(request, url=url, headers=headers, content=content, private_query=request.private_query | private)


def _part_of_path(secret: str) -> str:
    """Return a secret as a path carries it; the key of a webhook has several segments, a step upwards is none."""
    has_segments = not {".", ".."} & set(secret.split("/"))
    return quote(secret, safe=_SAFE_IN_PATH + "/" * has_segments)


def _spelling(request: OutboundRequest) -> Callable[[str], str]:
    """Return how a text is written inside of the body: by its content type."""
    kind = next((value for name, value in request.headers.items() if name.lower() == "content-type"), "").lower()
    if "json" in kind:
        return lambda value: json.dumps(value, ensure_ascii=False)[1:-1]
    if "x-www-form-urlencoded" in kind:
        return quote_plus
    if "xml" in kind:
        return lambda value: escape(value, {'"': "&quot;", "'": "&apos;"})
    return str
