"""The JSON of a try-out, and of the result of any call."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField, ValueField
from tools.definitions import OperationType


class ToolTestRequestSerializer(serializers.Serializer[Any]):
    arguments = ObjectField(default=dict)
    mode = serializers.ChoiceField(choices=["live", "test"], default="test")
    function = serializers.CharField(
        max_length=128, allow_blank=True, default="", help_text="Which function of a tool that gives several."
    )
    session_id = serializers.CharField(
        max_length=120, allow_blank=True, default="", help_text="Session of a stateful tool; empty: a temporary one."
    )


class ToolResultEnvelopeSerializer(serializers.Serializer[Any]):
    """What every tool gives back."""

    success = serializers.BooleanField()
    operationType = serializers.ChoiceField(choices=[kind.value for kind in OperationType])
    data = ValueField()  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    message = serializers.CharField()
    metadata = ObjectField()
    code = serializers.IntegerField(help_text="0, or the cause: 1xxx caller, 2xxx service, 5xxx system.")


class ToolResultCodeFormSerializer(serializers.Serializer[Any]):
    """The envelope in the form of other systems."""

    code = serializers.IntegerField()
    message = serializers.CharField()
    data = ValueField()  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    meta = ObjectField()


class ToolTestReportSerializer(serializers.Serializer[Any]):
    success = serializers.BooleanField()
    result = ToolResultEnvelopeSerializer()
    code_form = ToolResultCodeFormSerializer()
    duration_ms = serializers.FloatField()
