"""JSON Schemas (2020-12) that people and models write: is it one, and does a value fit? Pure.

jsonschema is slow to import, so it is imported at first use.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tools.definitions import JsonObject

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_VALUES = frozenset({"default", "enum", "const", "examples", "required"})
_NOT_IN_IT = "the schema refers to {ref}, which is not in it"
_ENDLESS = "the schema leads round in circles, or the value is nested too deeply"


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a value does not fit its schema, and why."""

    path: str
    """JSONPath of the wrong value, as `$.title`."""
    message: str
    """English, without a full stop."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def schema_problem(schema: JsonObject) -> str | None:
    """Say why something is not a JSON Schema, without a full stop; None when it is one."""
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return error.message.rstrip(".")
    return None


def closed_validator(schema: JsonObject) -> "Validator":
    """Return what checks values by a schema and never fetches what a `$ref` that leads out of it names.

    It raises `referencing.exceptions.Unresolvable` for such a `$ref`.
    """
    from jsonschema import Draft202012Validator
    from referencing import Registry

    return Draft202012Validator(schema, registry=Registry())


def without_patterns(schema: Any) -> Any:
    """Return the schema without regular expressions: a foreign one could keep this process busy for ever."""
    if isinstance(schema, list):
        return [without_patterns(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value if key in _VALUES else without_patterns(value)
        for key, value in schema.items()
        if key != "patternProperties" and not (key == "pattern" and isinstance(value, str))
    }


def schema_misfit(value: Any, schema: JsonObject) -> Misfit | None:
    """Return what is most wrong with a value, or why the schema cannot judge it; None when it fits."""
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    try:
        wrong = best_match(closed_validator(schema).iter_errors(value))
    except Unresolvable as error:
        return Misfit("$", _NOT_IN_IT.format(ref=error.ref))
    except RecursionError:
        return Misfit("$", _ENDLESS)
    return None if wrong is None else Misfit(wrong.json_path, wrong.message.rstrip("."))
