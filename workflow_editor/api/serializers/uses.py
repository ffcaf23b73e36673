"""Callers of workflows and agents."""

from typing import Any

from rest_framework import serializers


class InterfaceCallerSerializer(serializers.Serializer[Any]):
    """What calls a workflow or an agent: an agent, a workflow's node, a trigger, a token that may, agents over MCP."""

    kind = serializers.ChoiceField(["agent", "workflow", "trigger", "token", "mcp"])
    id = serializers.CharField()
    name = serializers.CharField()
    node = serializers.CharField(allow_blank=True)


class AgentUsesSerializer(serializers.Serializer[Any]):
    """What would miss an agent, as far as one may see it."""

    callers = InterfaceCallerSerializer(many=True)
    links = serializers.IntegerField(help_text="Links by which visitors may talk to it now.")
    tokens = serializers.ListField(
        child=serializers.CharField(), help_text="Names of one's tokens that may talk to agents."
    )
