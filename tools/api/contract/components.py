"""Components of the OpenAPI document, made from shapes by pydantic and written as drf-spectacular writes its own."""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from drf_spectacular.drainage import warn
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent, list_hash
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema
from rest_framework import serializers

from tools.api.contract.shapes import SUFFIX, Shape

_REF = "#/components/schemas/"


class ShapeSerializer(serializers.BaseSerializer):  # type: ignore[type-arg]  # cannot be subscripted outside tests
    """Placeholder of a shape: drf-spectacular knows serializers only. It reads and writes nothing."""

    shape: type[Shape]


@cache
def serializer_of(shape: type[Shape]) -> type[ShapeSerializer]:
    return type(shape.__name__, (ShapeSerializer,), {"shape": shape, "__doc__": shape.__doc__})


class _AnyShape:
    """Identity of all shapes: a component may be registered by the endpoint or by the shape around it."""


class ShapeComponents(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    """Describes shapes and the models inside them."""

    target_class = ShapeSerializer
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return self._shape.__name__.removesuffix(SUFFIX)

    def get_identity(self, auto_schema: Any, direction: str) -> Any:
        return _AnyShape

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Return the schema of the shape, and register those that it refers to."""
        schema = self._shape.model_json_schema(ref_template=_REF + "{model}", schema_generator=_Generator)
        parts = schema.pop("$defs", {})
        names = {_REF + key: (part.get("title", key), part) for key, part in parts.items()}
        for name, part in names.values():
            if "enum" not in part:
                _register(auto_schema.registry, name, written(part, names))
        return written(schema, names)  # type: ignore[no-any-return]

    @property
    def _shape(self) -> type[Shape]:
        target: Any = self.target if inspect.isclass(self.target) else type(self.target)
        return target.shape  # type: ignore[no-any-return]


class _Generator(GenerateJsonSchema):
    """Fields without titles, described by the docstrings below them."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def model_schema(self, schema: Any) -> dict[str, Any]:
        made = super().model_schema(schema)
        if made.get("additionalProperties") is False:
            del made["additionalProperties"]
        for name, text in _descriptions(schema["cls"]).items():
            if name in made["properties"]:
                made["properties"][name].setdefault("description", text)
        return {**made, "x-model": True}

    def enum_schema(self, schema: Any) -> dict[str, Any]:
        made = super().enum_schema(schema)
        made.pop("description", None)
        choices = getattr(schema["cls"], "choices", None)
        # ENUM_NAME_OVERRIDES finds choices by a hash that includes their labels.
        return made | ({"x-spec-enum-id": list_hash(choices)} if choices else {})


def _register(registry: Any, name: str, schema: Any) -> None:
    component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, _AnyShape)  # type: ignore[no-untyped-call]
    known = registry[component] if component in registry else component
    if known.object is _AnyShape and known.schema not in (None, schema):
        warn(f"two shapes are called {name}")
    registry.register_on_missing(component)


def written(schema: Any, parts: Mapping[str, tuple[str, Any]]) -> Any:
    """Return a schema of pydantic's as drf-spectacular writes its own.

    Args:
        parts: name and schema by reference.
    """
    if isinstance(schema, list):
        return [written(one, parts) for one in schema]
    if isinstance(schema, str) and schema in parts:
        return _REF + parts[schema][0]
    if not isinstance(schema, dict):
        return schema
    rest = {key: value if key == "$ref" else written(value, parts) for key, value in schema.items()}
    if "const" in rest:
        rest["enum"] = [rest.pop("const")]
    if rest.get("default", 0) is None:
        del rest["default"]
    if rest.pop("x-model", False):
        rest.pop("title", None)
        rest["required"] = sorted(rest.get("required", []))
        return {key: value for key, value in rest.items() if value != []}
    ref = rest.pop("$ref", None) or (_REF + rest.pop("x-component") if "x-component" in rest else None)
    name, part = parts.get(ref or "", ("", {}))
    if "enum" in part:
        # The docstring of the choices is not that of a field.
        choices = {key: value for key, value in written(part, parts).items() if key not in ("title", "description")}
        return choices | rest
    if ref:
        ref = _REF + name if name else ref
        return {"allOf": [{"$ref": ref}], **rest} if rest else {"$ref": ref}
    either, nothing = rest.get("anyOf", ())[:2] if len(rest.get("anyOf", ())) == 2 else ({}, None)
    # Spectacular names choices and drops a null among them; in a part of its own it stays.
    if nothing == {"type": "null"} and "type" in either and "enum" not in either:
        del rest["anyOf"]
        return {**either, "type": [either["type"], "null"]} | rest
    return rest


@cache
def _descriptions(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstrings below the fields of a model and of its bases."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base.__module__.partition(".")[0] != "pydantic":
            body: Any = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
            for field, text in pairwise(body.body):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    found[ast.unparse(field.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return found
