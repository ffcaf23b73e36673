"""JSON Schemas that draw forms: one implementation for tool configs, tool parameters and node configs. Pure."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson
from pydantic import BaseModel, Field
from pydantic_core import PydanticUndefined

from tools.core.definitions import JsonObject
from tools.core.text import LANGUAGES, Text

_REMEMBERED_MODELS = 512
_SCHEMA_MAPS = ("properties", "$defs", "patternProperties", "dependentSchemas")


def ui(title: str | Text, help: str | Text | None = None, **x: Any) -> JsonObject:
    """Describe one field for the form; see `form_field`.

    Args:
        title: label, a `Text` or its message; becomes `title`.
        help: likewise; becomes `description`, which models read too.
        **x: further x-keys with underscores for hyphens: `widget="secret"` gives `x-widget`, `show_if={...}` gives
            `x-show-if`, likewise `placeholder`, `group`, `enum_labels` and `unit`; `destination=True` for a field that
            decides where the secrets of the settings are sent; `autofocus=True` for the first field to fill in;
            `in_pass=True` for a field that a container evaluates inside a pass, where its nodes can be referenced.
            References are followed in templates (a widget of `template_fields`, or `template=True` for all texts in
            a field) and in CEL (`widget="cel"`, or while the form's own fields have the values of `cel_if={...}`).
            A `Text` becomes its forms by language, also inside dicts and lists.
    """
    shown = {"title": _text(title)} | ({} if help is None else {"description": _text(help)})
    others = [code for code in LANGUAGES if code != "en"]
    return {
        **{keyword: text.en for keyword, text in shown.items()},
        "x-translations": {code: {key: text.in_language(code) for key, text in shown.items()} for code in others},
        **{f"x-{name.replace('_', '-')}": _plain(value) for name, value in x.items()},
    }


def form_field(
    title: str | Text,
    help: str | Text | None = None,
    *,
    default: Any = PydanticUndefined,
    default_factory: Callable[[], Any] | None = None,
    min_length: int | None = None,
    max_length: int | None = None,
    ge: float | None = None,
    le: float | None = None,
    **x: Any,
) -> Any:
    """Return a field of a form's model: pydantic's limits, and what `ui` takes.

    A required field is written `Annotated[str, form_field("Name")]`: type checkers take any other one for optional.
    """
    limits = {"min_length": min_length, "max_length": max_length, "ge": ge, "le": le}
    given: JsonObject = {name: value for name, value in limits.items() if value is not None}
    start: JsonObject = {"default_factory": default_factory} if default_factory else {"default": default}
    return Field(**start, **given, json_schema_extra=ui(title, help, **x))


def language_field() -> Any:
    """Return the choice of what the code of a form is written in; named `language`, the editor goes by it."""
    labels = {"python": Text.verbatim("Python"), "javascript": Text.verbatim("JavaScript")}
    return form_field("Language", default="python", enum_labels=labels)


def groups(*entries: tuple[str, Text, bool]) -> JsonObject:
    """Describe the form's groups as (id, title, collapsed); goes into the model config's `json_schema_extra`."""
    return {
        "x-groups": [
            {"id": group_id, "title": _plain(title), "collapsed": collapsed} for group_id, title, collapsed in entries
        ]
    }


def arranged(form: JsonObject, rows: Mapping[str, Sequence[str]]) -> Callable[[JsonObject], None]:
    """Return `json_schema_extra` for a form of inherited fields: `groups`, and the fields (JSON names) by group, in
    the order of the form; the group "" is none.
    """

    def arrange(schema: JsonObject) -> None:
        properties = schema["properties"]
        for group, names in rows.items():
            for name in names:
                properties[name] = properties.pop(name) | ({"x-group": group} if group else {})
        schema.update(form)

    return arrange


def form_schema(model: type[BaseModel]) -> JsonObject:
    """Return the model's JSON Schema (2020-12, input side, JSON names) with every `$ref` inlined and defaults present.

    Class names and docstrings of models are omitted. Raises ValueError for recursive models.
    """
    schema: JsonObject = orjson.loads(_form_schema_json(model))
    return schema


def function_schema(schema: JsonObject) -> JsonObject:
    """Return a form schema as a model API wants it: without titles and x-keys, with descriptions."""
    cleaned: JsonObject = _for_function(schema)
    return cleaned


@lru_cache(maxsize=_REMEMBERED_MODELS)
def secret_fields(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the JSON names of the model's fields that hold secrets (`x-widget: secret`), in order."""
    return _fields_with(model, "secret")


@lru_cache(maxsize=_REMEMBERED_MODELS)
def signing_fields(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the JSON names of the fields that a request is signed with: secrets and stored credentials, in order."""
    return _fields_with(model, "secret", "credential")


@lru_cache(maxsize=_REMEMBERED_MODELS)
def template_fields(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the JSON names of the model's text fields that may hold variables (`x-widget: template…`), in order."""
    return _fields_with(model, "template", "template-line", "request-url")


@lru_cache(maxsize=_REMEMBERED_MODELS)
def key_value_fields(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the JSON names of the model's lists of `{key, value}` (`x-widget: key-values`), in order."""
    return _fields_with(model, "key-values")


@lru_cache(maxsize=_REMEMBERED_MODELS)
def code_fields(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the JSON names of the model's fields that hold program code (`x-widget: code`), in order."""
    return _fields_with(model, "code")


def _fields_with(model: type[BaseModel], *widgets: str) -> tuple[str, ...]:
    properties = orjson.loads(_form_schema_json(model)).get("properties", {})
    return tuple(name for name, field in properties.items() if field.get("x-widget") in widgets)


@lru_cache(maxsize=_REMEMBERED_MODELS)
def _form_schema_json(model: type[BaseModel]) -> bytes:
    """Return the form schema as JSON, so that nobody can change the kept one; building it takes milliseconds."""
    schema = model.model_json_schema(by_alias=True, mode="validation")
    definitions = schema.pop("$defs", {})
    return orjson.dumps(_inline(_without_class_words(schema), definitions, ()))


def _text(words: str | Text) -> Text:
    return words if isinstance(words, Text) else Text(words)


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.to_json()
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def _without_class_words(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key not in {"title", "description"}}


def _inline(value: Any, definitions: JsonObject, path: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [_inline(inner, definitions, path) for inner in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if not isinstance(reference, str):
        return {key: _inline(inner, definitions, path) for key, inner in value.items()}
    name = reference.removeprefix("#/$defs/")
    if name in path:
        raise ValueError(f"the model {name!r} refers to itself; a form needs a finite schema")
    target = _inline(_without_class_words(definitions[name]), definitions, (*path, name))
    beside = {key: _inline(inner, definitions, path) for key, inner in value.items() if key != "$ref"}
    return {**target, **beside}


def _for_function(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_for_function(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    cleaned: JsonObject = {}
    for key, value in schema.items():
        if key == "title" or key.startswith("x-"):
            continue
        if key in _SCHEMA_MAPS:
            cleaned[key] = {name: _for_function(inner) for name, inner in value.items()}
        elif key in {"default", "enum", "const", "examples", "required"}:
            cleaned[key] = value
        else:
            cleaned[key] = _for_function(value)
    return cleaned
