"""JSON of what others share with a person."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from workflow_editor.api.serializers.shared import PersonSerializer
from workflow_editor.models import WorkflowMember
from workflow_editor.selectors.lists.shared_with_me import SHARED_KINDS


class SharedWithMeQuerySerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(SHARED_KINDS, required=False)


@extend_schema_field({"$ref": "#/components/schemas/MemberRole"})
class _RoleField(serializers.ChoiceField):
    """A role, or null: the generated schema of a choice leaves null out."""


class SharedThingSerializer(serializers.Serializer[Any]):
    """Something of somebody else's: `role` is what one may do with a workflow once it is taken up, else null."""

    kind = serializers.ChoiceField(SHARED_KINDS)
    id = serializers.UUIDField()
    tool_id = serializers.CharField(allow_null=True, help_text="How nodes and agents name it; null for a table.")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    owner = PersonSerializer()
    role = _RoleField(WorkflowMember.Role.choices, allow_null=True)
    offered_over_mcp = serializers.BooleanField(
        help_text="Whether agents with one's own tokens are told of it at /mcp/ once it is taken up."
    )
    taken_up = serializers.BooleanField(help_text="Whether it is in one's lists, and in the MCP list where offered.")
