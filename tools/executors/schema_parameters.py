"""Parameters that are given as a JSON Schema: a tool of an MCP server, or a workflow. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import orjson
from pydantic import ConfigDict, model_validator

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolParameters
from tools.field_errors import refused_value

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_REMEMBERED = 512
_MAX_SHOWN = 300
_VALUES = frozenset({"default", "enum", "const", "examples", "required"})


class SchemaParameters(ToolParameters):
    """Any arguments; subclasses bring the schema that they must fit."""

    model_config = ConfigDict(extra="allow")
    validator: ClassVar["Validator | None"] = None

    @model_validator(mode="before")
    @classmethod
    def _fits_the_schema(cls, given: JsonObject) -> JsonObject:
        if cls.validator is None:
            return given
        from jsonschema.exceptions import best_match
        from referencing.exceptions import Unresolvable

        given = {**_missing_nulls(cls.validator.schema, given), **given}
        try:
            wrong = best_match(cls.validator.iter_errors(given))
        except (Unresolvable, RecursionError):
            # The schema leads out of itself or round in circles: the server must judge.
            return given
        if wrong is not None:
            where = ".".join(str(part) for part in wrong.absolute_path) or "arguments"
            said = wrong.message[:_MAX_SHOWN]
            raise refused_value("schema", Text(f"{where}: {said}", f"{where}：{said}"))
        return given

    def arguments(self) -> JsonObject:
        """Return the arguments as they go to the server."""
        return dict(self.model_extra or {})


def parameters_for(schema: JsonObject) -> type[SchemaParameters]:
    """Return the parameters of a tool with this input schema."""
    return _parameters_for(orjson.dumps(schema))


def object_schema(schema: JsonObject) -> JsonObject:
    """Return the schema in the form that model APIs insist on: an object with properties."""
    return {**schema, "type": "object", "properties": schema.get("properties") or {}}


@lru_cache(maxsize=_REMEMBERED)
def _parameters_for(schema_json: bytes) -> type[SchemaParameters]:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError
    from referencing import Registry

    schema = orjson.loads(schema_json)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        # A schema that is none: the server itself must judge the arguments.
        return SchemaParameters
    # An empty registry: nothing is ever fetched for a `$ref` that leads out of the schema.
    validator = Draft202012Validator(_without_patterns(schema), registry=Registry())
    return type("SchemaArguments", (SchemaParameters,), {"validator": validator, "__module__": __name__})


def _without_patterns(schema: Any) -> Any:
    """Return the schema without regular expressions: a foreign one could keep this process busy for ever."""
    if isinstance(schema, list):
        return [_without_patterns(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value if key in _VALUES else _without_patterns(value)
        for key, value in schema.items()
        if key != "patternProperties" and not (key == "pattern" and isinstance(value, str))
    }


def _missing_nulls(schema: Any, given: JsonObject) -> JsonObject:
    """Return nulls for required arguments that may be null: nulls count as "not given" before they come here."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    missing = [name for name in schema.get("required", []) if name not in given]
    return {name: None for name in missing if _may_be_null(properties.get(name))}


def _may_be_null(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    type_ = schema.get("type")
    if type_ == "null" or (isinstance(type_, list) and "null" in type_):
        return True
    return any(_may_be_null(one) for key in ("anyOf", "oneOf") for one in schema.get(key, []))
