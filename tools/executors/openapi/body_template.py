"""Body templates for nested objects, and lists of objects from lists of texts. Pure.

`{name}` is replaced by that field, whatever its type. In a list of one entry, `{name[]}` repeats the entry for each
item; a text counts as its lines. `{"$json": …}` becomes JSON text. Parts that refer only to absent fields are omitted.
"""

import re
from collections.abc import Mapping
from typing import Any

from tools.core.formats.json_text import write_json

_PLACE = re.compile(r"\{(\w{1,64})(\[\])?\}")


def body_of(template: Any, fields: Mapping[str, Any]) -> Any:
    match template:
        case str() if place := _PLACE.fullmatch(template):
            return fields[f"{place[1]}[]" if place[2] else place[1]]
        case {"$json": part}:
            return write_json(body_of(part, fields)).decode()
        case dict():
            return {key: body_of(part, fields) for key, part in template.items() if _is_given(part, fields)}
        case [one] if name := _repeated(one, fields):
            return [body_of(one, {**fields, f"{name}[]": item}) for item in _items(fields[name])]
        case list():
            return [body_of(part, fields) for part in template if _is_given(part, fields)]
    return template


def _places(template: Any) -> list[tuple[str, str]]:
    match template:
        case str():
            place = _PLACE.fullmatch(template)
            return [(place[1], place[2] or "")] if place else []
        case dict():
            return [place for part in template.values() for place in _places(part)]
        case list():
            return [place for part in template for place in _places(part)]
    return []


def _is_given(template: Any, fields: Mapping[str, Any]) -> bool:
    names = {name for name, _ in _places(template)}
    return not names or not names.isdisjoint(fields)


def _repeated(template: Any, fields: Mapping[str, Any]) -> str:
    """Return the field that repeats a list's entry; "" where a list around this one has repeated it."""
    return next((name for name, repeats in _places(template) if repeats and f"{name}[]" not in fields), "")


def _items(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [line for line in value.splitlines() if line.strip()]
    return value if isinstance(value, list) else [value]
