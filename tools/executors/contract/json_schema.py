"""Checks JSON Schemas (2020-12) written by people and models, and values against them. Pure.

Regular expressions run in linear time (`tools.evaluation.linear_patterns`), never in Python's `re`. jsonschema is slow
to import, so it is loaded on first use.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.evaluation.linear_patterns import PatternError, pattern_found
from tools.evaluation.pool import EvaluationLimitError, EvaluationPool
from tools.executors.contract.schema_sentences import in_sentence

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_SMALL_JUDGEMENT = 2_500
"""Parts of a schema by values that are held against them: some 25 ms."""
_DEEP_SCHEMA = 60
_REFERENCES = frozenset({"$ref", "$dynamicRef"})
_DEFINITIONS = frozenset({"$defs", "definitions"})
_pool = EvaluationPool("tools.executors.contract.json_schema")

_VALUES = frozenset({"default", "enum", "const", "examples", "required"})
_NO_SCHEMA = Text("This is not a JSON Schema. Check {path}: {reason}", path="", reason="")
_BAD_PATTERN = Text("Check the pattern “{pattern}” of the schema. {reason}", pattern="", reason="")
_UNEVALUATED = Text("Use additionalProperties beside patternProperties, not unevaluatedProperties.")
_TOO_DEEP = Text("The schema is nested too deeply. Make it flatter.")
_NOT_IN_IT = Text("The schema refers to {ref}, which is not in it.", ref="")
_ENDLESS = Text("The schema refers to itself without end, or the value is nested too deeply.")
_NOT_JUDGED = Text("The schema cannot judge it: {reason}.", reason="")


@dataclass(frozen=True, slots=True)
class SchemaMismatch:
    """Location and reason of a mismatch."""

    path: str
    """JSONPath of the wrong value, as `$.title`."""
    message: Text
    """A sentence; the English one is the library's own, with the value."""

    @property
    def sentence(self) -> Text:
        return Text("{field}: {message}", field=self.path, message=self.message)


def schema_problem(schema: JsonObject) -> Text | None:
    """Return why a value is not a usable JSON Schema, including unbounded regular expressions; None if it is."""
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return _NO_SCHEMA.filled(path=error.json_path, reason=in_sentence(error)[0])
    except RecursionError:
        return _TOO_DEEP
    return next(_pattern_problems(schema), None)


def _pattern_problems(schema: Any) -> Iterator[Text]:
    if isinstance(schema, list):
        for one in schema:
            yield from _pattern_problems(one)
    if not isinstance(schema, dict):
        return
    if "patternProperties" in schema and "unevaluatedProperties" in schema:
        yield _UNEVALUATED
    for pattern in _patterns_of(schema):
        try:
            pattern_found(pattern, "")
        except PatternError as error:
            yield _BAD_PATTERN.filled(pattern=pattern, reason=error.text)
    for key, value in schema.items():
        if key not in _VALUES:
            yield from _pattern_problems(value)


def _patterns_of(schema: JsonObject) -> list[str]:
    """Return the schema's own regular expressions; a property may be called `pattern`, and is then none."""
    own, named = schema.get("pattern"), schema.get("patternProperties")
    return [*([own] if isinstance(own, str) else []), *(named if isinstance(named, dict) else [])]


def closed_validator(schema: JsonObject) -> "Validator":
    """Return a validator that never fetches external `$ref`s.

    It raises `referencing.exceptions.Unresolvable` for those, and PatternError for a regular expression that
    `schema_problem` refuses.
    """
    from referencing import Registry

    validator: Validator = _validator_class()(_without_dialects(schema), registry=Registry())
    return validator


@cache
def _validator_class() -> Any:
    from jsonschema import Draft202012Validator, validators

    # It has no types.
    extend: Callable[..., Any] = validators.extend
    return extend(
        Draft202012Validator,
        {
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional_properties,
        },
    )


def _pattern(validator: Any, pattern: str, value: Any, _schema: JsonObject) -> Iterator[Any]:
    from jsonschema import ValidationError

    if isinstance(value, str) and not pattern_found(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: JsonObject, value: Any, _schema: JsonObject) -> Iterator[Any]:
    if not isinstance(value, dict):
        return
    for pattern, inner in patterns.items():
        for name in value:
            if pattern_found(pattern, name):
                yield from validator.descend(value[name], inner, path=name, schema_path=pattern)


def _additional_properties(validator: Any, inner: Any, value: Any, schema: JsonObject) -> Iterator[Any]:
    from jsonschema import ValidationError

    if not isinstance(value, dict):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    extras = [name for name in value if name not in known and not any(pattern_found(one, name) for one in patterns)]
    if isinstance(inner, dict):
        for name in extras:
            yield from validator.descend(value[name], inner, path=name)
    elif not inner and extras:
        yield ValidationError(f"{', '.join(map(repr, extras))} may not be there")


def without_patterns(schema: Any) -> Any:
    """Return the schema without regular expressions, which in a foreign one may need what ours do not know."""
    return _without(schema, lambda key, value: key == "patternProperties" or (key == "pattern" and _is_text(value)))


def _without_dialects(schema: Any) -> Any:
    """Return the schema without `$schema`: a part that names one would be judged by jsonschema's own class for it."""
    return _without(schema, lambda key, value: key == "$schema" and _is_text(value))


def _without(schema: Any, is_left_out: Callable[[str, Any], bool]) -> Any:
    if isinstance(schema, list):
        return [_without(one, is_left_out) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value if key in _VALUES else _without(value, is_left_out)
        for key, value in schema.items()
        if not is_left_out(key, value)
    }


def _is_text(value: Any) -> bool:
    """Distinguish a keyword's value from the schema of a property with that name."""
    return isinstance(value, str)


def schema_mismatch(value: Any, schema: JsonObject) -> SchemaMismatch | None:
    """Return what is most wrong with a value, or why the schema cannot judge it; None when it fits."""
    if is_quickly_judged(value, schema):
        return _mismatch(value, schema)
    try:
        found = _pool.evaluate("mismatch_parts", value, schema)
    except EvaluationLimitError as error:
        return SchemaMismatch("$", _NOT_JUDGED.filled(reason=error.text))
    return None if found is None else SchemaMismatch(found["path"], Text.of(**found["message"]))


def mismatch_parts(value: Any, schema: JsonObject) -> JsonObject | None:
    """Return path and message of what is most wrong with a value; nothing can stop it."""
    found = _mismatch(value, schema)
    return None if found is None else {"path": found.path, "message": found.message.to_json()}


def is_quickly_judged(value: Any, schema: Any) -> bool:
    """Return whether validating a value surely takes little time.

    Branching references multiply the work by the number of paths.
    """
    ways = schema_ways(schema)
    if ways > _SMALL_JUDGEMENT:
        return False
    count = _count(value, _SMALL_JUDGEMENT)
    return ways * count <= _SMALL_JUDGEMENT and (count * count <= _SMALL_JUDGEMENT or "uniqueItems" not in str(schema))


def schema_ways(schema: Any) -> float:
    """Return how many parts a schema has when each `$ref` is written out; infinite where they go in circles."""
    known: dict[str, float] = {}

    def ways(part: Any, depth: int) -> float:
        if not isinstance(part, dict | list):
            return 0
        if depth > _DEEP_SCHEMA:
            return inf
        inner = part.items() if isinstance(part, dict) else ((None, one) for one in part)
        return 1 + sum(
            referred(one, depth + 1) if key in _REFERENCES and isinstance(one, str) else ways(one, depth + 1)
            for key, one in inner
            if key not in _DEFINITIONS
        )

    def referred(reference: str, depth: int) -> float:
        if reference not in known:
            known[reference] = inf
            known[reference] = ways(_at(schema, reference), depth)
        return known[reference]

    return ways(schema, 0)


def _at(schema: Any, reference: str) -> Any:
    """Return the part that a reference means, or everything where that takes more to find out."""
    part = schema
    for step in reference.removeprefix("#/").split("/") if reference.startswith("#/") else ():
        part = part.get(step, schema) if isinstance(part, dict) else schema
    return part


def _count(value: Any, most: float) -> int:
    """Return how many values there are in one, up to a little above `most`."""
    count, left = 1, [value]
    while left and count <= most:
        container = left.pop()
        if isinstance(container, dict | list):
            count += len(container)
            if count <= most:
                left.extend(container.values() if isinstance(container, dict) else container)
    return count


def _mismatch(value: Any, schema: JsonObject) -> SchemaMismatch | None:
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    try:
        wrong = best_match(closed_validator(schema).iter_errors(value))
    except Unresolvable as error:
        return SchemaMismatch("$", _NOT_IN_IT.filled(ref=error.ref))
    except RecursionError:
        return SchemaMismatch("$", _ENDLESS)
    except PatternError as error:
        return SchemaMismatch("$", error.text)
    if wrong is None:
        return None
    sentence, _ = in_sentence(wrong)
    return SchemaMismatch(wrong.json_path, Text.of(**sentence.to_json() | {"en": f"{wrong.message.rstrip('.')}."}))
