"""Fields that serializers of the app above share with this one until its nouns are shapes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.core.tool_id import ToolId


@extend_schema_field({"$ref": "#/components/schemas/JsonObject"})
class ObjectField(serializers.DictField):
    """Any JSON object; it goes out as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


class ToolIdField(serializers.CharField):
    """The id of a tool."""

    def to_internal_value(self, data: Any) -> ToolId:
        return ToolId(super().to_internal_value(data))
