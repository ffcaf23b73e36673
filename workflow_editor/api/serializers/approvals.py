"""Waits for people, and reasons of unfinished runs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.local_text_field import LocalTextField
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.runs import WorkflowNameSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.models import Status, Wait
from workflow_editor.selectors.waits import needs_someone_else

MAX_COMMENT = 4_000


class RunIdSerializer(serializers.Serializer[Any]):
    """A run by id."""

    id = serializers.UUIDField()


@extend_schema_field({"$ref": "#/components/schemas/ApprovalPayload"})
class ApprovalPayloadField(serializers.JSONField):
    """A `workflow_editor.nodes.waits.ApprovalPayload`, which `workflow_editor.openapi` adds to the document."""


class ApprovalSerializer(serializers.Serializer[Any]):
    """A decision for a person.

    `decisions` are the choices, none if `needs_someone_else`: the asking person started the run, and a rule requires
    another. `answer` is {decision, values, comment}; further decisions in it are `timed_out` and `cancelled`.
    """

    id = serializers.IntegerField()
    run = RunIdSerializer(source="node_run.run")
    workflow = WorkflowNameSerializer(source="node_run.run.workflow")
    node_key = serializers.CharField(source="node_run.node_key")
    node_name = serializers.SerializerMethodField()
    scope = serializers.CharField(source="node_run.scope", allow_blank=True)
    payload = ApprovalPayloadField()
    decisions = serializers.SerializerMethodField()
    needs_someone_else = serializers.SerializerMethodField()
    due_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    answer = JsonObjectField(allow_null=True)
    answered_by = PersonSerializer(allow_null=True)
    answered_at = serializers.DateTimeField(allow_null=True)

    def get_node_name(self, wait: Wait) -> str:
        key = wait.node_run.node_key
        nodes = wait.node_run.run.version.document["nodes"]
        return next((str(node["name"]) for node in nodes if node["key"] == key), key)

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_decisions(self, wait: Wait) -> list[str]:
        return [] if self.get_needs_someone_else(wait) else list(wait.about.decisions)

    def get_needs_someone_else(self, wait: Wait) -> bool:
        return wait.answered_at is None and needs_someone_else(user_of(self.context["request"]), wait)


class ApprovalAnswerSerializer(serializers.Serializer[Any]):
    """A decision.

    `values` are a form's fields, the output of a call that happened, a new budget, or `arguments` that replace a
    call's.
    """

    decision = serializers.CharField(max_length=20)
    values = JsonObjectField(default=dict)
    comment = serializers.CharField(default="", allow_blank=True, max_length=MAX_COMMENT)


class ApprovalsQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(["open", "done"], required=False)
    run = serializers.UUIDField(required=False, help_text="Also what the unfinished runs wait for that it waits for.")


class ExplanationSerializer(serializers.Serializer[Any]):
    """One thing that an unfinished run waits for; `node_key` is null when the run as a whole waits.

    `owner` is the worker that holds the node's lease, `lease_age_s` the seconds since its last renewal.
    """

    node_key = serializers.CharField(allow_null=True)
    scope = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(Status.choices)
    owner = serializers.CharField(allow_null=True)
    lease_age_s = serializers.FloatField(allow_null=True)
    last_event = serializers.DateTimeField(allow_null=True)
    next_timeout = serializers.DateTimeField(allow_null=True)
    reason = LocalTextField()
