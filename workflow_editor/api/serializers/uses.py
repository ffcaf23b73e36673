"""Where tools, credentials, workflows and agents are used."""

from typing import Any

from rest_framework import serializers


class ToolUseSerializer(serializers.Serializer[Any]):
    """A workflow that uses something, and the names of the nodes that hold it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    nodes = serializers.ListField(child=serializers.CharField())


class CredentialUsesSerializer(serializers.Serializer[Any]):
    """Names of tools and model APIs that a credential belongs to, and workflows that send it."""

    tools = serializers.ListField(child=serializers.CharField())
    providers = serializers.ListField(child=serializers.CharField())
    workflows = ToolUseSerializer(many=True)


class InterfaceCallerSerializer(serializers.Serializer[Any]):
    """An agent, or a node of another workflow, that calls a workflow."""

    kind = serializers.ChoiceField(["agent", "workflow"])
    id = serializers.UUIDField()
    name = serializers.CharField()
    node = serializers.CharField(allow_blank=True)
