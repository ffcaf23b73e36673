"""The JSON of the kinds of tools."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField, SchemaField
from tools.api.serializers.summary import summary_field
from tools.core.definitions import EffectClass
from tools.forms.local_text_field import LocalTextField


class ToolTypeSerializer(serializers.Serializer[Any]):
    """A kind of tool, and the schemas of its forms."""

    type = serializers.CharField(help_text="UI type, or the id of a built-in tool.")
    kind = serializers.ChoiceField(choices=["configured", "builtin"])
    executor = serializers.CharField()
    platform = serializers.CharField(
        allow_null=True, help_text="Of a notification: which service it goes to, such as feishu."
    )
    title = LocalTextField()
    help = LocalTextField()
    keywords = LocalTextField()
    summary = summary_field()
    icon = serializers.CharField()
    category = serializers.CharField()
    implemented = serializers.BooleanField()
    unimplemented_message = LocalTextField(allow_null=True)
    operation = serializers.CharField(help_text="query, operation, save …")
    effect = serializers.ChoiceField(choices=[effect.value for effect in EffectClass])
    requires_permission = serializers.BooleanField()
    gives_functions = serializers.BooleanField(
        help_text="One configured tool is many functions, each with an id of its own, e.g. mcp:<id>:<name>."
    )
    config_schema = SchemaField()
    parameters_schema = SchemaField()
    default_config = ObjectField()
