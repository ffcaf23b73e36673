"""The variables of the installation."""

from typing import Any

from rest_framework import serializers

from workflow_editor.api.serializers.shared import JsonObjectField
from workflow_editor.models.variable import MAX_VALUE


class VariableSetSerializer(serializers.Serializer[Any]):
    """New value of a variable."""

    value = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=MAX_VALUE)
    test_value = serializers.CharField(
        allow_blank=True,
        allow_null=True,
        trim_whitespace=False,
        max_length=MAX_VALUE,
        default=None,
        help_text="In runs in test mode. Null: the same.",
    )
    description = serializers.CharField(allow_blank=True, max_length=500, default="")


class VariableSerializer(serializers.Serializer[Any]):
    """A variable, which templates refer to as `{{ env.<name> }}`."""

    name = serializers.CharField()
    value = serializers.CharField(allow_blank=True)
    test_value = serializers.CharField(allow_blank=True, allow_null=True)
    description = serializers.CharField(allow_blank=True)
    updated_by = serializers.CharField(source="updated_by.username", allow_null=True, default=None)
    updated_at = serializers.DateTimeField()


class PersistentVariablesSerializer(serializers.Serializer[Any]):
    """Variables that runs set, of a workflow (`{{ vars.<name> }}`) or a conversation (`{{ conversation.<name> }}`)."""

    values = JsonObjectField(help_text="JSON values by name.")
