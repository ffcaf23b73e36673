"""Parameters that are given as a JSON Schema: a tool of an MCP server, or a workflow. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import orjson
from pydantic import ConfigDict, model_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.evaluation.pool import EvaluationLimitError, EvaluationPool
from tools.executors.contract.executor import ToolParameters
from tools.executors.contract.json_schema import closed_validator, is_quickly_judged, schema_problem, without_patterns
from tools.executors.contract.schema_sentences import in_sentence

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_REMEMBERED = 512

_pool = EvaluationPool("tools.executors.contract.schema_parameters")


class SchemaParameters(ToolParameters):
    """Any arguments; subclasses bring the schema that they must fit."""

    model_config = ConfigDict(extra="allow")
    knows_null = True
    validator: ClassVar["Validator | None"] = None

    @model_validator(mode="before")
    @classmethod
    def _fits_the_schema(cls, given: JsonObject) -> JsonObject:
        if cls.validator is None:
            return given
        schema = cls.validator.schema
        if is_quickly_judged(given, schema):
            given, mismatch = _judgement(cls.validator, given)
        else:
            try:
                given, mismatch = _pool.evaluate("judgement", schema, given)
            except EvaluationLimitError:
                # It takes too long here: the server must judge.
                return given
        if mismatch is not None:
            raise refused_value("schema", Text.of(**mismatch["text"]), mismatch["at"])
        return given

    def arguments(self) -> JsonObject:
        """Return the arguments as they go to the server."""
        return dict(self.model_extra or {})


def judgement(schema: JsonObject, given: JsonObject) -> tuple[JsonObject, JsonObject | None]:
    """Return the arguments without idle nulls, and what to do where they do not fit ({text, at}), else None."""
    return _judgement(closed_validator(schema), given)


def _judgement(validator: "Validator", given: JsonObject) -> tuple[JsonObject, JsonObject | None]:
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    try:
        given = _without_idle_nulls(validator, given)
        wrong = best_match(validator.iter_errors(given))
    except (Unresolvable, RecursionError):
        # The schema leads out of itself or round in circles: the server must judge.
        return given, None
    if wrong is None:
        return given, None
    text, at = in_sentence(wrong)
    return given, {"text": text.to_json(), "at": list(at)}


def parameters_for(schema: JsonObject) -> type[SchemaParameters]:
    return _parameters_for(orjson.dumps(schema))


def object_schema(schema: JsonObject) -> JsonObject:
    """Return the schema in the form that model APIs insist on: an object with properties."""
    return {**schema, "type": "object", "properties": schema.get("properties") or {}}


@lru_cache(maxsize=_REMEMBERED)
def _parameters_for(schema_json: bytes) -> type[SchemaParameters]:
    schema = without_patterns(orjson.loads(schema_json))
    if schema_problem(schema) is not None:
        # A schema that is none: the server itself must judge the arguments.
        return SchemaParameters
    validator = closed_validator(schema)
    return type("SchemaArguments", (SchemaParameters,), {"validator": validator, "__module__": __name__})


def _without_idle_nulls(validator: "Validator", given: JsonObject) -> JsonObject:
    """Drop nulls that the schema does not allow: models that send every parameter mean "not given"."""
    properties = validator.schema.get("properties", {}) if isinstance(validator.schema, dict) else {}
    return {
        name: value
        for name, value in given.items()
        if value is not None or validator.evolve(schema=properties.get(name, {})).is_valid(None)
    }
