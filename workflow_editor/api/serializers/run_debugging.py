"""The shapes of forks, comparisons and pins."""

from typing import Any

from rest_framework import serializers

from workflow_editor.api.serializers.runs import UsageSerializer
from workflow_editor.api.serializers.shared import JsonObjectField
from workflow_editor.models import Run, Status


class RunForkSerializer(serializers.Serializer[Any]):
    """A run from one node on, adopting earlier results.

    `inputs` replace inputs of the run by name, `configs` the settings of nodes that run again. For a node inside a
    container, the outermost container runs again, adopting earlier nodes of iteration passes unless inputs, or settings
    before it, change.
    """

    from_node = serializers.CharField(max_length=64)
    inputs = JsonObjectField(default=dict)
    configs = serializers.DictField(child=JsonObjectField(), default=dict)
    mode = serializers.ChoiceField(Run.Mode.values, required=False)


class ComparisonQuerySerializer(serializers.Serializer[Any]):
    """`with` is the other run; `scope` names the pass of a container to look into."""

    scope = serializers.CharField(default="", allow_blank=True, max_length=400)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # A field cannot be declared under this name: it is a word of Python's.
        return {"with": serializers.UUIDField(), **super().get_fields()}


class ComparedValueQuerySerializer(ComparisonQuerySerializer):
    """Location of a value in a node's outputs."""

    node_key = serializers.CharField(max_length=64)
    path = serializers.CharField(default="", allow_blank=True, max_length=4_000, help_text="A JSON pointer.")


class SpentSerializer(serializers.Serializer[Any]):
    """Time, tokens and money; `cost` is null where no price is known."""

    status = serializers.ChoiceField(Status.choices)
    duration_ms = serializers.IntegerField(allow_null=True)
    usage = UsageSerializer()
    cost = serializers.FloatField(allow_null=True)


class ComparedRunSerializer(SpentSerializer):
    """One of two runs."""

    id = serializers.UUIDField()


class ComparedNodeSerializer(SpentSerializer):
    """A node in one of two runs; long outputs are cut."""

    output = JsonObjectField(allow_null=True)


class OutputChangeSerializer(serializers.Serializer[Any]):
    """One difference of two outputs at a JSON pointer; a side is `{value}`, or null where there is nothing."""

    path = serializers.CharField(allow_blank=True)
    left = JsonObjectField(allow_null=True)
    right = JsonObjectField(allow_null=True)
    is_cut = serializers.BooleanField(help_text="Whether one of the values is longer than what is shown.")


class ComparisonRowSerializer(serializers.Serializer[Any]):
    """One node in both runs; `same` when status and output are equal. `passes` of a container can be looked into."""

    node_key = serializers.CharField()
    scope = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    passes = serializers.IntegerField()
    left = ComparedNodeSerializer(allow_null=True)
    right = ComparedNodeSerializer(allow_null=True)
    same = serializers.BooleanField()
    changes = OutputChangeSerializer(many=True)


class RunComparisonSerializer(serializers.Serializer[Any]):
    """Two runs node by node."""

    left = ComparedRunSerializer()
    right = ComparedRunSerializer()
    rows = ComparisonRowSerializer(many=True)


class PinSerializer(serializers.Serializer[Any]):
    """Pass of an enclosing container; by default the last one."""

    scope = serializers.CharField(required=False, allow_blank=True, max_length=400)


class PinnedSerializer(serializers.Serializer[Any]):
    """The graph's new revision."""

    revision = serializers.IntegerField()
