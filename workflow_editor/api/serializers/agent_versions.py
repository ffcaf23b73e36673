"""Versions of agents."""

from typing import Any

from rest_framework import serializers

from agents.models import AgentVersion
from workflow_editor.api.serializers.agents import AgentDocumentField


class AgentVersionSerializer(serializers.ModelSerializer[AgentVersion]):
    """A version as a list shows it; `created_by` is null once that person is removed."""

    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)

    class Meta:
        model = AgentVersion
        fields: tuple[str, ...] = ("number", "note", "created_by", "created_at")
        read_only_fields = fields


class WholeAgentVersionSerializer(AgentVersionSerializer):
    """A version with the profile."""

    document = AgentDocumentField()

    class Meta(AgentVersionSerializer.Meta):
        fields = (*AgentVersionSerializer.Meta.fields, "document")
        read_only_fields = fields


class AgentVersionKeepSerializer(serializers.Serializer[Any]):
    note = serializers.CharField(default="", allow_blank=True, max_length=200)
