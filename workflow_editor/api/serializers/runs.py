"""Runs, node runs and events as the API gives them out."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.core.definitions import JsonObject
from tools.forms.local_text_field import LocalTextField
from workflow_editor.api.serializers.graph import DocumentSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.api.texts import localized_failure
from workflow_editor.engine.usage import duration_ms, tokens_of
from workflow_editor.models import Run, Status
from workflow_editor.selectors.runs import NodeRunRow, node_run_rows

MAX_EVENTS = 1000


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


class RunSummarySerializer(serializers.Serializer[Any]):
    """A run as a list shows it; `duration_ms` is null until the run has ended."""

    id = serializers.UUIDField()
    workflow = WorkflowNameSerializer()
    version = RunVersionSerializer()
    kind = serializers.ChoiceField(Run.Kind.choices)
    mode = serializers.ChoiceField(Run.Mode.values)
    target_node = serializers.CharField(allow_null=True)
    trigger = serializers.CharField()
    forked_from = serializers.UUIDField(allow_null=True, source="forked_from_id")
    status = serializers.ChoiceField(Status.choices)
    error = RunErrorSerializer(allow_null=True)
    usage = UsageSerializer()
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.SerializerMethodField()

    def get_duration_ms(self, run: Run) -> int | None:
        return duration_ms(run.started_at, run.finished_at)


@extend_schema_field(serializers.ListField(child=serializers.CharField()))
class PortsField(serializers.JSONField):
    """Names of ports, which go out as they are stored."""


@extend_schema_field(DocumentSerializer)
class RunDocumentField(serializers.Field[Any, Any, Any, Any]):
    """The graph that a run executes."""

    def to_representation(self, value: JsonObject) -> JsonObject:
        return {"nodes": value["nodes"], "edges": value["edges"]}


class SentCallSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    arguments = serializers.CharField(allow_blank=True)


class SentMessageSerializer(serializers.Serializer[Any]):
    """A message as a model was sent it, secrets masked; a long text is cut."""

    round = serializers.IntegerField(help_text="The first model call that was sent it; later ones were, too.")
    role = serializers.ChoiceField(choices=["system", "user", "assistant", "tool"])
    text = serializers.CharField(allow_blank=True)
    is_cut = serializers.BooleanField()
    calls = SentCallSerializer(many=True)
    files = serializers.ListField(child=serializers.CharField())


class SentFunctionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)


class SentPromptSerializer(serializers.Serializer[Any]):
    """Prompts of a node's model calls, and the functions offered."""

    messages = SentMessageSerializer(many=True)
    functions = SentFunctionSerializer(many=True)


class NodeRunSerializer(serializers.Serializer[Any]):
    """One execution of a node; `name` and `type` are those of the version that ran.

    `scope` names the pass of the containers around the node, `""` outside of them. `mocked`: given by a person.
    `shared`: adopted from the run that this one was forked from.
    """

    node_key = serializers.CharField()
    scope = serializers.CharField(allow_blank=True)
    name = serializers.SerializerMethodField()
    type = serializers.SerializerMethodField()
    status = serializers.ChoiceField(Status.choices)
    attempt = serializers.IntegerField()
    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    ports = PortsField()
    error = serializers.SerializerMethodField()
    usage = JsonObjectField()
    mocked = serializers.BooleanField()
    shared = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.SerializerMethodField()

    def get_name(self, row: NodeRunRow) -> str:
        return str(self._node(row).get("name", row.node_key))

    def get_type(self, row: NodeRunRow) -> str:
        return str(self._node(row).get("type", ""))

    @extend_schema_field(RunErrorSerializer(allow_null=True))
    def get_error(self, row: NodeRunRow) -> Any:
        error = localized_failure(row.error)
        return None if error is None else {"node_key": row.node_key, **error}

    def get_duration_ms(self, row: NodeRunRow) -> int | None:
        return duration_ms(row.started_at, row.finished_at)

    def _node(self, row: NodeRunRow) -> JsonObject:
        node: JsonObject = self.context["nodes"].get(row.node_key, {})
        return node


class RunSerializer(RunSummarySerializer):
    """A whole run: the graph that it executes and what each node did, in passes of containers the newest 500."""

    inputs = JsonObjectField()
    output = JsonObjectField(allow_null=True)
    last_seq = serializers.IntegerField()
    document = RunDocumentField(source="version.document")
    node_runs = serializers.SerializerMethodField()

    @extend_schema_field(NodeRunSerializer(many=True))
    def get_node_runs(self, run: Run) -> Any:
        return NodeRunSerializer(node_run_rows(run), many=True, context={"nodes": nodes_by_key(run)}).data


def nodes_by_key(run: Run) -> Mapping[str, JsonObject]:
    """Return the nodes of the graph that a run executes."""
    return {node["key"]: node for node in run.version.document["nodes"]}


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


class RunWithFilesSerializer(serializers.Serializer[Any]):
    """A run with files: further parts, each named by the input that it fills."""

    json = RunCreateSerializer()


class NodeDebugSerializer(serializers.Serializer[Any]):
    """A run of one node: outputs of other nodes by key, inputs of the run, and the config on the screen if unsaved."""

    inputs = serializers.DictField(child=JsonObjectField(), default=dict)
    run_inputs = JsonObjectField(default=dict)
    config = JsonObjectField(required=False)
    mode = serializers.ChoiceField(Run.Mode.values, default=Run.Mode.LIVE)


class OutcomePreviewRequestSerializer(serializers.Serializer[Any]):
    config = JsonObjectField()


class OutcomePreviewSerializer(serializers.Serializer[Any]):
    """Expected output of a node with the values of the last run; lists are cut."""

    inputs = JsonObjectField()
    output = JsonObjectField()
    count_before = serializers.IntegerField(allow_null=True, help_text="Length of the list that it works on.")
    problem = LocalTextField(allow_null=True, help_text="Why it would fail instead.")


class PreviewRequestSerializer(serializers.Serializer[Any]):
    template = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=200_000)


class PreviewSerializer(serializers.Serializer[Any]):
    """A template filled in from the last run; `missing` names the references that have no value there."""

    text = serializers.CharField(allow_blank=True)
    missing = serializers.ListField(child=serializers.CharField())


class RunAnswerSerializer(serializers.Serializer[Any]):
    """Status of a run and its answer for the caller; `answer` is null until it has succeeded."""

    run = serializers.UUIDField()
    status = serializers.ChoiceField(Status.choices)
    answer = serializers.JSONField()
    error = RunErrorSerializer(allow_null=True)
