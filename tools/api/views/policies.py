"""Permission rules and their explanation."""

from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import StaffOnly, signed_in
from tools.api.requests import body_of
from tools.api.serializers.explanations import (
    ExplainQuerySerializer,
    PolicyDryRunRequestSerializer,
    PolicyDryRunSerializer,
    ToolPolicyExplanationSerializer,
)
from tools.api.serializers.policies import (
    ConditionCheckRequestSerializer,
    ConditionCheckSerializer,
    ToolPolicySerializer,
    ToolPolicyVersionSerializer,
    ToolPolicyWriteSerializer,
)
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.forms.local_text import local_text
from tools.policies.conditions import ConditionError, compile_condition
from tools.policies.index import CallFacts
from tools.selectors.policies import policy_explain, policy_get, policy_list, policy_versions
from tools.selectors.policy_dry_run import policy_dry_run
from tools.services.policies import policy_create, policy_delete, policy_draft, policy_update


class ToolPolicyList(APIView):
    """All rules; for administrators."""

    permission_classes = [IsAuthenticated, StaffOnly]

    @extend_schema(operation_id="tool_policies_list", responses=ToolPolicySerializer(many=True), tags=["tools"])
    def get(self, request: Request) -> Response:
        """List all rules."""
        return Response(ToolPolicySerializer(policy_list(), many=True).data)

    @extend_schema(
        operation_id="tool_policies_create",
        request=ToolPolicyWriteSerializer,
        responses={201: ToolPolicySerializer},
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Add a rule; it counts from the next call on."""
        given = body_of(request, ToolPolicyWriteSerializer)
        policy = policy_create(created_by=signed_in(request), **given)
        return Response(ToolPolicySerializer(policy).data, status=status.HTTP_201_CREATED)


class ToolPolicyDetail(APIView):
    """One rule; for administrators."""

    permission_classes = [IsAuthenticated, StaffOnly]

    @extend_schema(
        operation_id="tool_policies_partial_update",
        request=ToolPolicyWriteSerializer,
        responses=ToolPolicySerializer,
        tags=["tools"],
    )
    def patch(self, request: Request, policy_id: UUID) -> Response:
        """Change the rule; fields that are not sent stay. It counts from the next call on."""
        policy = policy_get(policy_id=policy_id)
        given = body_of(request, ToolPolicyWriteSerializer, partial=True)
        policy_update(policy=policy, changed_by=signed_in(request), **given)
        return Response(ToolPolicySerializer(policy).data)

    @extend_schema(operation_id="tool_policies_destroy", responses={204: None}, tags=["tools"])
    def delete(self, request: Request, policy_id: UUID) -> Response:
        """Remove the rule; it no longer counts from the next call on."""
        policy_delete(policy=policy_get(policy_id=policy_id), deleted_by=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ToolPolicyVersions(APIView):
    """Revisions of one rule; for administrators."""

    permission_classes = [IsAuthenticated, StaffOnly]

    @extend_schema(
        operation_id="tool_policies_versions", responses=ToolPolicyVersionSerializer(many=True), tags=["tools"]
    )
    def get(self, request: Request, policy_id: UUID) -> Response:
        """List the revisions of a rule, newest first; also of one that is gone."""
        return Response(ToolPolicyVersionSerializer(policy_versions(policy_id=policy_id), many=True).data)


class ToolPolicyCheck(APIView):
    """Validates a condition."""

    permission_classes = [IsAuthenticated, StaffOnly]

    @extend_schema(
        operation_id="tool_policies_check",
        request=ConditionCheckRequestSerializer,
        responses=ConditionCheckSerializer,
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Check a condition while it is being written."""
        given = body_of(request, ConditionCheckRequestSerializer)
        when = given["when"].strip()
        try:
            if when:
                compile_condition(when)
        except ConditionError as error:
            return Response({"message": local_text(error.text)})
        return Response({"message": None})


class ToolPolicyDryRun(APIView):
    """Tries a rule on past calls."""

    permission_classes = [IsAuthenticated, StaffOnly]

    @extend_schema(
        operation_id="tool_policies_dry_run",
        request=PolicyDryRunRequestSerializer,
        responses=PolicyDryRunSerializer,
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Decide the last audited calls with an unsaved rule."""
        given = body_of(request, PolicyDryRunRequestSerializer)
        fields = given
        replaces, last = fields.pop("replaces"), fields.pop("last")
        policy = policy_get(policy_id=replaces) if replaces else None
        draft = policy_draft(policy=policy, **fields)
        return Response(PolicyDryRunSerializer(policy_dry_run(policy=draft, last=last)).data)


class ToolPolicyExplain(APIView):
    """May somebody use a tool, and why?"""

    @extend_schema(
        operation_id="tool_policies_explain",
        parameters=[ExplainQuerySerializer],
        responses=ToolPolicyExplanationSerializer,
        tags=["tools"],
    )
    def get(self, request: Request) -> Response:
        """Explain the decision for a user, a tool and a workflow, or for one call. Only staff may ask about others."""
        query = ExplainQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        arguments = asked.get("arguments")
        explanation = policy_explain(
            user=_person(signed_in(request), asked.get("user")),
            tool=asked["tool"],
            workflow_id=asked["workflow"],
            mode=asked["mode"],
            facts=None if arguments is None else CallFacts(arguments, asked["untrusted"]),
        )
        return Response(ToolPolicyExplanationSerializer(explanation).data)


def _person(asking: User, username: str | None) -> User:
    if username is None or username == asking.username:
        return asking
    if not asking.is_staff:
        raise RecordForbiddenError(_("Only administrators may ask about other users."))
    person = User.objects.filter(username=username).first()
    if person is None:
        raise RecordNotFoundError(_("This user does not exist."))
    return person
