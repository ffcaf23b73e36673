"""Callers of workflows and agents."""

from typing import Any

from rest_framework import serializers


class InterfaceCallerSerializer(serializers.Serializer[Any]):
    """Caller of a workflow or agent: an agent, a node, a trigger, an API token, or agents over MCP."""

    kind = serializers.ChoiceField(["agent", "workflow", "trigger", "token", "mcp"])
    id = serializers.CharField()
    name = serializers.CharField()
    node = serializers.CharField(allow_blank=True)


class AgentUsesSerializer(serializers.Serializer[Any]):
    """Visible uses of an agent."""

    callers = InterfaceCallerSerializer(many=True)
    links = serializers.IntegerField(help_text="Links by which visitors may talk to it now.")
    tokens = serializers.ListField(
        child=serializers.CharField(), help_text="Names of one's tokens that may talk to agents."
    )
