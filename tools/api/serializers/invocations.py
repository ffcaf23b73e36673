"""The JSON of the audit log."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField
from tools.audit.chain import BEGIN, END
from tools.models import ToolInvocation


class InvocationQuerySerializer(serializers.Serializer[Any]):
    tool = serializers.CharField(required=False, help_text="Tool id or executor.")
    user = serializers.CharField(required=False, help_text="User name.")
    result = serializers.ChoiceField(choices=["success", "failure"], required=False)
    decision = serializers.ChoiceField(choices=ToolInvocation.Decision.choices, required=False)
    run = serializers.UUIDField(required=False)
    workflow = serializers.UUIDField(required=False)


class ToolInvocationSerializer(serializers.ModelSerializer[ToolInvocation]):
    """One audit row; arguments and result are redacted."""

    id = serializers.CharField(read_only=True)
    node_key = serializers.SerializerMethodField()
    mode = serializers.ChoiceField(choices=ToolInvocation.Mode.values, read_only=True)
    reason = serializers.SerializerMethodField()
    message = serializers.SerializerMethodField()
    code = serializers.IntegerField(source="result_code", allow_null=True, read_only=True)
    arguments = ObjectField(read_only=True)
    result = ObjectField(allow_null=True, read_only=True)
    approval = ObjectField(allow_null=True, read_only=True)

    class Meta:
        model = ToolInvocation
        # Whatever the chain seals is shown, under the names of the API.
        fields = ["id", *BEGIN, *("code" if name == "result_code" else name for name in END)]
        read_only_fields = fields

    def get_node_key(self, row: ToolInvocation) -> str | None:
        return row.node_key or None

    def get_reason(self, row: ToolInvocation) -> str:
        return row.reason_text

    def get_message(self, row: ToolInvocation) -> str:
        return row.message_text
