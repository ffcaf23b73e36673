"""The shapes of tests and their results."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.local_text_field import LocalTextField
from tools.forms.name_fields import NameField
from workflow_editor.api.serializers.runs import RunVersionSerializer, UsageSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.cassettes.assertions import MAX_ASSERTIONS
from workflow_editor.models import WorkflowTest, WorkflowTestResult

MAX_NAME = 120


@extend_schema_field({"$ref": "#/components/schemas/Json"})
class JsonValueField(serializers.JSONField):
    """Any JSON value."""


class TestFindingSerializer(serializers.Serializer[Any]):
    """A difference between recording and graph, or (`assertion_failed`) a failed assertion.

    `index` and `kind` are those of the assertion; `round` is 0 for the node as a whole.
    """

    code = serializers.CharField()
    message = LocalTextField()
    node = serializers.CharField(required=False)
    scope = serializers.CharField(required=False, allow_blank=True)
    round = serializers.IntegerField(required=False)
    index = serializers.IntegerField(required=False)
    kind = serializers.CharField(required=False)
    recorded = JsonValueField()
    found = JsonValueField()


class WorkflowTestResultSerializer(serializers.ModelSerializer[WorkflowTestResult]):
    """One replay; `run` is null once the replay has been deleted. `duration_ms` is that of the recorded calls."""

    status = serializers.ChoiceField(WorkflowTestResult.Status.values)
    findings = serializers.SerializerMethodField()
    run = serializers.UUIDField(source="run_id", allow_null=True)
    version = RunVersionSerializer(allow_null=True)
    usage = serializers.SerializerMethodField()
    created_by = PersonSerializer(allow_null=True)

    class Meta:
        model = WorkflowTestResult
        fields = ("id", "status", "findings", "run", "version", "usage", "duration_ms", "created_by", "created_at")

    @extend_schema_field(TestFindingSerializer(many=True))
    def get_findings(self, result: WorkflowTestResult) -> Any:
        # They go out as they were stored: fields that one does not have are not there.
        return result.findings

    @extend_schema_field(UsageSerializer(allow_null=True))
    def get_usage(self, result: WorkflowTestResult) -> Any:
        return result.usage or None


class WorkflowTestSerializer(serializers.ModelSerializer[WorkflowTest]):
    """A test without its cassette; `last_result` is null while it was never replayed."""

    workflow = serializers.UUIDField(source="workflow_id")
    source_run = serializers.UUIDField(source="source_run_id", allow_null=True)
    inputs = JsonObjectField()
    assertions = serializers.ListField(child=JsonObjectField())
    created_by = PersonSerializer(allow_null=True)
    last_result = serializers.SerializerMethodField()

    class Meta:
        model = WorkflowTest
        fields = (
            "id",
            "workflow",
            "name",
            "inputs",
            "assertions",
            "compares_prompts",
            "source_run",
            "created_by",
            "created_at",
            "updated_at",
            "last_result",
        )

    @extend_schema_field(WorkflowTestResultSerializer(allow_null=True))
    def get_last_result(self, test: WorkflowTest) -> Any:
        listed = getattr(test, "newest", None)
        newest = listed[0] if listed else (test.results.first() if listed is None else None)
        return None if newest is None else WorkflowTestResultSerializer(newest).data


class WorkflowTestRecordSerializer(serializers.Serializer[Any]):
    """The name of the new test."""

    name = NameField(max_length=MAX_NAME)


class WorkflowTestPatchSerializer(serializers.Serializer[Any]):
    """Changeable fields of a test; docs/testing-workflows.md describes the assertions."""

    name = NameField(max_length=MAX_NAME, required=False)
    inputs = JsonObjectField(required=False)
    assertions = serializers.ListField(child=JsonObjectField(), max_length=MAX_ASSERTIONS, required=False)
    compares_prompts = serializers.BooleanField(required=False)


class WorkflowTestReplaySerializer(serializers.Serializer[Any]):
    """Number of the version to replay; by default the current graph."""

    version = serializers.IntegerField(min_value=1, required=False)


class WorkflowTestFileSerializer(serializers.Serializer[Any]):
    """A test as a file, with its cassette; see docs/testing-workflows.md."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    workflow = serializers.CharField(required=False, allow_blank=True)
    inputs = JsonObjectField(required=False)
    until_node = serializers.CharField(required=False, allow_null=True)
    compares_prompts = serializers.BooleanField(required=False)
    assertions = serializers.ListField(child=JsonObjectField(), required=False)
    cassette = JsonObjectField()
