"""Parts of runs, for the serializers of other nouns."""

from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from workflow_editor.engine.usage import tokens_of


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens of all model calls; `cost`, in the currency of the prices, is only there when a price is known."""

    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField(required=False)
    cached_tokens = serializers.IntegerField(required=False, help_text="Of the input, from the service's cache.")
    estimated = serializers.BooleanField(required=False, help_text="A service did not report its tokens.")

    def to_representation(self, instance: Any) -> Any:
        return {**tokens_of(instance), **instance}


class RunVersionSerializer(serializers.Serializer[Any]):
    """The version that a run executes; `number` is null for a snapshot that was never published."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(allow_null=True)
    content_hash = serializers.CharField()


for one in (UsageSerializer, RunVersionSerializer):
    # The shapes of `workflow_editor.api.run_shapes` are the same components.
    set_override(one, "suppress_collision_warning", True)
