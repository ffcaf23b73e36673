"""Reads what senders put into bodies: JSON, forms and XML, each bounded."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl
from xml.etree.ElementTree import Element

import httpx2
from defusedxml.ElementTree import fromstring

from tools.core.definitions import JsonObject
from tools.core.formats.encodings import charset_of, codec_of, decoded
from tools.core.formats.json_text import parse_encoded_json, parse_json, write_json
from tools.core.formats.named_values import by_name
from tools.core.text import Text
from tools.outbound.content_coding import CODINGS, CONTENT_ENCODING, PIECE_BYTES, decoder_of
from workflow_editor.triggers.webhooks.sender import Answer, NotVerifiedError, WebhookRequest

MAX_ENVELOPE_BYTES = 512 * 1024
"""Limit of a body that must be read before verification; these senders' bodies are far smaller."""
_MAX_FIELDS = 1000
_MAX_XML_DEPTH = 50
_MAX_XML_TAGS = 10_000

_NO_OBJECT = Text("The body is not a JSON object. Send one.")
_TOO_LARGE = Text("The body is too large for this sender. Send less at once.")


class PackedTooLongError(ValueError):
    """A packed body becomes longer than it may."""


def json_object(body: bytes | str) -> JsonObject:
    try:
        found = parse_json(body)
    except ValueError as error:
        raise NotVerifiedError(_NO_OBJECT) from error
    if not isinstance(found, dict):
        raise NotVerifiedError(_NO_OBJECT)
    return found


def envelope(request: WebhookRequest) -> bytes:
    """Return a body that has to be read before it can be verified."""
    if len(request.body) > MAX_ENVELOPE_BYTES:
        raise NotVerifiedError(_TOO_LARGE)
    return request.body


def json_answer(value: JsonObject) -> Answer:
    return Answer(body=write_json(value), content_type="application/json")


def is_packed(headers: Mapping[str, str]) -> bool:
    """Say whether headers, by name in lower case, name a content coding that can be undone."""
    return headers.get(CONTENT_ENCODING, "").strip().lower() in CODINGS


def unpacked(request: WebhookRequest, most: int) -> bytes:
    """Return the body with its content coding removed, unless a proxy has done so and left the header.

    Raises PackedTooLongError above `most` bytes, without unpacking more.
    """
    unpack = decoder_of(httpx2.Headers({CONTENT_ENCODING: request.headers.get(CONTENT_ENCODING, "")}))
    pieces, left = list[bytes](), most
    try:
        for start in range(0, len(request.body), PIECE_BYTES):
            for piece in unpack(request.body[start : start + PIECE_BYTES]):
                left -= len(piece)
                if left < 0:
                    raise PackedTooLongError
                pieces.append(piece)
    except httpx2.DecodingError:
        return request.body
    return b"".join(pieces)


def read_body(request: WebhookRequest) -> Any:
    """Parse a body by content type: a JSON value, form fields, text, or only its size.

    Raises:
        JsonTooLargeError: JSON that would need too much memory.
        ValueError: malformed JSON.
    """
    content_type = request.headers.get("content-type", "")
    kind, charset = content_type.partition(";")[0].strip().lower(), charset_of(content_type)
    if kind == "application/json" or kind.endswith("+json"):
        return parse_encoded_json(request.body, charset)
    try:
        text = decoded(request.body, charset, errors="strict")
    except UnicodeDecodeError:
        return {"size": len(request.body)}
    if kind == "application/x-www-form-urlencoded":
        codec = codec_of(charset) or "utf-8"
        return by_name(parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_FIELDS, encoding=codec))
    return text


def is_form(request: WebhookRequest) -> bool:
    return request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded")


def form_fields(body: bytes) -> dict[str, str]:
    """Return the fields of a form; the last value of each name."""
    return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS))


def xml_object(body: bytes) -> JsonObject:
    """Return an XML root's content: texts by name, lists for repeated names. Document types and entities are
    refused.
    """
    if body.count(b"<") > _MAX_XML_TAGS:
        raise NotVerifiedError(_TOO_LARGE)
    found = _content(fromstring(body, forbid_dtd=True), _MAX_XML_DEPTH)
    return found if isinstance(found, dict) else {}


def _content(element: Element, levels: int) -> JsonObject | str:
    if levels == 0:
        raise ValueError("nested too deeply")
    if len(element) == 0:
        return element.text or ""
    found: dict[str, list[JsonObject | str]] = {}
    for child in element:
        found.setdefault(child.tag, []).append(_content(child, levels - 1))
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
