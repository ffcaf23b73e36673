"""Parts of runs, for the serializers of other nouns."""

from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from workflow_editor.api.serializers.shared import JsonObjectField
from workflow_editor.api.texts import localized_failure


class RunErrorSerializer(serializers.Serializer[Any]):
    """Why a run or a node failed; `translations` has the message in other languages than English, by code."""

    code = serializers.CharField()
    message = serializers.CharField()
    translations = serializers.DictField(child=serializers.CharField(), required=False)
    node_key = serializers.CharField(allow_null=True)
    details = JsonObjectField(required=False)

    def to_representation(self, instance: Any) -> Any:
        # What is refused before it becomes a run names no node.
        return {"node_key": None, **(localized_failure(instance) or {})}


class WorkflowNameSerializer(serializers.Serializer[Any]):
    """A workflow by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


for one in (RunErrorSerializer, WorkflowNameSerializer):
    # The shapes of `workflow_editor.api.run_shapes` are the same components.
    set_override(one, "suppress_collision_warning", True)
