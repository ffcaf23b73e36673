"""The JSON of permission rules."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.api.serializers.shared import ObjectField
from tools.core.ports import ASK_TIMEOUT_S
from tools.models import ToolPolicy, ToolPolicyVersion


@extend_schema_field({"oneOf": [{"$ref": "#/components/schemas/RunMode"}, {"type": "string", "const": ""}]})
class PolicyModeField(serializers.ChoiceField):
    """Mode of a rule; empty: in both. The document's enumerations omit an empty choice."""


class ToolPolicySerializer(serializers.ModelSerializer[ToolPolicy]):
    """A permission rule; `role` and `workflow` are null for any."""

    role = serializers.CharField(source="role.name", allow_null=True, default=None, read_only=True)
    workflow = serializers.UUIDField(source="workflow_id", allow_null=True, read_only=True)
    mode = PolicyModeField(choices=["", *ToolPolicy.Mode.values], read_only=True, help_text="Empty: both.")
    mock_result = ObjectField(allow_null=True, read_only=True)

    class Meta:
        model = ToolPolicy
        fields = [
            "id",
            "role",
            "tool_pattern",
            "workflow",
            "mode",
            "effect",
            "when",
            "args_untrusted",
            "mock_result",
            "ask_timeout_s",
            "ask_someone_else",
            "note",
            "revision",
            "created_at",
        ]
        read_only_fields = fields


class ToolPolicyWriteSerializer(serializers.Serializer[Any]):
    """Content of a rule; a change may omit unchanged fields."""

    role = serializers.CharField(allow_null=True, default=None, help_text="Name of a group; null for any role.")
    tool_pattern = serializers.CharField(max_length=200)
    workflow = serializers.UUIDField(source="workflow_id", allow_null=True, default=None)
    mode = PolicyModeField(choices=["", *ToolPolicy.Mode.values], default="", help_text="Empty: both.")
    effect = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    when = serializers.CharField(
        default="", allow_blank=True, help_text="CEL over args, caller, workflow and mode; empty: always."
    )
    args_untrusted = serializers.BooleanField(
        default=False, help_text="Counts for writing calls whose arguments hold text from outside."
    )
    mock_result = ObjectField(allow_null=True, default=None, help_text="What the effect mock answers.")
    ask_timeout_s = serializers.IntegerField(default=ASK_TIMEOUT_S, help_text="How long the effect ask waits.")
    ask_someone_else = serializers.BooleanField(
        default=False, help_text="The effect ask is not answered by whoever started the run."
    )
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class ToolPolicyVersionSerializer(serializers.ModelSerializer[ToolPolicyVersion]):
    """Content of a rule at one revision, and its author."""

    content = ObjectField(read_only=True)

    class Meta:
        model = ToolPolicyVersion
        fields = ["policy_id", "number", "change", "content", "username", "at"]
        read_only_fields = fields


class ConditionCheckRequestSerializer(serializers.Serializer[Any]):
    when = serializers.CharField(allow_blank=True)


class ConditionCheckSerializer(serializers.Serializer[Any]):
    """Problem of a condition; null if it is valid."""

    message = serializers.CharField(allow_null=True)
