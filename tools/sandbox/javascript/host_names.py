"""Host functions for `prelude` that QuickJS lacks. Bytes cross as text of letters up to U+00FF. Pure."""

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

_DIGESTS = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"}
_DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21, "ws": 80, "wss": 443}
_MAX_RANDOM_BYTES = 65_536
_MAX_FIELDS = 10_000


def _bytes_to_text(data: str) -> str:
    return data.encode("latin-1").decode("utf-8-sig", "replace")


def _digest(algorithm: str, data: str, key: str | None = None) -> str:
    name = algorithm.lower().replace("-", "")
    if name not in _DIGESTS:
        raise ValueError(f"Unknown digest: {algorithm}")
    content = data.encode("latin-1")
    if key is None:
        made = hashlib.new(name, content, usedforsecurity=False).digest()
    else:
        made = hmac.digest(key.encode("latin-1"), content, name)
    return made.decode("latin-1")


def _random_bytes(count: int) -> str:
    if not 0 <= count <= _MAX_RANDOM_BYTES:
        raise ValueError(f"At most {_MAX_RANDOM_BYTES} random bytes at once")
    return secrets.token_bytes(count).decode("latin-1")


def _query_to_pairs(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query, keep_blank_values=True, max_num_fields=_MAX_FIELDS)


def _pairs_to_query(pairs: list[list[str]]) -> str:
    return urlencode([(name, value) for name, value in pairs], safe="*")


def _address_parts(address: str, base: str | None) -> dict[str, str] | None:
    """Return the parts of an address as `URL` has them; None for what is none."""
    try:
        parts = urlsplit(urljoin(base, address.strip()) if base else address.strip())
        port, place = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError:
        return None
    if not parts.scheme or (parts.scheme in _DEFAULT_PORTS and not place):
        return None
    shown_port = "" if port is None or port == _DEFAULT_PORTS.get(parts.scheme) else str(port)
    return {
        "protocol": f"{parts.scheme}:",
        "username": parts.username or "",
        "password": parts.password or "",
        "hostname": place,
        "port": shown_port,
        "host": f"{place}:{shown_port}" if shown_port else place,
        "pathname": parts.path or "/",
        "search": f"?{parts.query}" if parts.query else "",
        "hash": f"#{parts.fragment}" if parts.fragment else "",
    }


def _locale(tags: list[str]) -> str:
    # Late: the locale data takes 10 MB and 50 ms, and most code needs none.
    from tools.sandbox.javascript.international import resolved_locale

    return resolved_locale(tags)


def _number_text(tag: str, value: str, options: dict[str, Any]) -> str:
    from tools.sandbox.javascript.international import number_text

    return number_text(tag, value, options)


def _date_parts(tag: str, moment_ms: float, options: dict[str, Any]) -> list[dict[str, str]]:
    from tools.sandbox.javascript.international import date_parts

    return date_parts(tag, moment_ms, options)


HOST_NAMES: dict[str, Callable[..., Any]] = {
    "bytes_to_text": _bytes_to_text,
    "digest": _digest,
    "random_bytes": _random_bytes,
    "uuid": lambda: str(uuid.uuid4()),
    "query_to_pairs": _query_to_pairs,
    "pairs_to_query": _pairs_to_query,
    "address_parts": _address_parts,
    "locale": _locale,
    "number_text": _number_text,
    "date_parts": _date_parts,
}
