"""Finds passwords and keys in addresses. Pure, and linear in the text.

Used for settings, imports, exports, records and the cleaning command. It goes by form (user information, random text,
names, preceding segments), without a list of services; `tests/doubles/keyed_addresses.py` is its test set.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from tools.secrets.names import MASK, is_secret_name
from tools.secrets.places import place_in

ADDRESS = re.compile(r"://(?:\{\{[^{}]*\}\}|[^\s\"'<>\\])+")
"""From the `://` on: looking for the scheme before it reads `a.a.a.…` from each of its letters to the end."""

Kind = Literal["userinfo", "hook", "path", "query"]

_HOOK_WORDS = frozenset({"hook", "webhook"})
_MAYBE_HOOK_WORDS = frozenset({"hooks", "webhooks", "webhookb2", "incomingwebhook", "services", "robot"})
_VERSION = re.compile(r"v\d{1,4}", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,40}")
_END_OF_AUTHORITY = re.compile(r"[/?#]")
_END_OF_PATH = re.compile(r"[?#]")
_SEGMENT = re.compile(r"[^/]+")
_PAIR = re.compile(r"(?:^|[?&#])(?P<name>[^?=&#\s]+)=(?P<value>[^&#\s]+)")
_BOT_TOKEN = re.compile(r"\d{6,20}:[A-Za-z0-9_-]{30,100}")
_PIECE = re.compile(r"[A-Za-z0-9_-]{16,}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z]+(?:[-_.][A-Za-z]+)*")
_PLAIN = re.compile(r"[A-Z]?[a-z]*|[A-Z]+|\d+|[A-Za-z][a-z]*\d{1,4}|\d{1,4}[a-z]+")
_COLLECTION = re.compile(r"[a-z][a-z_-]*s|d|e|id|commit|blob|tree|raw|file|folder|item|page|user|media")
"""Segments before an id: `/pages/<id>`."""
_ID_NAME = re.compile(r"(?:.*_)?(?:id|ids|cursor|hash|sha|etag|after|before|next|q|query|v|version)|[a-z]+Id")
_SHORTEST_HOOK = 8
_SHORTEST_RANDOM = 16
_SHORTEST_HEX = 32
_SHA1 = 40
_LONGEST_SEGMENT = 1_000
"""Longer parts of an address are data; their beginning is judged."""


@dataclass(frozen=True, slots=True)
class AddressKey:
    """Part of a text that grants access."""

    start: int
    end: int
    kind: Kind
    is_certain: bool
    """Certain by position; otherwise it only has the form of a key, like the ids of some services."""


def keys_in(text: str) -> Iterator[AddressKey]:
    """Yield the keys in a text's addresses, in order, including `***` in their place but no template references."""
    if "://" not in text:
        return
    for match in ADDRESS.finditer(text):
        yield from _keys(text, match.start() + 3, match.end())


def masked_keys(text: str) -> str:
    """Return a text without the keys of its addresses; what only has the form of one goes from bare addresses alone."""
    scheme, _, _ = text.partition("://")
    is_address = _SCHEME.fullmatch(scheme) is not None and ADDRESS.fullmatch(text, len(scheme)) is not None
    kept, at = [], 0
    for key in keys_in(text):
        if key.is_certain or is_address:
            kept += [text[at : key.start], MASK]
            at = key.end
    return "".join([*kept, text[at:]])


def without_keys(value: Any) -> Any:
    """Return a JSON value with the keys in its texts masked; see `masked_keys`."""
    if isinstance(value, str):
        return masked_keys(value)
    if isinstance(value, dict):
        return {name: without_keys(inner) for name, inner in value.items()}
    return [without_keys(inner) for inner in value] if isinstance(value, list) else value


def resembles_key(text: str) -> bool:
    """Return whether a text has a random-looking part long enough for a key."""
    return next(_random_spans(text), None) is not None


def is_reference(value: str) -> bool:
    """Return whether a value refers to a variable or a credential, so is no secret itself."""
    return "{{" in value or "{%" in value or place_in(value) is not None


def _keys(text: str, start: int, end: int) -> Iterator[AddressKey]:
    found = _END_OF_AUTHORITY.search(text, start, end)
    path = found.start() if found else end
    at = text.rfind("@", start, path)
    if at > start and not is_reference(user := text[start:at]):
        yield AddressKey(start, at, "userinfo", ":" in user or user == MASK or resembles_key(user))
    found = _END_OF_PATH.search(text, path, end)
    query = found.start() if found else end
    yield from _path_keys(text, path, query, text[max(at + 1, start) : path].lower())
    for pair in _PAIR.finditer(text, query, end):
        name, value = pair["name"], pair["value"]
        is_named = is_secret_name(name)
        if not is_reference(value) and (is_named or (resembles_key(value) and not _ID_NAME.fullmatch(name))):
            yield AddressKey(*pair.span("value"), "query", is_named)


def _path_keys(text: str, start: int, end: int, host: str) -> Iterator[AddressKey]:
    before, is_hook = "", "hook" in host
    for match in _SEGMENT.finditer(text, start, end):
        segment, at = match.group(), match.start()
        word, rest = before.lower(), text[at : min(end, at + _LONGEST_SEGMENT)]
        if not _VERSION.fullmatch(segment):
            if word in _HOOK_WORDS and (rest == MASK or (len(rest) >= _SHORTEST_HOOK and not is_reference(rest))):
                yield AddressKey(at, end, "hook", True)
                return
            is_hook = is_hook or word in _MAYBE_HOOK_WORDS
            is_word = _WORDS.fullmatch(segment) or segment.lower() in _MAYBE_HOOK_WORDS
            if is_hook and not is_word and _is_key_of_hook(rest):
                yield AddressKey(at, end, "hook", True)
                return
            before = segment
        is_named = bool(word) and is_secret_name(word) and not _WORDS.fullmatch(segment)
        yield from _segment_keys(segment, at, word, is_named)


def _segment_keys(segment: str, at: int, before: str, is_named: bool) -> Iterator[AddressKey]:
    if MASK in segment:
        place = segment.index(MASK)
        yield AddressKey(at + place, at + place + len(MASK), "path", True)
    elif len(segment) < _SHORTEST_HOOK or is_reference(segment):
        return
    elif bot := _BOT_TOKEN.search(segment):
        yield AddressKey(at + bot.start(), at + bot.end(), "path", True)
    elif is_named:
        yield AddressKey(at, at + len(segment), "path", True)
    elif not before and _UUID.fullmatch(segment):
        yield AddressKey(at, at + len(segment), "path", False)
    elif not _COLLECTION.fullmatch(before):
        for start, end in _random_spans(segment):
            yield AddressKey(at + start, at + end, "path", False)


def _random_spans(text: str) -> Iterator[tuple[int, int]]:
    for match in _PIECE.finditer(text, 0, _LONGEST_SEGMENT):
        if _is_random(match.group()):
            yield match.span()


def _is_key_of_hook(rest: str) -> bool:
    """Return whether the rest of a path is a webhook key, not a resource's number and name."""
    if rest == MASK:
        return True
    parts = [part for part in rest.split("/", 20) if part and not _VERSION.fullmatch(part)]
    odd = [part for part in parts if any(map(str.isdigit, part)) and not part.isdigit()]
    return not is_reference(rest) and any(len(part) > 4 or len(parts) > 2 for part in odd)


def _is_random(piece: str) -> bool:
    if _UUID.fullmatch(piece):
        return False
    digits = sum(map(str.isdigit, piece))
    if not digits or digits == len(piece):
        return False
    if _HEX.fullmatch(piece):
        return len(piece) >= _SHORTEST_HEX and len(piece) != _SHA1
    odd = [chunk for chunk in re.split("[-_]", piece) if not _PLAIN.fullmatch(chunk)]
    length, runs, turns = sum(map(len, odd)), 0, 0
    for chunk in odd:
        for one, other in pairwise(chunk):
            runs += other.isdigit() and not one.isdigit()
            turns += one.isdigit() != other.isdigit() or (one.islower() and other.isupper())
    return length >= _SHORTEST_RANDOM and turns >= 5 and (runs >= 2 or length >= _SHORTEST_HEX)
