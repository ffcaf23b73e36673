"""Puts the fields of a credential where marks stand in an encoded request. Pure."""

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote, quote_plus, unquote_plus
from xml.sax.saxutils import escape

from tools.outbound.client import OutboundRequest, StreamedBody
from tools.outbound.http_credential import HttpCredential
from tools.secrets.places import Marks

_SAFE_IN_PATH = ":@"


def placed(request: OutboundRequest, marks: Marks, credential: HttpCredential) -> OutboundRequest:
    """Return the request with the credential's fields for the marks in its path, query, headers and body.

    Each is written as its part of the request is encoded; a query parameter with one is private.
    """
    address, question, query = request.url.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&")]
    private = frozenset(unquote_plus(name) for name, _, value in pairs if any(mark in value for mark in marks.fields))
    headers, content, spelled = dict(request.headers), request.content, _spelling(request)
    for mark, name in marks.fields.items():
        value: str = getattr(credential, name)
        address = address.replace(mark, part_of_path(value))
        query = query.replace(mark, quote(value, safe=""))
        headers = {header: text.replace(mark, value) for header, text in headers.items()}
        old, new = mark.encode(), spelled(value).encode()
        if isinstance(content, StreamedBody):
            content = content.with_text(old, new)
        elif content is not None:
            content = content.replace(old, new)
    url = f"{address}{question}{query}"
    return replace(request, url=url, headers=headers, content=content, private_query=request.private_query | private)


def part_of_path(secret: str) -> str:
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
