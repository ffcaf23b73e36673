"""Shapes that several nouns use."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class PersonSerializer(serializers.Serializer[Any]):
    """A user as others see one."""

    id = serializers.IntegerField()
    username = serializers.CharField()


@extend_schema_field({"$ref": "#/components/schemas/JsonObject"})
class JsonObjectField(serializers.DictField):
    """A JSON object that goes out as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"$ref": "#/components/schemas/JsonSchema"})
class JsonSchemaField(JsonObjectField):
    """A JSON Schema that forms are drawn from."""
