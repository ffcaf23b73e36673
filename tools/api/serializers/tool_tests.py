"""The JSON of a try-out, and of the result of any call."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from tools.api.requests import checked
from tools.api.serializers.shared import ObjectField, ValueField
from tools.core.definitions import OperationType
from tools.core.envelope import ResultForm


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
    """Result envelope of every tool."""

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


class ResultFormQuerySerializer(serializers.Serializer[Any]):
    result_form = serializers.ChoiceField(
        choices=[form.value for form in ResultForm],
        default=ResultForm.ENVELOPE.value,
        help_text="How results come back: as `envelope`, or as `code`, `message`, `data` and `meta`.",
    )


def result_form(request: Request) -> ResultForm:
    """Return the requested result form. Raises ValidationError if it is unknown."""
    return ResultForm(checked(ResultFormQuerySerializer, request.query_params.dict())["result_form"])


TOOL_RESULT = PolymorphicProxySerializer(
    component_name="ToolResult",
    serializers=[ToolResultEnvelopeSerializer, ToolResultCodeFormSerializer],
    resource_type_field_name=None,
)
"""A result in the form that `result_form` asks for."""


@extend_schema_field(TOOL_RESULT)
class ToolResultField(ObjectField):
    """A rendered result."""


class ToolTestReportSerializer(serializers.Serializer[Any]):
    success = serializers.BooleanField()
    result = ToolResultField()
    duration_ms = serializers.FloatField()
