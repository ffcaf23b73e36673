"""The shapes of runs, node runs and events. Runs and node runs are written by `workflow_editor.api.run_json`."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from workflow_editor.api.run_json import run_json, run_summary_json
from workflow_editor.api.serializers.graph import DocumentSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.models import Run, Status
from workflow_editor.selectors.runs import node_run_rows

MAX_EVENTS = 1000


class RunErrorSerializer(serializers.Serializer[Any]):
    """Why a run or a node failed; `translations` has the message in other languages than English, by code."""

    code = serializers.CharField()
    message = serializers.CharField()
    translations = serializers.DictField(child=serializers.CharField(), required=False)
    node_key = serializers.CharField(allow_null=True)
    details = JsonObjectField(required=False)


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens of all model calls; `cost`, in the currency of the prices, is only there when a price is known."""

    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField(required=False)


class WorkflowNameSerializer(serializers.Serializer[Any]):
    """A workflow by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class RunVersionSerializer(serializers.Serializer[Any]):
    """The version that a run executes; `number` is null for a snapshot that was never published."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(allow_null=True)
    content_hash = serializers.CharField()


class RunSummarySerializer(serializers.Serializer[Any]):
    """A run as a list shows it; `duration_ms` is null until the run has ended."""

    id = serializers.UUIDField()
    workflow = WorkflowNameSerializer()
    version = RunVersionSerializer()
    kind = serializers.ChoiceField(Run.Kind.choices)
    mode = serializers.ChoiceField(Run.Mode.values)
    target_node = serializers.CharField(allow_null=True)
    trigger = serializers.CharField()
    forked_from = serializers.UUIDField(allow_null=True)
    status = serializers.ChoiceField(Status.choices)
    error = RunErrorSerializer(allow_null=True)
    usage = UsageSerializer()
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: Run) -> Any:
        return run_summary_json(instance)


class NodeRunSerializer(serializers.Serializer[Any]):
    """One execution of a node; `name` and `type` are those of the version that ran.

    `scope` names the pass of the containers around the node, `""` outside of them.
    `mocked`: given by a person. `shared`: taken over from the run that this one was forked from.
    """

    node_key = serializers.CharField()
    scope = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    type = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    attempt = serializers.IntegerField()
    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    ports = serializers.ListField(child=serializers.CharField())
    error = RunErrorSerializer(allow_null=True)
    usage = JsonObjectField()
    mocked = serializers.BooleanField()
    shared = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)


class RunSerializer(RunSummarySerializer):
    """A whole run: the graph that it executes and what each node did, in passes of containers the newest 500."""

    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    last_seq = serializers.IntegerField()
    document = DocumentSerializer()
    node_runs = NodeRunSerializer(many=True)

    def to_representation(self, instance: Run) -> Any:
        return run_json(instance, instance.version.document, node_run_rows(instance))


@extend_schema_field({"$ref": "#/components/schemas/RunEventFrame"})
class RunEventField(serializers.JSONField):
    """A `workflow_editor.adapters.run_frames.RunEventFrame`, which `workflow_editor.openapi` adds to the document."""


class RunEventsSerializer(serializers.Serializer[Any]):
    """Events in order; ask again with `after` = the last `seq` for more."""

    results = serializers.ListField(child=RunEventField())


class NodeRunQuerySerializer(serializers.Serializer[Any]):
    """`scope` names a pass of the containers around the node; without it, the last pass counts."""

    scope = serializers.CharField(required=False, allow_blank=True, max_length=400)


class EventsQuerySerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, default=200)


class RunsQuerySerializer(serializers.Serializer[Any]):
    workflow = serializers.UUIDField(required=False)
    version = serializers.IntegerField(
        required=False, min_value=1, max_value=2_147_483_647, help_text="Number of a published version."
    )
    status = serializers.ChoiceField(Status.choices, required=False)
    kind = serializers.ChoiceField(Run.Kind.choices, required=False)


class RunCreateSerializer(serializers.Serializer[Any]):
    """A run of a graph, or of what leads up to a node and the node itself."""

    inputs = JsonObjectField(default=dict)
    version = serializers.IntegerField(
        min_value=1, allow_null=True, default=None, help_text="Number of a published version; null: the draft."
    )
    until_node = serializers.CharField(required=False, max_length=64)
    mode = serializers.ChoiceField(Run.Mode.values, default=Run.Mode.LIVE)


class NodeDebugSerializer(serializers.Serializer[Any]):
    """A run of one node: outputs of other nodes by key, inputs of the run, and the config on the screen if unsaved."""

    inputs = serializers.DictField(child=JsonObjectField(), default=dict)
    run_inputs = JsonObjectField(default=dict)
    config = JsonObjectField(required=False)
    mode = serializers.ChoiceField(Run.Mode.values, default=Run.Mode.LIVE)


class PreviewRequestSerializer(serializers.Serializer[Any]):
    template = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=200_000)


class PreviewSerializer(serializers.Serializer[Any]):
    """A template filled in from the last run; `missing` names the references that have no value there."""

    text = serializers.CharField(allow_blank=True)
    missing = serializers.ListField(child=serializers.CharField())
