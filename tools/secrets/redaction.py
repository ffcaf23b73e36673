"""Keeps secrets out of logs, events, exports and messages. Pure.

A `Redactor` removes the exact secrets of one tool everywhere, also for models; `redact` also removes lookalikes, for
anything stored or shown.
"""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus
from xml.sax.saxutils import escape

from tools.secrets.address_keys import ADDRESS, keys_in
from tools.secrets.names import MASK, is_secret_name

_SHORTEST_SECRET = 4
"""Shorter values would punch holes into ordinary text."""

_SHORTEST_TOKEN = 8
"""Parts of a secret that are shorter may be ordinary words."""

_LONGEST_SECRET = 5_000
"""A key of 4,096 bits in PEM has 3,300 characters."""

_WORD = re.compile(r"[a-z_-]{1,20}(\.[a-z]{2,5})?")

# The patterns run over text from outside, so none may look at a character more than a fixed number of times.
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*+", re.IGNORECASE)
_QUERY_PAIR = re.compile(r"[?&](?P<name>[^?=&#\s]+)=(?P<value>[^&#\s]+)")
_QUERY_VALUE = re.compile(r"(?<==)[^&#]+")
_TOKEN = re.compile(
    r"\b(?:(?P<scheme>(?i:bearer|basic|digest|token)\s+)[A-Za-z0-9._~+/=-]{6,}"
    r"|(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}"
    r"|(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abposr])[_-][A-Za-z0-9_-]{10,}"
    r"|SEC[0-9a-f]{32,}"
    r"|(?P<first>eyJ[A-Za-z0-9_-]{8,}+)(?P<others>\.[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]*+)?"
    r"|AKIA[0-9A-Z]{16}\b"
    r"|\d{8,12}:[A-Za-z0-9_-]{35})"
)
_SHORTEST_TOKEN_FORM = len("basic ******")


class Redactor:
    """Removes known secrets, exactly, in every spelling they travel in (plain, JSON, URL, XML and base64)."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        spellings = {spelling for secret in secrets for spelling in _spellings(secret)}
        # The longest first, so that a secret that contains another one leaves no rest.
        self._spellings = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))

    def text(self, text: str) -> str:
        for spelling in self._spellings:
            text = text.replace(spelling, MASK)
        return text

    def value(self, value: Any) -> Any:
        """Return a JSON value without the known secrets, keys included."""
        if not self._spellings:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(key)): self.value(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(inner) for inner in value]
        return value


@lru_cache(64)
def redactor_of(secrets: frozenset[str]) -> Redactor:
    """Return the redactor of a tool's secrets, cached since building one is costly."""
    return Redactor(secrets)


def redact(value: Any, secrets: Iterable[str] = ()) -> Any:
    """Return a JSON value fit to be stored and shown.

    Known secrets, values under secret names (also in lists of `{key, value}` or `{name, value}`), credentials and query
    values of URLs, `Authorization` values and well-known token forms become `***`.
    """
    return _masked(redactor_of(frozenset(secrets)).value(value))


def redact_text(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text fit to be logged; see `redact`."""
    return _masked_text(redactor_of(frozenset(secrets)).text(text))


def redact_beginning(text: str, characters: int, secrets: Iterable[str] = ()) -> str:
    """Redact the first `characters` of a text without reading all of it; see `redact`."""
    # More is redacted than is kept, so that a secret that the first cut goes through is not in what is kept.
    return redact_text(text[: characters + _LONGEST_SECRET], secrets)[:characters]


def redact_url(url: str) -> str:
    """Return the address with user, password, query values and what has the form of a key masked."""
    return ADDRESS.sub(_masked_address, url)


def secret_parts(secret: str) -> set[str]:
    """Return a secret and its secret parts, such as an address's last path part.

    Plain words such as the end of `/hooks/articles` are excluded: they would be removed from every result.
    """
    scheme, separator, rest = secret.partition("://")
    if not separator or not _SCHEME.fullmatch(scheme) or not ADDRESS.fullmatch(separator + rest):
        return {secret}
    path, _, query = rest.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&")]
    named = {value for name, _, value in pairs if is_secret_name(name)}
    others = {value for _, _, value in pairs} | {path.rstrip("/").rpartition("/")[2]}
    parts = named | {part for part in others if not _WORD.fullmatch(part)}
    keys = {secret[key.start : key.end] for key in keys_in(secret)}
    return {secret} | {part for part in parts | keys if len(part) >= _SHORTEST_TOKEN}


def secrets_in(value: Any) -> set[str]:
    """Return the strings under secret names in a JSON object, also in queries of addresses, for a `Redactor`."""
    found: set[str] = set()
    _collect(value, under_secret_name=False, found=found)
    return found


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return _masked_text(value)
    if isinstance(value, Mapping):
        pair_is_secret = _names_a_secret(value)
        return {
            key: MASK if _hides(str(key), inner, pair_is_secret) else _masked(inner) for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_masked(inner) for inner in value]
    return value


def _hides(key: str, inner: Any, pair_is_secret: bool) -> bool:
    if inner is None or inner == "" or isinstance(inner, bool):
        return False
    return (is_secret_name(key) and key != "key") or (pair_is_secret and key == "value")


def _names_a_secret(entry: Mapping[str, Any]) -> bool:
    """Return whether this is a key-value row with a secret's name as key."""
    name = entry.get("key", entry.get("name"))
    return isinstance(name, str) and "value" in entry and is_secret_name(name)


def _collect(value: Any, *, under_secret_name: bool, found: set[str]) -> None:
    if isinstance(value, str):
        if under_secret_name and value:
            found.add(value)
            found.update(part for part in value.split() if len(part) >= _SHORTEST_TOKEN)
        else:
            found.update(match["value"] for match in _QUERY_PAIR.finditer(value) if is_secret_name(match["name"]))
    elif isinstance(value, Mapping):
        pair_is_secret = _names_a_secret(value)
        for key, inner in value.items():
            secret = _hides(str(key), inner, pair_is_secret)
            _collect(inner, under_secret_name=under_secret_name or secret, found=found)
    elif isinstance(value, list | tuple):
        for inner in value:
            _collect(inner, under_secret_name=under_secret_name, found=found)


def _masked_text(text: str) -> str:
    if "://" in text:
        text = redact_url(text)
    return text if len(text) < _SHORTEST_TOKEN_FORM else _TOKEN.sub(_masked_token, text)


def _masked_token(match: re.Match[str]) -> str:
    if match["first"] and not match["others"]:
        return match.group()
    return f"{match['scheme'] or ''}{MASK}"


def _masked_address(match: re.Match[str]) -> str:
    address = match.group()
    place, question, query = address.partition("?")
    kept, at = [], 0
    for key in keys_in(place):
        kept += [place[at : key.start], MASK]
        at = key.end
    if question and "=" not in query:
        query = MASK
    return "".join([*kept, place[at:], question, _QUERY_VALUE.sub(MASK, query)])


def _spellings(secret: str) -> set[str]:
    if len(secret) < _SHORTEST_SECRET:
        return set()
    encoded = secret.encode()
    return {
        secret,
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        quote(secret, safe=""),
        quote(secret),
        quote_plus(secret),
        quote(secret, safe=":@"),
        quote(secret, safe=":@/"),
        escape(secret, {'"': "&quot;", "'": "&apos;"}),
        base64.b64encode(encoded).decode(),
        base64.urlsafe_b64encode(encoded).decode(),
    }
