"""Runs, node runs and events."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from workflow_editor.api.serializers.graph import DocumentSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.api.texts import localized_failure
from workflow_editor.models import Run, Status

MAX_EVENTS = 1000


class RunErrorSerializer(serializers.Serializer[Any]):
    """Why a run or a node failed."""

    code = serializers.CharField()
    message = serializers.CharField()
    node_key = serializers.CharField(allow_null=True)
    details = JsonObjectField(required=False)


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens of all model calls."""

    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()


class WorkflowNameSerializer(serializers.Serializer[Any]):
    """A workflow by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class RunVersionSerializer(serializers.Serializer[Any]):
    """The version that a run executes; `number` is null for a snapshot that was never published."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(allow_null=True)
    content_hash = serializers.CharField()


def duration_ms(started_at: datetime | None, finished_at: datetime | None) -> int | None:
    if started_at is None or finished_at is None:
        return None
    return round((finished_at - started_at).total_seconds() * 1000)


class RunSummarySerializer(serializers.Serializer[Any]):
    """A run as a list shows it; `duration_ms` is null until the run has ended."""

    id = serializers.UUIDField()
    workflow = WorkflowNameSerializer()
    version = RunVersionSerializer()
    kind = serializers.ChoiceField(Run.Kind.choices)
    mode = serializers.ChoiceField(Run.Mode.values)
    target_node = serializers.CharField(allow_null=True)
    trigger = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    error = serializers.SerializerMethodField()
    usage = serializers.SerializerMethodField()
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.SerializerMethodField()

    @extend_schema_field(RunErrorSerializer(allow_null=True))
    def get_error(self, run: Run) -> Any:
        return localized_failure(run.error)

    @extend_schema_field(UsageSerializer)
    def get_usage(self, run: Run) -> dict[str, int]:
        return {"input_tokens": 0, "output_tokens": 0, **run.usage}

    def get_duration_ms(self, run: Run) -> int | None:
        return duration_ms(run.started_at, run.finished_at)


class NodeRunSerializer(serializers.Serializer[Any]):
    """One execution of a node; `name` and `type` are those of the version that ran."""

    node_key = serializers.CharField()
    name = serializers.SerializerMethodField()
    type = serializers.SerializerMethodField()
    status = serializers.ChoiceField(Status.choices)
    attempt = serializers.IntegerField()
    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    ports = serializers.ListField(child=serializers.CharField())
    error = serializers.SerializerMethodField()
    usage = JsonObjectField()
    mocked = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.SerializerMethodField()

    def get_name(self, node_run: Any) -> str:
        return str(self._node(node_run).get("name", node_run.node_key))

    def get_type(self, node_run: Any) -> str:
        return str(self._node(node_run).get("type", ""))

    @extend_schema_field(RunErrorSerializer(allow_null=True))
    def get_error(self, node_run: Any) -> Any:
        error = localized_failure(node_run.error)
        return None if error is None else {"node_key": node_run.node_key, **error}

    def get_duration_ms(self, node_run: Any) -> int | None:
        return duration_ms(node_run.started_at, node_run.finished_at)

    def _node(self, node_run: Any) -> dict[str, Any]:
        """Find the node in the document; `nodes` by key comes in the context, so that it is built once per run."""
        nodes: dict[str, dict[str, Any]] = self.context["nodes"]
        return nodes.get(node_run.node_key, {})


def nodes_of(run: Run) -> dict[str, dict[str, Any]]:
    """Return the nodes of the run's version by key."""
    return {node["key"]: node for node in run.version.document["nodes"]}


class RunSerializer(RunSummarySerializer):
    """A whole run: the graph that it executes and what each node did."""

    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    last_seq = serializers.IntegerField()
    document = serializers.SerializerMethodField()
    node_runs = serializers.SerializerMethodField()

    @extend_schema_field(DocumentSerializer)
    def get_document(self, run: Run) -> dict[str, Any]:
        document = run.version.document
        return {"nodes": document["nodes"], "edges": document["edges"]}

    @extend_schema_field(NodeRunSerializer(many=True))
    def get_node_runs(self, run: Run) -> Any:
        return NodeRunSerializer(run.node_runs.all(), many=True, context={"nodes": nodes_of(run)}).data


class RunEventSerializer(serializers.Serializer[Any]):
    """One numbered fact about a run."""

    seq = serializers.IntegerField()
    type = serializers.CharField()
    node_key = serializers.CharField(allow_null=True)
    payload = JsonObjectField()
    at = serializers.DateTimeField()


class RunEventsSerializer(serializers.Serializer[Any]):
    """Events in order; ask again with `after` = the last `seq` for more."""

    results = RunEventSerializer(many=True)


class EventsQuerySerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, default=200)


class RunsQuerySerializer(serializers.Serializer[Any]):
    workflow = serializers.UUIDField(required=False)
    status = serializers.ChoiceField(Status.choices, required=False)
    kind = serializers.ChoiceField(Run.Kind.choices, required=False)


class RunCreateSerializer(serializers.Serializer[Any]):
    """A run of the stored graph."""

    inputs = JsonObjectField(default=dict)
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
