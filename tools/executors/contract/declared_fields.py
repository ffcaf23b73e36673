"""Fields as their models declare them: which apply, which are missing, and which texts are templates or CEL. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from pydantic import BaseModel
from pydantic.alias_generators import to_snake

Language = Literal["template", "cel"]
Conditions = Mapping[str, Sequence[Any]]
"""JSON names of other fields of the same object, and the values that they may have."""
_TEMPLATE_WIDGETS = frozenset({"template", "template-line", "request-url"})


class _Field(NamedTuple):
    name: str
    language: Language | None
    """None: rows of a model that has some."""
    applies: Conditions
    cel_if: Conditions


def texts_in(config: BaseModel, language: Language, form: BaseModel | None = None) -> Iterator[str]:
    """Yield the texts of fields that apply, rows included; not those that a container evaluates inside a pass.

    `form` is the whole config, for a row of it.
    """
    form = form or config
    for field in _fields(type(config)):
        value = getattr(config, field.name)
        if value is None or not holds(config, field.applies):
            continue
        if field.language is None:
            for row in value:
                yield from texts_in(row, language, form)
        elif ("cel" if field.cel_if and holds(form, field.cel_if) else field.language) == language:
            yield value


def is_missing(config: BaseModel, name: str) -> bool:
    """Say whether a field (JSON name) applies and is empty, or has nothing but spaces."""
    value = getattr(config, to_snake(name))
    return not (value.strip() if isinstance(value, str) else value) and applies(config, to_snake(name))


def applies(config: BaseModel, name: str) -> bool:
    """Say whether the other settings let a field (name of the attribute) have an effect."""
    return holds(config, _x(type(config), name).get("x-show-if", {}))


def holds(config: BaseModel, conditions: Conditions) -> bool:
    """Say whether the fields named have one of their values."""
    return all(getattr(config, to_snake(name)) in values for name, values in conditions.items())


def _x(model: type[BaseModel], name: str) -> Mapping[str, Any]:
    field = model.model_fields.get(name)
    return field.json_schema_extra if field and isinstance(field.json_schema_extra, dict) else {}


@lru_cache(maxsize=512)
def _fields(model: type[BaseModel]) -> Sequence[_Field]:
    found = []
    for name, field in model.model_fields.items():
        x = _x(model, name)
        types = (one for one in get_args(field.annotation) if isinstance(one, type) and issubclass(one, BaseModel))
        rows = any(_fields(one) for one in types)
        is_template = (x.get("x-template") and field.annotation is str) or x.get("x-widget") in _TEMPLATE_WIDGETS
        language: Language | None = "cel" if x.get("x-widget") == "cel" else "template" if is_template else None
        if (language or rows) and not x.get("x-in-pass"):
            found.append(_Field(name, language, x.get("x-show-if", {}), x.get("x-cel-if", {})))
    return found
