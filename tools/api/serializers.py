"""JSON forms of the tools layer; keys are snake_case, `config` is the executor's camelCase JSON."""

from typing import Any

import orjson
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools import catalogue
from tools.audit_chain import BEGIN, END
from tools.config_forms import secret_names
from tools.definitions import EffectClass, JsonObject, OperationType
from tools.http_credential import HTTP_KIND
from tools.models import Credential, ToolConfig, ToolInvocation, ToolPolicy, ToolPolicyVersion
from tools.ports import ASK_TIMEOUT_S
from tools.redaction import redact
from tools.registry import is_tool_implemented
from tools.selectors import tool_config_may_change
from tools.selectors.policy_dry_run import DryRun

JSON_OBJECT = {"$ref": "#/components/schemas/JsonObject"}
JSON_SCHEMA = {"$ref": "#/components/schemas/JsonSchema"}


@extend_schema_field(JSON_OBJECT)
class ObjectField(serializers.DictField):
    """Any JSON object; it goes out as it is."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(JSON_SCHEMA)
class SchemaField(ObjectField):
    """A JSON Schema that forms are drawn from."""


@extend_schema_field({"$ref": "#/components/schemas/Json"})
class ValueField(serializers.JSONField):
    """Any JSON value."""


class LocalTextSerializer(serializers.Serializer[Any]):
    """A text in both interface languages."""

    en = serializers.CharField()
    zh = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A user as others see one."""

    id = serializers.IntegerField()
    username = serializers.CharField()


# The apps above have the same shapes under the same names, and serializers do not cross apps.
set_override(LocalTextSerializer, "suppress_collision_warning", True)
set_override(PersonSerializer, "suppress_collision_warning", True)


class ToolTypeSerializer(serializers.Serializer[Any]):
    """What a kind of tool is, and the schemas that its forms are drawn from."""

    type = serializers.CharField(help_text="UI type, or the id of a built-in tool.")
    kind = serializers.ChoiceField(choices=["configured", "builtin"])
    executor = serializers.CharField()
    title = LocalTextSerializer()
    help = LocalTextSerializer()
    icon = serializers.CharField()
    category = serializers.CharField()
    implemented = serializers.BooleanField()
    unimplemented_message = LocalTextSerializer(allow_null=True)
    operation = serializers.CharField(help_text="query, operation, save …")
    effect = serializers.ChoiceField(choices=[effect.value for effect in EffectClass])
    requires_permission = serializers.BooleanField()
    config_schema = SchemaField()
    parameters_schema = SchemaField()
    default_config = ObjectField()


class ToolConfigSerializer(serializers.ModelSerializer[ToolConfig]):
    """A configured tool; secret fields of `config` are null, `secrets_set` names those that have a value.

    People who may not change a shared tool see its settings without what looks like a secret. Needs `context["user"]`.
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
    name = serializers.CharField(max_length=200)
    description = serializers.CharField(max_length=1024, allow_blank=True, default="")
    enabled = serializers.BooleanField(default=True)
    shared = serializers.BooleanField(default=False)
    offered_over_mcp = serializers.BooleanField(default=False)
    config = ObjectField(default=dict, help_text="Settings, secret fields included.")


class ToolConfigUpdateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    description = serializers.CharField(max_length=1024, allow_blank=True, required=False)
    enabled = serializers.BooleanField(required=False)
    shared = serializers.BooleanField(required=False)
    offered_over_mcp = serializers.BooleanField(required=False)
    config = ObjectField(
        required=False,
        help_text="Replaces the settings. A secret that is left out or null keeps its value, an empty text removes it.",
    )


class ToolTestRequestSerializer(serializers.Serializer[Any]):
    arguments = ObjectField(default=dict)
    mode = serializers.ChoiceField(choices=["live", "test"], default="test")
    function = serializers.CharField(
        max_length=128, allow_blank=True, default="", help_text="Which function of a tool that gives several."
    )
    session_id = serializers.CharField(
        max_length=120, allow_blank=True, default="", help_text="Session of a stateful tool; empty: a temporary one."
    )


class ToolFunctionSerializer(serializers.Serializer[Any]):
    """One function of a tool that gives several, such as a tool of an MCP server."""

    name = serializers.CharField()
    tool_id = serializers.CharField(help_text="For rules and nodes, e.g. mcp:<id>:<name>.")
    function_name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    input_schema = SchemaField()
    chosen = serializers.BooleanField(help_text="Whether the configured tool offers it.")


class ToolHealthSerializer(serializers.Serializer[Any]):
    """The newest live calls of a tool, at most 50 of them; `last_error` is empty when none of them failed."""

    calls = serializers.IntegerField()
    succeeded = serializers.IntegerField()
    last_call_at = serializers.DateTimeField(allow_null=True)
    last_error = serializers.CharField(allow_blank=True)
    last_error_at = serializers.DateTimeField(allow_null=True)


class ProgramSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()


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


class ToolPolicySerializer(serializers.ModelSerializer[ToolPolicy]):
    """A permission rule; `role` and `workflow` are null for any."""

    role = serializers.CharField(source="role.name", allow_null=True, default=None, read_only=True)
    workflow = serializers.UUIDField(source="workflow_id", allow_null=True, read_only=True)
    mode = serializers.ChoiceField(choices=["", *ToolPolicy.Mode.values], read_only=True, help_text="Empty: both.")
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
            "note",
            "revision",
            "created_at",
        ]
        read_only_fields = fields


class ToolPolicyWriteSerializer(serializers.Serializer[Any]):
    """What a rule says; a change may leave out whatever stays."""

    role = serializers.CharField(allow_null=True, default=None, help_text="Name of a group; null for any role.")
    tool_pattern = serializers.CharField(max_length=200)
    workflow = serializers.UUIDField(source="workflow_id", allow_null=True, default=None)
    mode = serializers.ChoiceField(choices=["", *ToolPolicy.Mode.values], default="", help_text="Empty: both.")
    effect = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    when = serializers.CharField(
        default="", allow_blank=True, help_text="CEL over args, caller, workflow and mode; empty: always."
    )
    args_untrusted = serializers.BooleanField(
        default=False, help_text="Counts for writing calls whose arguments hold text from outside."
    )
    mock_result = ObjectField(allow_null=True, default=None, help_text="What the effect mock answers.")
    ask_timeout_s = serializers.IntegerField(default=ASK_TIMEOUT_S, help_text="How long the effect ask waits.")
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class ToolPolicyVersionSerializer(serializers.ModelSerializer[ToolPolicyVersion]):
    """What a rule said at one revision, and who made it so."""

    content = ObjectField(read_only=True)

    class Meta:
        model = ToolPolicyVersion
        fields = ["policy_id", "number", "change", "content", "username", "at"]
        read_only_fields = fields


class ExplainQuerySerializer(serializers.Serializer[Any]):
    user = serializers.CharField(required=False, help_text="User name; oneself when left out. Others: staff only.")
    tool = serializers.CharField(help_text="tool:<id>, system:<action>, an executor or a UI type.")
    workflow = serializers.UUIDField(required=False, allow_null=True, default=None)
    mode = serializers.ChoiceField(choices=ToolPolicy.Mode.values, default="live")
    arguments = serializers.CharField(required=False, help_text="JSON object: explains this very call, conditions too.")
    untrusted = serializers.BooleanField(default=False, help_text="With text from outside in a writing call.")

    def validate_arguments(self, text: str) -> JsonObject:
        try:
            found = orjson.loads(text)
        except orjson.JSONDecodeError:
            found = None
        if not isinstance(found, dict):
            raise serializers.ValidationError(_("Write a JSON object."), "not_an_object")
        return found


class ConditionCheckRequestSerializer(serializers.Serializer[Any]):
    when = serializers.CharField(allow_blank=True)


class ConditionCheckSerializer(serializers.Serializer[Any]):
    """What is wrong with a condition; null: nothing."""

    message = serializers.CharField(allow_null=True)


class PolicyDryRunRequestSerializer(ToolPolicyWriteSerializer):
    """A rule as it would be."""

    replaces = serializers.UUIDField(allow_null=True, default=None, help_text="The rule that would be changed.")
    last = serializers.IntegerField(default=1000, min_value=1, max_value=10_000, help_text="Calls to look at.")


class PolicyDryRunExampleSerializer(serializers.Serializer[Any]):
    """A call that would be decided otherwise."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    username = serializers.CharField()
    tool = serializers.CharField()
    before = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    after = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)


class PolicyDryRunSerializer(serializers.Serializer[Any]):
    """What a rule would have done to the last calls; `to` counts by the effect that they would newly have."""

    calls = serializers.IntegerField()
    changed = serializers.IntegerField()
    to = serializers.DictField(child=serializers.IntegerField())
    examples = PolicyDryRunExampleSerializer(many=True)
    summary = serializers.SerializerMethodField()

    def get_summary(self, found: DryRun) -> str:
        text = _("Of the last %(calls)d calls, %(changed)d would be decided otherwise.")
        counts = [f"{ToolInvocation.Decision(effect).label}: {count}" for effect, count in sorted(found.to.items())]
        return " ".join([text % {"calls": found.calls, "changed": found.changed}, ", ".join(counts)]).strip()


class ToolPolicyExplanationSerializer(serializers.Serializer[Any]):
    effect = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    rule = ToolPolicySerializer(allow_null=True)
    reason = LocalTextSerializer()


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
        return row.reason_text(get_language() or "en")


class CredentialSerializer(serializers.ModelSerializer[Credential]):
    """A credential without its values, which never leave the server."""

    class Meta:
        model = Credential
        fields = ["id", "name", "kind", "created_at"]
        read_only_fields = fields


class CredentialCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    kind = serializers.SlugField(max_length=40)
    values = ObjectField(write_only=True)


class CredentialChangeSerializer(serializers.Serializer[Credential]):
    """What may change of a stored credential."""

    name = serializers.CharField(max_length=200, required=False)
    values = ObjectField(write_only=True, required=False)

    def validate_values(self, values: JsonObject) -> JsonObject:
        if self.instance is not None and self.instance.kind != HTTP_KIND:
            raise serializers.ValidationError(_("Replace it in the settings of the tool or model API that uses it."))
        return values
