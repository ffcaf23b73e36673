"""The JSON of configured tools: what they are, what they offer, how they do."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.api.serializers.shared import JSON_OBJECT, JSON_SCHEMA, ObjectField, PersonSerializer, SchemaField
from tools.core.definitions import JsonObject
from tools.core.tool_id import ToolId
from tools.executors.registry import is_tool_implemented
from tools.forms.config_forms import secret_names
from tools.forms.name_fields import NameField
from tools.models import ToolConfig
from tools.secrets.redaction import redact
from tools.selectors import tool_types as catalogue
from tools.selectors.tool_configs import tool_config_may_change


class ToolIdField(serializers.CharField):
    def to_internal_value(self, data: Any) -> ToolId:
        return ToolId(super().to_internal_value(data))


class ToolConfigSerializer(serializers.ModelSerializer[ToolConfig]):
    """A configured tool; secret fields of `config` are null, `secrets_set` names those that have a value.

    People who may not change a shared tool get its settings redacted. Needs `context["user"]`.
    """

    config = serializers.SerializerMethodField()
    secrets_set = serializers.SerializerMethodField()
    tool_id = serializers.CharField(read_only=True)
    function_name = serializers.SerializerMethodField()
    parameters_schema = serializers.SerializerMethodField()
    implemented = serializers.SerializerMethodField()
    owner = PersonSerializer()

    class Meta:
        model = ToolConfig
        fields = [
            "id",
            "type",
            "name",
            "description",
            "enabled",
            "config",
            "secrets_set",
            "tool_id",
            "function_name",
            "parameters_schema",
            "implemented",
            "owner",
            "shared",
            "offered_over_mcp",
            "created_at",
            "updated_at",
        ]
        read_only_fields = fields

    @extend_schema_field(JSON_OBJECT)
    def get_config(self, tool: ToolConfig) -> JsonObject:
        shown = tool.config if tool_config_may_change(user=self.context["user"], tool=tool) else redact(tool.config)
        return {**shown, **dict.fromkeys(secret_names(tool.type))}

    def get_secrets_set(self, tool: ToolConfig) -> list[str]:
        return tool.credential.value_names if tool.credential else []

    def get_function_name(self, tool: ToolConfig) -> str:
        return catalogue.function_name(tool)

    @extend_schema_field(JSON_SCHEMA)
    def get_parameters_schema(self, tool: ToolConfig) -> JsonObject:
        return catalogue.parameters_schema(tool)

    def get_implemented(self, tool: ToolConfig) -> bool:
        return is_tool_implemented(tool.type)


class ToolConfigCreateSerializer(serializers.Serializer[Any]):
    type = serializers.CharField(max_length=100, help_text="UI type such as http-request.")
    name = NameField(max_length=200)
    description = serializers.CharField(max_length=1024, allow_blank=True, default="")
    enabled = serializers.BooleanField(default=True)
    shared = serializers.BooleanField(default=False)
    offered_over_mcp = serializers.BooleanField(default=False)
    config = ObjectField(default=dict, help_text="Settings, secret fields included.")


class ToolConfigUpdateSerializer(serializers.Serializer[Any]):
    name = NameField(max_length=200, required=False)
    description = serializers.CharField(max_length=1024, allow_blank=True, required=False)
    enabled = serializers.BooleanField(required=False)
    shared = serializers.BooleanField(required=False)
    offered_over_mcp = serializers.BooleanField(required=False)
    config = ObjectField(
        required=False,
        help_text="Replaces the settings. A secret that is left out or null keeps its value, an empty text removes it.",
    )


class FunctionSerializer(serializers.Serializer[Any]):
    """One function: what it is called, and the form of its arguments."""

    tool_id = serializers.CharField(help_text="For rules and nodes, e.g. mcp:<id>:<name>.")
    function_name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    input_schema = SchemaField()


class FunctionQuerySerializer(serializers.Serializer[Any]):
    tool = ToolIdField(
        max_length=300,
        help_text="Id of a tool, e.g. tool:<id>, mcp:<id>:<name>, workflow:<short name>, system:get_current_time.",
    )


class ToolFunctionSerializer(FunctionSerializer):
    """One function of a tool that gives several, such as a tool of an MCP server."""

    name = serializers.CharField()
    chosen = serializers.BooleanField(help_text="Whether the configured tool offers it.")


class ProgramSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()


class ToolHealthSerializer(serializers.Serializer[Any]):
    """The newest live calls of a tool, at most 50 of them; `last_error` is empty when none of them failed."""

    calls = serializers.IntegerField()
    succeeded = serializers.IntegerField()
    last_call_at = serializers.DateTimeField(allow_null=True)
    last_error = serializers.CharField(allow_blank=True)
    last_error_at = serializers.DateTimeField(allow_null=True)
