"""Parses a raw message: headers, text and attachments. Pure; runs in a killable process.

Python's mail library is neither linear nor bounded in depth, so `tools.evaluation.pool` calls these functions; bytes
cross as Latin-1 text. Source: RFC 5322, RFC 2045 to 2049.
"""

from collections.abc import Iterator
from datetime import UTC
from email import message_from_bytes
from email.headerregistry import AddressHeader, DateHeader
from email.message import EmailMessage
from email.policy import default
from typing import cast

from tools.core.definitions import JsonObject
from tools.core.formats.encodings import decoded
from tools.executors.shared.html_text import html_text

MAX_TEXT = 50_000
"""Characters of a message's text."""
MAX_ATTACHMENTS = 50
_MAX_HEADER = 2_000
_MAX_ADDRESSES = 50
_MAX_NAME = 200


def read_message(raw: str) -> JsonObject:
    """Return headers, text, and name, type and size (bytes) of each attachment."""
    message = _parsed(raw)
    return {
        "message_id": _header(message, "message-id"),
        "in_reply_to": _header(message, "in-reply-to"),
        "subject": _header(message, "subject"),
        "from": _addresses(message, "from"),
        "to": _addresses(message, "to"),
        "cc": _addresses(message, "cc"),
        "reply_to": _addresses(message, "reply-to"),
        "date": _date(message),
        "text": _text(message),
        "attachments": [
            {"name": name, "content_type": part.get_content_type(), "size": len(_content(part))}
            for name, part in _attachments(message)
        ],
    }


def read_attachments(raw: str) -> list[JsonObject]:
    return [
        {"name": name, "content_type": part.get_content_type(), "content": _content(part).decode("latin-1")}
        for name, part in _attachments(_parsed(raw))
    ]


def _parsed(raw: str) -> EmailMessage:
    return message_from_bytes(raw.encode("latin-1"), policy=default)


def _header(message: EmailMessage, name: str) -> str:
    return str(message.get(name, ""))[:_MAX_HEADER].strip()


def _addresses(message: EmailMessage, name: str) -> list[JsonObject]:
    found = message.get(name)
    if not isinstance(found, AddressHeader):
        return []
    return [{"name": one.display_name, "address": one.addr_spec} for one in found.addresses[:_MAX_ADDRESSES]]


def _date(message: EmailMessage) -> str:
    found = message.get("date")
    moment = found.datetime if isinstance(found, DateHeader) else None
    if moment is None:
        return ""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _text(message: EmailMessage) -> str:
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        if isinstance(part, EmailMessage):
            text = decoded(_content(part), part.get_content_charset())
            return (html_text(text, MAX_TEXT) if kind == "html" else text).strip()[:MAX_TEXT]
    return ""


def _attachments(message: EmailMessage) -> Iterator[tuple[str, EmailMessage]]:
    """Yield what is neither the text nor one of its forms; messages that were attached count as one each."""
    body = {id(message.get_body((kind,))) for kind in ("plain", "html")}
    found = 0
    for part in _leaves(message):
        if id(part) in body or (part.get_content_maintype() == "text" and not part.get_filename()):
            continue
        found += 1
        yield (part.get_filename() or f"part-{found}")[:_MAX_NAME], part
        if found == MAX_ATTACHMENTS:
            return


def _leaves(part: EmailMessage) -> Iterator[EmailMessage]:
    if part.get_content_maintype() != "multipart":
        yield part
        return
    for inner in part.iter_parts():
        yield from _leaves(cast("EmailMessage", inner))


def _content(part: EmailMessage) -> bytes:
    if part.get_content_type() == "message/rfc822":
        return b"".join(inner.as_bytes() for inner in part.iter_parts())
    found = part.get_payload(decode=True)
    return found if isinstance(found, bytes) else b""
