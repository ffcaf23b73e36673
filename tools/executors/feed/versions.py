"""Feed validators and the conditional request headers made from them. Pure.

Source: RFC 9110, sections 8.8 (validators) and 13.1 (conditions).
"""

import hashlib
import json
from collections.abc import Mapping

import orjson

MAX_VERSION = 1000
"""In characters; a longer validator is ignored."""
_CONDITIONS: Mapping[str, str] = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Request header by the response header that supplies its value."""


def version_of(headers: Mapping[str, str], url: str) -> str:
    """Return a response's validator bound to its URL, empty if there is none; header names are lower case."""
    validators = {name: headers[name] for name in _CONDITIONS if headers.get(name)}
    if not validators:
        return ""
    version = json.dumps({"of": _fingerprint(url), **validators})
    return version if len(version) <= MAX_VERSION else ""


def conditions_of(version: str, url: str) -> Mapping[str, str]:
    """Return the request headers by which nothing is sent twice; none for a version of another address, or for none."""
    try:
        known = orjson.loads(version[:MAX_VERSION])
    except orjson.JSONDecodeError:
        return {}
    if not isinstance(known, dict) or known.get("of") != _fingerprint(url):
        return {}
    found = {header: known.get(name) for name, header in _CONDITIONS.items()}
    return {header: value for header, value in found.items() if isinstance(value, str) and value.isprintable()}


def _fingerprint(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()[:16]
