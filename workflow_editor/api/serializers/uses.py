"""Uses of tools, credentials, workflows and agents."""

from typing import Any

from rest_framework import serializers


class ToolUseSerializer(serializers.Serializer[Any]):
    """A workflow that uses something, and the names of the nodes that hold it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    nodes = serializers.ListField(child=serializers.CharField())


class ToolUsesSerializer(serializers.Serializer[Any]):
    """Uses of a tool: workflows; agents and tools that may call it; workflows with failures that it reports."""

    workflows = ToolUseSerializer(many=True)
    agents = serializers.ListField(child=serializers.CharField())
    tools = serializers.ListField(child=serializers.CharField())
    alerts = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="Empty for a rule that holds for all workflows."
    )


class TableUsesSerializer(serializers.Serializer[Any]):
    """Names of the tools that give a table's functions, and workflows that call them."""

    tools = serializers.ListField(child=serializers.CharField())
    workflows = ToolUseSerializer(many=True)


class CredentialUsesSerializer(serializers.Serializer[Any]):
    """Names of tools and model APIs that a credential belongs to, and workflows that send it."""

    tools = serializers.ListField(child=serializers.CharField())
    providers = serializers.ListField(child=serializers.CharField())
    workflows = ToolUseSerializer(many=True)


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
