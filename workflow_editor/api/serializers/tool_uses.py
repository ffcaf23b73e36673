"""Where a configured tool is used."""

from typing import Any

from rest_framework import serializers


class ToolUseSerializer(serializers.Serializer[Any]):
    """A workflow that uses a tool, and the names of the nodes that hold it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    nodes = serializers.ListField(child=serializers.CharField())
