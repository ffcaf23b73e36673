"""Sends texts in every language."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.core.text import Text


@extend_schema_field({"$ref": "#/components/schemas/LocalText"})
class LocalTextField(serializers.DictField):
    """A `Text` or its JSON form, sent in every language."""

    def to_representation(self, value: Any) -> Any:
        return value.to_json() if isinstance(value, Text) else value
