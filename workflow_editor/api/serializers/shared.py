"""Shapes that several nouns use."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.local_text_field import LocalTextField

ROLES = ("owner", "editor", "viewer")


class PersonSerializer(serializers.Serializer[Any]):
    """A user as others see one."""

    id = serializers.IntegerField()
    username = serializers.CharField()


class FieldErrorSerializer(serializers.Serializer[Any]):
    """Problem of one field; `pointer` is a JSON pointer (RFC 6901) into the request."""

    pointer = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """One entry of a graph's problems list; `field` is a JSON pointer into the node's config."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(["error", "warning"])
    node_key = serializers.CharField(allow_null=True)
    edge_id = serializers.CharField(allow_null=True)
    field = serializers.CharField(allow_null=True)
    message = LocalTextField()


class ApiProblemSerializer(serializers.Serializer[Any]):
    """Every error answer (RFC 9457). Further members depend on the code."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    problems = ProblemSerializer(many=True, required=False)


@extend_schema_field({"$ref": "#/components/schemas/JsonObject"})
class JsonObjectField(serializers.DictField):
    """A JSON object that goes out as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"$ref": "#/components/schemas/JsonSchema"})
class JsonSchemaField(JsonObjectField):
    """A JSON Schema that forms are drawn from."""
