"""Evaluations: tables of cases, run for one or two versions."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.evaluations import (
    EvaluationCreateSerializer,
    EvaluationPatchSerializer,
    EvaluationRoundSerializer,
    EvaluationRoundSummarySerializer,
    EvaluationSerializer,
    EvaluationStartSerializer,
)
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.testing.evaluations import evaluation_for, evaluation_list, round_for, round_list
from workflow_editor.selectors.testing.workflow_tests import version_numbered
from workflow_editor.services.testing.evaluations import (
    evaluation_create,
    evaluation_round_cancel,
    evaluation_run,
    evaluation_update,
)
from workflow_editor.services.testing.results import version_as_it_is


class EvaluationsView(APIView):
    @extend_schema(operation_id="evaluation_list", responses=EvaluationSerializer(many=True))
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the tables of a workflow, newest first."""
        workflow = workflow_for(user_of(request), workflow_id)
        return Response(EvaluationSerializer(evaluation_list(workflow), many=True).data)

    @extend_schema(
        operation_id="evaluation_create", request=EvaluationCreateSerializer, responses={201: EvaluationSerializer}
    )
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Store a table of cases."""
        workflow = workflow_for(user_of(request), workflow_id, Access.EDIT)
        evaluation = evaluation_create(workflow, **body_of(request, EvaluationCreateSerializer))
        return Response(EvaluationSerializer(evaluation).data, status=201)


class EvaluationView(APIView):
    @extend_schema(operation_id="evaluation_get", responses=EvaluationSerializer)
    def get(self, request: Request, evaluation_id: Any) -> Response:
        """Return one table."""
        return Response(EvaluationSerializer(evaluation_for(user_of(request), evaluation_id)).data)

    @extend_schema(operation_id="evaluation_update", request=EvaluationPatchSerializer, responses=EvaluationSerializer)
    def patch(self, request: Request, evaluation_id: Any) -> Response:
        """Change a table; rounds that were run keep their cases."""
        evaluation = evaluation_for(user_of(request), evaluation_id, Access.EDIT)
        evaluation_update(evaluation, **body_of(request, EvaluationPatchSerializer))
        return Response(EvaluationSerializer(evaluation).data)

    @extend_schema(operation_id="evaluation_delete", responses={204: None})
    def delete(self, request: Request, evaluation_id: Any) -> Response:
        """Delete a table with its rounds; their runs stay in the list of runs."""
        evaluation_for(user_of(request), evaluation_id, Access.EDIT).delete()
        return Response(status=204)


class EvaluationRoundsView(APIView):
    @extend_schema(operation_id="evaluation_round_list", responses=EvaluationRoundSummarySerializer(many=True))
    def get(self, request: Request, evaluation_id: Any) -> Response:
        """Return the rounds of a table, newest first."""
        rounds = round_list(evaluation_for(user_of(request), evaluation_id))
        return Response(EvaluationRoundSummarySerializer(rounds, many=True).data)

    @extend_schema(
        operation_id="evaluation_run", request=EvaluationStartSerializer, responses={201: EvaluationRoundSerializer}
    )
    def post(self, request: Request, evaluation_id: Any) -> Response:
        """Begin a round over one version or two; it continues in the background."""
        user = user_of(request)
        evaluation = evaluation_for(user, evaluation_id, Access.EDIT)
        workflow = evaluation.workflow
        versions = [
            version_as_it_is(workflow, user) if number is None else version_numbered(workflow, number)
            for number in body_of(request, EvaluationStartSerializer)["versions"]
        ]
        return Response(EvaluationRoundSerializer(evaluation_run(evaluation, user, *versions)).data, status=201)


class EvaluationRoundView(APIView):
    @extend_schema(operation_id="evaluation_round_get", responses=EvaluationRoundSerializer)
    def get(self, request: Request, round_id: Any) -> Response:
        """Return a round with the scores that are known by now."""
        return Response(EvaluationRoundSerializer(round_for(user_of(request), round_id)).data)


class EvaluationRoundCancelView(APIView):
    @extend_schema(operation_id="evaluation_round_cancel", request=None, responses=EvaluationRoundSerializer)
    def post(self, request: Request, round_id: Any) -> Response:
        """End a round with the scores that it has, and cancel its runs; nothing happens when it is over."""
        round_ = round_for(user_of(request), round_id, Access.EDIT)
        return Response(EvaluationRoundSerializer(evaluation_round_cancel(round_)).data)
