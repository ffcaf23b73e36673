"""JSON forms of code that is looked through."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.api.serializers.tool_configs import ToolConfigSerializer, ToolIdField
from tools.core.definitions import JsonObject
from tools.executors.custom.settings import MAX_FUNCTIONS, MAX_PARAMETERS
from tools.forms.local_text_field import LocalTextField
from tools.models import ToolConfig
from tools.services.code_reviews import tool_config_findings

MAX_CODE_CHARACTERS = 100_000


class FindingSerializer(serializers.Serializer[Any]):
    """Something in a piece of code; `line` and `column` count from 1."""

    line = serializers.IntegerField()
    column = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable, e.g. syntax, unknown_name, unknown_module, endless_loop.")
    severity = serializers.ChoiceField(
        ["error", "warning"], help_text="error: such code is not stored; warning: worth a look."
    )
    message = LocalTextField()


class CodeInputSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, allow_blank=True)
    type = serializers.ChoiceField(["any", "string", "number", "boolean", "array", "object"], default="any")
    optional = serializers.BooleanField(default=False)


class CodeFunctionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=64, allow_blank=True)
    tool = ToolIdField(max_length=200, allow_blank=True, help_text="http_get, or the ID of a tool.")


class CodeCheckSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=MAX_CODE_CHARACTERS, allow_blank=True, trim_whitespace=False)
    language = serializers.ChoiceField(["python", "javascript"], default="python")
    inputs = serializers.ListField(child=CodeInputSerializer(), max_length=MAX_PARAMETERS, default=list)
    functions = serializers.ListField(child=CodeFunctionSerializer(), max_length=MAX_FUNCTIONS, default=list)
    keeps_variables = serializers.BooleanField(default=False)


class LostGrantSerializer(serializers.Serializer[Any]):
    """A granted tool that is not there; the tool would not be stored like this."""

    pointer = serializers.CharField(help_text="Into the request, e.g. /functions/0/tool.")
    code = serializers.CharField(help_text="granted_tool.")
    message = LocalTextField()


class CodeCheckReportSerializer(serializers.Serializer[Any]):
    findings = FindingSerializer(many=True)
    lost_grants = LostGrantSerializer(many=True)


class ToolConfigDetailSerializer(ToolConfigSerializer):
    """A configured tool, with what was found in its code."""

    findings = serializers.SerializerMethodField()

    class Meta(ToolConfigSerializer.Meta):
        fields = [*ToolConfigSerializer.Meta.fields, "findings"]
        read_only_fields = fields

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, tool: ToolConfig) -> list[JsonObject]:
        return [finding.to_json() for finding in tool_config_findings(tool=tool)]
