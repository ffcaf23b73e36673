"""What a server calls the present state of a feed, and the headers that ask for it only when it is another one. Pure.

Source:
    RFC 9110, sections 8.8 (validators) and 13.1 (conditions).
"""

import hashlib
import json
from collections.abc import Mapping

import orjson

MAX_VERSION = 1000
"""Characters; a server that says more is asked for the whole feed each time."""
_CONDITIONS: Mapping[str, str] = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Request headers by the response header whose value they carry."""


def version_of(headers: Mapping[str, str], url: str) -> str:
    """Return the version that a response names, as one text; empty when it names none.

    Args:
        headers: names are lower case.
        url: the address that was asked: what one says of its feed means nothing to another.
    """
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
