"""Schemas of a document as one JSON Schema (2020-12) of bounded size, references written out. Pure."""

from collections.abc import Iterable
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.openapi.references import References, UnresolvedReferenceError, list_of

_MAX_PARTS = 400
"""Schemas that one operation may consist of."""
_MAX_MERGED = 4_000
"""References and parts (`allOf`) that are followed for one operation."""
_DEPTHS = (8, 6, 4, 3, 2, 1)
_MAX_TURNS = 2
"""Expansions of a recursive schema."""
_MAX_CHOICES = 20
_MAX_ENUM = 100
_MAX_WORDS = 300
_PLAIN = frozenset(
    {
        *("type", "format", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
        *("minProperties", "maxProperties", "multipleOf", "const", "exclusiveMinimum", "exclusiveMaximum"),
    }
)
_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_CONDITIONS = frozenset({"not", "if", "dependentSchemas", "dependentRequired", "unevaluatedProperties", "contains"})

CYCLE = Text("A schema that contains itself is written out twice. Anything is allowed below that.")
SHORTENED = Text("The schema is too large and is written out to level {depth} only; anything is allowed further down.")
CONDITIONAL = Text("Conditions between fields are checked by the service.")
LONG_ENUM = Text("A list of more than {most} values cannot be offered as a choice.", most=_MAX_ENUM)
CONFLICT = Text("Parts of a schema contradict each other; the last one counts.")


class _TooManyParts(Exception):
    pass


class Schemas:
    """Writes out schemas of one document; what is lost on the way goes into `notes`."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._left, self._unmerged = 0, _MAX_MERGED
        self.notes: dict[Text, None] = {}

    def written(self, schemas: JsonObject) -> JsonObject:
        """Return the schemas by name, together within an operation's size limit."""
        before = dict(self.notes)
        for depth in _DEPTHS:
            self._left, self._unmerged, self.notes = _MAX_PARTS, _MAX_MERGED, dict(before)
            try:
                return {name: self._schema(schema, depth, ()) for name, schema in schemas.items()}
            except _TooManyParts:
                before |= {SHORTENED.filled(depth=depth): None} if depth == _DEPTHS[-1] else {}
        self.notes = before
        return {name: {} for name in schemas}

    def flattened(self, schema: Any) -> JsonObject:
        """Return a schema with its top-level reference and `allOf` merged."""
        try:
            return self._merged(schema, ())[0]
        except _TooManyParts:
            return {}

    def _schema(self, schema: Any, depth: int, path: tuple[str, ...]) -> JsonObject:
        if not isinstance(schema, dict):
            return {}
        self._left -= 1
        if self._left < 0:
            raise _TooManyParts
        found, path = self._merged(schema, path)
        kept: JsonObject = {key: value for key, value in found.items() if key in _PLAIN}
        _set_type(kept, found)
        _set_bounds(kept)
        if isinstance(words := found.get("description"), str):
            kept["description"] = words[:_MAX_WORDS]
        self._set_enum(kept, found)
        if _CONDITIONS & set(found):
            self.notes[CONDITIONAL] = None
        if depth == 0:
            if {"properties", "items", "anyOf", "oneOf"} & set(found):
                self.notes[SHORTENED.filled(depth=_DEPTHS[0])] = None
            return kept
        self._set_inner(kept, found, depth, path)
        return kept

    def _set_inner(self, kept: JsonObject, found: JsonObject, depth: int, path: tuple[str, ...]) -> None:
        if isinstance(properties := found.get("properties"), dict):
            inner = {
                str(name): self._schema(schema, depth - 1, path)
                for name, schema in properties.items()
                if not (isinstance(schema, dict) and schema.get("readOnly") is True)
            }
            kept["properties"] = inner
            if required := [name for name in _texts(found.get("required")) if name in inner]:
                kept["required"] = required
        if isinstance(found.get("items"), dict):
            kept["items"] = self._schema(found["items"], depth - 1, path)
        if isinstance(more := found.get("additionalProperties"), dict | bool):
            kept["additionalProperties"] = self._schema(more, depth - 1, path) if isinstance(more, dict) else more
        choices = [*list_of(found.get("anyOf")), *list_of(found.get("oneOf"))][:_MAX_CHOICES]
        if choices:
            kept["anyOf"] = [self._schema(choice, depth - 1, path) for choice in choices]

    def _set_enum(self, kept: JsonObject, found: JsonObject) -> None:
        if not isinstance(values := found.get("enum"), list) or not values:
            return
        if len(values) > _MAX_ENUM:
            self.notes[LONG_ENUM] = None
            return
        kept["enum"] = [*values, None] if found.get("nullable") is True and None not in values else values

    def _merged(self, schema: Any, path: tuple[str, ...]) -> tuple[JsonObject, tuple[str, ...]]:
        """Return a schema with its reference and `allOf` merged, and the references on the way."""
        merged: JsonObject = {}
        for part in self._parts(schema, path, 0):
            found, inner = part
            path = max(path, inner, key=len)
            for key, value in found.items():
                if key == "properties" and isinstance(value, dict):
                    merged[key] = {**merged.get(key, {}), **value}
                elif key == "required" and isinstance(value, list):
                    merged[key] = [*merged.get(key, []), *value]
                else:
                    if key == "type" and merged.get(key, value) != value:
                        self.notes[CONFLICT] = None
                    merged[key] = value
        return merged, path

    def _parts(self, schema: Any, path: tuple[str, ...], level: int) -> Iterable[tuple[JsonObject, tuple[str, ...]]]:
        if not isinstance(schema, dict) or level > _DEPTHS[0]:
            return
        self._unmerged -= 1
        if self._unmerged < 0:
            raise _TooManyParts
        reference = schema.get("$ref")
        own = {key: value for key, value in schema.items() if key not in {"$ref", "allOf"}}
        if isinstance(reference, str):
            if path.count(reference) >= _MAX_TURNS:
                self.notes[CYCLE] = None
            else:
                try:
                    target = self._references.target(reference)
                except UnresolvedReferenceError as error:
                    self.notes[error.text] = None
                else:
                    yield from self._parts(target, (*path, reference), level + 1)
        for part in list_of(schema.get("allOf"))[:_MAX_CHOICES]:
            yield from self._parts(part, path, level + 1)
        yield own, path


def _set_type(kept: JsonObject, found: JsonObject) -> None:
    named = found.get("type")
    types = [one for one in (named if isinstance(named, list) else [named]) if one in _TYPES]
    kept.pop("type", None)
    if types and (found.get("nullable") is True or found.get("x-nullable") is True) and "null" not in types:
        types.append("null")
    if types:
        kept["type"] = types if len(types) > 1 else types[0]


def _set_bounds(kept: JsonObject) -> None:
    """Write bounds as numbers: up to OpenAPI 3.0, `exclusiveMinimum` is a flag for `minimum`."""
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(kept.get(exclusive), bool):
            if kept.pop(exclusive) and bound in kept:
                kept[exclusive] = kept.pop(bound)


def _texts(value: Any) -> list[str]:
    return [one for one in list_of(value) if isinstance(one, str)]
