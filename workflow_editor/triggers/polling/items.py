"""The items of a list that a tool returned, by their keys. Linear in its length. Pure."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tools.core.formats.dotted_path import value_at
from tools.core.text import Text
from workflow_editor.errors import NodeError

MOST_ITEMS = 10_000
"""Items of one look; further ones are left until the list is shorter."""
_SHOWN_KEY = 200


@dataclass(frozen=True, slots=True)
class Item:
    key: str
    """As people see it, cut where it is long."""
    key_hash: str
    content_hash: str
    value: Any


@dataclass(frozen=True, slots=True)
class Listed:
    """Items found: each key once, in list order."""

    items: Sequence[Item]
    total: int
    """Entries of the whole list."""
    version: str = ""
    """Version of the list; empty if the tool has none."""
    is_unchanged: bool = False
    """Nothing was listed, because nothing has changed since the version that was given."""

    files: frozenset[str] = frozenset()
    """Ids of the files that were stored as it was listed."""

    @property
    def is_cut(self) -> bool:
        """True when the list has more entries than are looked at."""
        return self.total > MOST_ITEMS


def items_of(data: Any, path: str, key_path: str) -> Listed:
    """Find the list at `path` and its items, identified by `key_path`: dotted names and numbers, empty for the whole.

    Raises NodeError: `list_missing`, or `item_without_key`.
    """
    found = value_at(data, path)
    if not isinstance(found, list):
        text = Text("The tool's output has no list at “{path}”.", path=path) if path else _NO_LIST
        raise NodeError(text, code="list_missing")
    items: dict[str, Item] = {}
    for number, value in enumerate(found[:MOST_ITEMS], 1):
        item = _item(value, key_path, number)
        items.setdefault(item.key_hash, item)
    return Listed(list(items.values()), len(found))


_NO_LIST = Text("The tool's output is no list. Say where the list is.")


def _item(value: Any, key_path: str, number: int) -> Item:
    content_hash = _hash(value)
    if not key_path:
        return Item(content_hash, content_hash, content_hash, value)
    key = value_at(value, key_path)
    if key is None:
        text = Text("Item {number} of the list has no key at “{path}”.", number=number, path=key_path)
        raise NodeError(text, code="item_without_key")
    shown = key if isinstance(key, str) else json.dumps(key, ensure_ascii=False, default=str)
    return Item(shown[:_SHOWN_KEY], _hash(shown), content_hash, value)


def _hash(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
