"""JSON of what others share with a person."""

from typing import Any

from rest_framework import serializers

from workflow_editor.api.serializers.shared import PersonSerializer
from workflow_editor.models import WorkflowMember
from workflow_editor.selectors.shared_with_me import SHARED_KINDS


class SharedWithMeQuerySerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(SHARED_KINDS, required=False)


class SharedThingSerializer(serializers.Serializer[Any]):
    """Something of somebody else's: `role` is what one may do with a workflow once it is taken up, else null."""

    kind = serializers.ChoiceField(SHARED_KINDS)
    id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    owner = PersonSerializer()
    role = serializers.ChoiceField(WorkflowMember.Role.choices, allow_null=True)
    offered_over_mcp = serializers.BooleanField(
        help_text="Whether agents with one's own tokens are told of it at /mcp/ once it is taken up."
    )
    taken_up = serializers.BooleanField(help_text="Whether it is in one's lists, and in the MCP list where offered.")
