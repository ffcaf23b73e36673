"""Fields and shapes that the JSON of the tools layer has in common."""

from typing import Any

from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.core.tool_id import ToolId

JSON_OBJECT = {"$ref": "#/components/schemas/JsonObject"}
JSON_SCHEMA = {"$ref": "#/components/schemas/JsonSchema"}


@extend_schema_field(JSON_OBJECT)
class ObjectField(serializers.DictField):
    """Any JSON object; it goes out as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(JSON_SCHEMA)
class SchemaField(ObjectField):
    """A JSON Schema that forms are drawn from."""


@extend_schema_field({"$ref": "#/components/schemas/Json"})
class ValueField(serializers.JSONField):
    """Any JSON value."""


class ToolIdField(serializers.CharField):
    """The id of a tool."""

    def to_internal_value(self, data: Any) -> ToolId:
        return ToolId(super().to_internal_value(data))


def proxy_field() -> serializers.CharField:
    """Return the proxy of a credential, which is never shown as it was entered."""
    return serializers.CharField(
        required=False,
        allow_blank=True,
        write_only=True,
        max_length=250,
        help_text="`http://user:password@host:port` of the HTTP proxy for all calls with it; empty: none of its own.",
    )


class PersonSerializer(serializers.Serializer[Any]):
    """A user as others see one."""

    id = serializers.IntegerField()
    username = serializers.CharField()


# The app above has the same shape under the same name, and serializers do not cross apps.
set_override(PersonSerializer, "suppress_collision_warning", True)
