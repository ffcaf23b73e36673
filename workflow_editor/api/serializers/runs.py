"""Parts of runs, for the serializers of other nouns."""

from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from workflow_editor.api.serializers.shared import JsonObjectField
from workflow_editor.api.texts import localized_failure
from workflow_editor.engine.usage import tokens_of


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


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens of all model calls; `cost`, in the currency of the prices, is only there when a price is known."""

    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField(required=False)
    cached_tokens = serializers.IntegerField(required=False, help_text="Of the input, from the service's cache.")
    estimated = serializers.BooleanField(required=False, help_text="A service did not report its tokens.")

    def to_representation(self, instance: Any) -> Any:
        return {**tokens_of(instance), **instance}


class WorkflowNameSerializer(serializers.Serializer[Any]):
    """A workflow by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class RunVersionSerializer(serializers.Serializer[Any]):
    """The version that a run executes; `number` is null for a snapshot that was never published."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(allow_null=True)
    content_hash = serializers.CharField()


for one in (RunErrorSerializer, UsageSerializer, WorkflowNameSerializer, RunVersionSerializer):
    # The shapes of `workflow_editor.api.run_shapes` are the same components.
    set_override(one, "suppress_collision_warning", True)
