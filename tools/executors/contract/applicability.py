"""Settings that others make meaningless: a field declares once when it applies (`show_if`). Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel

from tools.core.definitions import JsonObject
from tools.core.text import LANGUAGES, Text
from tools.executors.contract.schema import form_schema

IGNORED = "field_ignored"
"""Code of a field that has no effect: refused in new input of programs, a warning about what is stored."""
_NO_EFFECT = Text("“{title}” has no effect with the other settings. Remove it, or change them.", title="")


class IgnoredField(NamedTuple):
    """A filled-in field that has no effect."""

    pointer: str
    title: Text
    value: Any

    @property
    def message(self) -> Text:
        return _NO_EFFECT.filled(title=self.title)


class _Field(NamedTuple):
    name: str
    title: Text
    default: Any
    conditions: Mapping[str, Sequence[Any]]
    """JSON names of other fields of the same object, and the values that they may have."""


class _Shape(NamedTuple):
    defaults: JsonObject
    fields: Sequence[_Field]
    """Those that do not always apply."""
    rows: Mapping[str, "_Shape"]
    """Lists of objects with conditional fields, by name."""


def ignored_fields(model: type[BaseModel], config: Mapping[str, Any]) -> Iterator[IgnoredField]:
    """Yield the fields of settings (camelCase JSON) that hold something and do not apply."""
    shape = _shape_of(model)
    if shape is not None:
        yield from _ignored(shape, config, "")


def _ignored(shape: _Shape, config: Mapping[str, Any], pointer: str) -> Iterator[IgnoredField]:
    values = {**shape.defaults, **config}
    for field in shape.fields:
        given = config.get(field.name)
        if given in (None, "", [], {}) or given == field.default:
            continue
        if not all(_is_among(values.get(name), allowed) for name, allowed in field.conditions.items()):
            yield IgnoredField(f"{pointer}/{field.name}", field.title, given)
    for name, row_shape in shape.rows.items():
        rows = config.get(name)
        for index, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, Mapping):
                yield from _ignored(row_shape, row, f"{pointer}/{name}/{index}")


def _is_among(value: Any, allowed: Sequence[Any]) -> bool:
    # True is 1 to Python, not to a form.
    return any(type(one) is type(value) and one == value for one in allowed)


@lru_cache(maxsize=512)
def _shape_of(model: type[BaseModel]) -> _Shape | None:
    return _shape(form_schema(model))


def _shape(schema: JsonObject) -> _Shape | None:
    properties: JsonObject = schema.get("properties", {})
    fields = [_field(name, field) for name, field in properties.items() if field.get("x-show-if")]
    rows = {name: inner for name, field in properties.items() if (inner := _shape(field.get("items") or {}))}
    if not fields and not rows:
        return None
    return _Shape({name: field.get("default") for name, field in properties.items()}, fields, rows)


def _field(name: str, schema: JsonObject) -> _Field:
    english = str(schema.get("title", name))
    translations = schema.get("x-translations", {})
    others = {code: str(translations.get(code, {}).get("title", english)) for code in LANGUAGES if code != "en"}
    conditions = {other: one if isinstance(one, list) else [one] for other, one in schema["x-show-if"].items()}
    return _Field(name, Text.of(en=english, **others), schema.get("default"), conditions)
