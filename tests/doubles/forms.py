"""Reads multipart forms as a server does."""

from email.message import Message
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qsl

from tests.doubles.http_server import Received


def form_parts(request: Received) -> dict[str, Message]:
    """Return the parts of a multipart form by their field names."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser().parsebytes(head + request.body)
    assert message.is_multipart()
    parts: Any = message.get_payload()
    return {str(part.get_param("name", header="content-disposition")): part for part in parts}


def form_bytes(part: Message) -> bytes:
    """Return what a part holds."""
    content: Any = part.get_payload(decode=True)
    return bytes(content)


def form_fields(request: Received) -> dict[str, str]:
    """Return the fields of a url-encoded form."""
    assert request.headers["content-type"] == "application/x-www-form-urlencoded"
    return dict(parse_qsl(request.body.decode(), strict_parsing=True))
