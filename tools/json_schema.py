"""JSON Schemas (2020-12) that people and models write: is it one, and does a value fit? Pure.

jsonschema is slow to import, so it is imported at first use.
"""

from dataclasses import dataclass
from typing import Any

from tools.definitions import JsonObject


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


def schema_misfit(value: Any, schema: JsonObject) -> Misfit | None:
    """Return what is most wrong with a value; None when it fits."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(schema).iter_errors(value))
    return None if error is None else Misfit(error.json_path, error.message.rstrip("."))
