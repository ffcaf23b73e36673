"""The catalogue of node types; `workflow_editor.nodes.registry` builds it."""

from typing import Any, get_args

from rest_framework import serializers

from tools.api.serializers.summary import summary_field
from tools.forms.local_text_field import LocalTextField
from workflow_editor.api.serializers.shared import JsonObjectField, JsonSchemaField
from workflow_editor.graph.catalogue import NodeRole
from workflow_editor.nodes.base import Category


class PortSerializer(serializers.Serializer[Any]):
    """A connection point; with `show_if` it exists only while these fields of the config hold one of the values."""

    id = serializers.CharField()
    title = LocalTextField()
    show_if = JsonObjectField(allow_null=True)


class OutputFieldSerializer(serializers.Serializer[Any]):
    """A value that later nodes can refer to as `nodes.<key>.<name>`."""

    name = serializers.CharField()
    type = serializers.ChoiceField(["string", "number", "boolean", "object", "array", "any"])
    title = LocalTextField()


class NodeExampleSerializer(serializers.Serializer[Any]):
    """One use of a node type: its settings, what comes in (inputs of the run, outputs of nodes by key) and out."""

    text = LocalTextField()
    config = JsonObjectField()
    inputs = JsonObjectField()
    nodes = JsonObjectField()
    output = JsonObjectField()


class TemplateFilterSerializer(serializers.Serializer[Any]):
    """A filter of templates: `{{ value | name: arguments }}` gives the result."""

    name = serializers.CharField()
    arguments = serializers.CharField(allow_blank=True)
    help = LocalTextField()
    value = serializers.JSONField()
    result = serializers.JSONField()


class NodeTypeInfoSerializer(serializers.Serializer[Any]):
    """A node type.

    `output_fields_from` names a config list with rows that are output fields too. Rows `{id, label}` of the list
    `outputs_from` are output ports before `outputs`. A type of role `container` has a body that runs in passes and sees
    `pass_fields`. One of role `canvas` is only drawn.
    """

    id = serializers.CharField()
    version = serializers.IntegerField()
    category = serializers.ChoiceField(get_args(Category))
    icon = serializers.CharField()
    title = LocalTextField()
    help = LocalTextField()
    keywords = LocalTextField()
    summary = summary_field()
    inputs = PortSerializer(many=True)
    outputs = PortSerializer(many=True)
    outputs_from = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(get_args(NodeRole))
    effect = serializers.ChoiceField(["pure", "repeatable", "unrepeatable"])
    previews = serializers.BooleanField(help_text="Whether `outcome/` can say what such a node would give.")
    example = NodeExampleSerializer(required=False)
    config_schema = JsonSchemaField()
    default_config = JsonObjectField()
    output_fields = OutputFieldSerializer(many=True)
    output_fields_from = serializers.CharField(allow_null=True)
    pass_fields = OutputFieldSerializer(many=True)
