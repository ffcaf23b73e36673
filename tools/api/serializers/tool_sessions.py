"""JSON forms of sessions of stateful tools, and of batches of calls."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField, PersonSerializer
from tools.api.serializers.tool_tests import ToolResultField
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S
from tools.forms.name_fields import NameField
from tools.models import ToolSession
from tools.services.tool_batches import MAX_CALLS


class ToolSessionSerializer(serializers.ModelSerializer[ToolSession]):
    """A session without what it remembers."""

    tool = serializers.UUIDField(source="tool_id", read_only=True)
    owner = PersonSerializer()

    class Meta:
        model = ToolSession
        fields = ["id", "resource_type", "tool", "owner", "name", "created_at", "last_activity_at", "expires_at"]
        read_only_fields = fields


class ToolSessionCreateSerializer(serializers.Serializer[Any]):
    tool = serializers.UUIDField()
    name = NameField(max_length=32, allow_blank=True, default="")


class BatchCallSerializer(serializers.Serializer[Any]):
    tool = serializers.UUIDField(help_text="Id of a configured tool.")
    arguments = ObjectField(default=dict)
    function = serializers.CharField(max_length=128, allow_blank=True, default="")
    timeout_s = serializers.FloatField(min_value=0.1, max_value=600, default=DEFAULT_TOOL_TIMEOUT_S)


class ToolBatchRequestSerializer(serializers.Serializer[Any]):
    calls = serializers.ListField(child=BatchCallSerializer(), min_length=1, max_length=MAX_CALLS)
    mode = serializers.ChoiceField(choices=["live", "test"], default="test")
    parallel = serializers.BooleanField(default=False)
    stop_on_error = serializers.BooleanField(default=True, help_text="Of serial calls.")
    session_id = serializers.CharField(max_length=120, allow_blank=True, default="")


class ToolBatchReportSerializer(serializers.Serializer[Any]):
    """Outcome of a batch; `results` are in call order, calls that were not made are missing."""

    code = serializers.IntegerField()
    message = serializers.CharField()
    results = serializers.ListField(child=ToolResultField())
    total = serializers.IntegerField()
    executed = serializers.IntegerField()
    success_count = serializers.IntegerField()
