"""The shapes of evaluations, their rounds and scores."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.local_text_field import LocalTextField
from tools.forms.name_fields import NameField
from workflow_editor.api.serializers.runs import RunVersionSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, PersonSerializer
from workflow_editor.cassettes.scorers import MAX_CASES
from workflow_editor.models import Evaluation, EvaluationRound, EvaluationScore
from workflow_editor.selectors.testing.evaluations import round_sums

MAX_NAME = 120


class EvaluationSerializer(serializers.ModelSerializer[Evaluation]):
    """A table of cases; see docs/testing-workflows.md."""

    workflow = serializers.UUIDField(source="workflow_id")
    cases = serializers.ListField(child=JsonObjectField())

    class Meta:
        model = Evaluation
        fields = ("id", "workflow", "name", "cases", "created_at", "updated_at")


class EvaluationCreateSerializer(serializers.Serializer[Any]):
    """A new table: each case has `name`, `inputs`, `expected` and, if it is not `equals`, a `scorer`."""

    name = NameField(max_length=MAX_NAME)
    cases = serializers.ListField(child=JsonObjectField(), max_length=MAX_CASES)


class EvaluationPatchSerializer(serializers.Serializer[Any]):
    """Changeable fields of a table."""

    name = NameField(max_length=MAX_NAME, required=False)
    cases = serializers.ListField(child=JsonObjectField(), max_length=MAX_CASES, required=False)


class EvaluationStartSerializer(serializers.Serializer[Any]):
    """One or two versions by number; null is the graph as it is now."""

    versions = serializers.ListField(
        child=serializers.IntegerField(min_value=1, allow_null=True), min_length=1, max_length=2
    )


class EvaluationSumsSerializer(serializers.Serializer[Any]):
    """Means of the scores so far, 0 to 1; `done` of `count` cases are scored."""

    left = serializers.FloatField(allow_null=True)
    right = serializers.FloatField(allow_null=True)
    done = serializers.IntegerField()
    count = serializers.IntegerField()


class EvaluationScoreSerializer(serializers.ModelSerializer[EvaluationScore]):
    """One case with one version; `score` is null until it is known."""

    side = serializers.ChoiceField(EvaluationScore.Side.values)
    run = serializers.UUIDField(source="run_id", allow_null=True)
    judge_run = serializers.UUIDField(source="judge_run_id", allow_null=True)
    score = serializers.FloatField(allow_null=True)
    reason = LocalTextField(allow_null=True)

    class Meta:
        model = EvaluationScore
        fields = ("case", "side", "run", "judge_run", "score", "reason")


class EvaluationRoundSummarySerializer(serializers.ModelSerializer[EvaluationRound]):
    """A round as a list shows it; `right` is null when only one version was run."""

    left = RunVersionSerializer(allow_null=True)
    right = RunVersionSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    sums = serializers.SerializerMethodField()

    class Meta:
        model = EvaluationRound
        fields = ("id", "left", "right", "created_by", "created_at", "finished_at", "cancelled", "sums")

    @extend_schema_field(EvaluationSumsSerializer)
    def get_sums(self, round_: EvaluationRound) -> Any:
        return round_sums(list(round_.scores.all()))


class EvaluationRoundSerializer(serializers.Serializer[EvaluationRound]):
    """A whole round: the cases that it was begun with, and the scores in their order."""

    cases = serializers.ListField(child=JsonObjectField())
    scores = EvaluationScoreSerializer(many=True)
    summary = EvaluationRoundSummarySerializer(source="*")
