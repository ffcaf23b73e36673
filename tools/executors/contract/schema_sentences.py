"""Translated sentences with the remedy for values that do not fit their JSON Schema. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tools.core.text import Text

if TYPE_CHECKING:
    from jsonschema.exceptions import SchemaError, ValidationError

_MAX_CHOICES = 300
_TYPES = {
    "string": Text("Enter text."),
    "integer": Text("Enter a whole number."),
    "number": Text("Enter a number."),
    "boolean": Text("Enter true or false."),
    "array": Text("Enter a list."),
    "object": Text("Enter an object."),
    "null": Text("Leave it empty."),
}
_MISSING = Text("This field is required.")
_UNKNOWN = Text("This field does not exist. Remove it.")
_OTHER = Text("Enter a value that matches the schema.")
Path = tuple[int | str, ...]


def in_sentence(error: "ValidationError | SchemaError") -> tuple[Text, Path]:
    """Return what to do about an error, and where the wrong value is. The value itself is never repeated."""
    path: Path = tuple(error.absolute_path)
    given = error.instance if isinstance(error.instance, dict) else {}
    if error.validator == "required":
        required: Any = error.validator_value
        # One error for each that is missing; only its message names it.
        lacking = next((name for name in required if error.message.startswith(repr(name))), None)
        return _MISSING, path if lacking is None else (*path, lacking)
    if error.validator in {"additionalProperties", "unevaluatedProperties"}:
        known = (error.schema.get("properties") if isinstance(error.schema, dict) else None) or {}
        unknown = next((name for name in given if name not in known), None)
        return _UNKNOWN, path if unknown is None else (*path, unknown)
    # Among several kinds of values, such as one type or a list of them, choices say most.
    choice = next((one for one in error.context or () if one.validator == "enum"), error)
    sentence = _SENTENCES.get(str(choice.validator))
    return (sentence(choice.validator_value) if sentence else _OTHER), path


def _type(value: Any) -> Text:
    names = [value] if isinstance(value, str) else list(value)
    texts = [_TYPES[name] for name in names if name in _TYPES]
    if len(texts) == 1:
        return texts[0]
    listed = ", ".join(map(str, names))
    return Text("Enter a value of one of the types {listed}.", listed=listed)


def _choices(value: Any) -> Text:
    listed = ", ".join(str(one) for one in value)[:_MAX_CHOICES]
    return Text("Choose one of {listed}.", listed=listed)


_SENTENCES: dict[str, Callable[[Any], Text]] = {
    "type": _type,
    "enum": _choices,
    "const": lambda value: _choices([value]),
    "minimum": lambda value: Text("Enter at least {value}.", value=value),
    "maximum": lambda value: Text("Enter at most {value}.", value=value),
    "exclusiveMinimum": lambda value: Text("Enter a number greater than {value}.", value=value),
    "exclusiveMaximum": lambda value: Text("Enter a number less than {value}.", value=value),
    "multipleOf": lambda value: Text("Enter a multiple of {value}.", value=value),
    "minLength": lambda value: Text("Too short. Enter at least this many characters: {value}.", value=value),
    "maxLength": lambda value: Text("Enter at most {value} characters.", value=value),
    "minItems": lambda value: Text("Add more entries, at least {value}.", value=value),
    "maxItems": lambda value: Text("Too many entries. The limit is {value}.", value=value),
    "uniqueItems": lambda _: Text("Enter each entry only once."),
    "minProperties": lambda value: Text("Fill in more fields, at least {value}.", value=value),
    "maxProperties": lambda value: Text("Too many fields. The limit is {value}.", value=value),
    "pattern": lambda value: Text("Use text in the format {value}.", value=value),
    "format": lambda value: Text("Enter text in the format {value}.", value=value),
}
