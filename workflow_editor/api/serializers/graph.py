"""Graphs and the operations that edit them. Operations are checked by `workflow_editor.graph`, not here."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from workflow_editor.api.serializers.shared import JsonObjectField, ProblemSerializer


class PositionSerializer(serializers.Serializer[Any]):
    """Canvas coordinates in pixels at zoom 1."""

    x = serializers.FloatField()
    y = serializers.FloatField()


class NodePolicySerializer(serializers.Serializer[Any]):
    """Handling of slow or failing attempts of a node; omitted fields have their defaults."""

    timeoutS = serializers.FloatField(allow_null=True, required=False)
    attempts = serializers.IntegerField(min_value=1, max_value=10, required=False)
    backoffS = serializers.FloatField(required=False)
    maxBackoffS = serializers.FloatField(required=False)
    onError = serializers.ChoiceField(["fail", "default", "port"], required=False)
    defaultOutput = JsonObjectField(required=False)


class NodeDocSerializer(serializers.Serializer[Any]):
    """One node as stored; `config` is the camelCase JSON that the node type's `config_schema` describes."""

    key = serializers.CharField()
    name = serializers.CharField()
    type = serializers.CharField()
    type_version = serializers.IntegerField()
    config = JsonObjectField()
    position = PositionSerializer()
    parent = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    bypass = serializers.BooleanField()
    policy = NodePolicySerializer(required=False)
    pinned_output = JsonObjectField(allow_null=True)


class EdgeDocSerializer(serializers.Serializer[Any]):
    """A connection from an output port to an input port."""

    id = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    source_port = serializers.CharField()
    target = serializers.CharField()
    target_port = serializers.CharField()


class DocumentSerializer(serializers.Serializer[Any]):
    """A whole graph."""

    schema_version = serializers.IntegerField(required=False)
    nodes = NodeDocSerializer(many=True)
    edges = EdgeDocSerializer(many=True)


class GraphSerializer(serializers.Serializer[Any]):
    """The stored graph and what keeps it from running."""

    revision = serializers.IntegerField()
    nodes = NodeDocSerializer(many=True)
    edges = EdgeDocSerializer(many=True)
    problems = ProblemSerializer(many=True)


class NodeChangesSerializer(serializers.Serializer[Any]):
    """The fields of a node that change; `config` is replaced as a whole."""

    name = serializers.CharField(required=False)
    type = serializers.CharField(required=False)
    type_version = serializers.IntegerField(required=False)
    config = JsonObjectField(required=False)
    position = PositionSerializer(required=False)
    parent = serializers.CharField(allow_null=True, required=False)  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    bypass = serializers.BooleanField(required=False)
    policy = NodePolicySerializer(required=False)
    pinned_output = JsonObjectField(allow_null=True, required=False)


class AddNodeSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["add_node"])
    node = NodeDocSerializer()


class UpdateNodeSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["update_node"])
    key = serializers.CharField()
    changes = NodeChangesSerializer()


class UpdateConfigSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["update_config"])
    key = serializers.CharField()
    set = JsonObjectField(required=False)
    unset = serializers.ListField(child=serializers.CharField(), required=False)


class RemoveNodeSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["remove_node"])
    key = serializers.CharField()


class AddEdgeSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["add_edge"])
    edge = EdgeDocSerializer()


class RemoveEdgeSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["remove_edge"])
    id = serializers.CharField()


GRAPH_OPERATION = PolymorphicProxySerializer(
    component_name="GraphOperation",
    resource_type_field_name="op",
    serializers={
        "add_node": AddNodeSerializer,
        "update_node": UpdateNodeSerializer,
        "update_config": UpdateConfigSerializer,
        "remove_node": RemoveNodeSerializer,
        "add_edge": AddEdgeSerializer,
        "remove_edge": RemoveEdgeSerializer,
    },
    many=False,
)


@extend_schema_field(GRAPH_OPERATION)
class GraphOperationField(serializers.DictField):
    """One operation, as it came."""


class GraphPatchSerializer(serializers.Serializer[Any]):
    """A batch of operations and the revision that they started from; `batch` names it, so that it may be sent again."""

    revision = serializers.IntegerField(min_value=0)
    operations = serializers.ListField(child=GraphOperationField())
    batch = serializers.UUIDField(required=False)


class SavedGraphChangeSerializer(serializers.Serializer[Any]):
    """One batch that somebody saved; `user` is a user name, empty when the account is gone."""

    revision = serializers.IntegerField()
    operations = serializers.ListField(child=GraphOperationField())
    batch = serializers.UUIDField(allow_null=True)
    user = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class GraphSavedSerializer(serializers.Serializer[Any]):
    """The answer to a saved batch: the revision that it made, and what others saved between its start and it."""

    revision = serializers.IntegerField()
    changes = SavedGraphChangeSerializer(many=True)
    problems = ProblemSerializer(many=True)


class GraphConflictSerializer(serializers.Serializer[Any]):
    """Problem document of code `graph_conflict`: changes saved since the given revision.

    `changes` is empty when there are too many, or none: the graph has to be read again.
    """

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.ChoiceField(["graph_conflict"])
    revision = serializers.IntegerField()
    changes = SavedGraphChangeSerializer(many=True)
