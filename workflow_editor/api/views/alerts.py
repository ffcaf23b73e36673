"""Alert rules of failing runs: of one workflow for its editors, of all for administrators."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.forms.local_text import request_language
from workflow_editor.api.requests import body_of, origin_of, user_of
from workflow_editor.api.serializers.alerts import (
    AlertRuleCreateSerializer,
    AlertRulePatchSerializer,
    AlertRuleSerializer,
)
from workflow_editor.models import AlertRule, Workflow
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.alerts import alert_rule_for, alert_rule_list
from workflow_editor.services.alerts.rules import Given, alert_rule_create, alert_rule_test, alert_rule_update


@extend_schema_view(get=extend_schema(operation_id="alert_rule_list"))
class AlertRulesView(generics.ListAPIView[AlertRule]):
    """The notifications about failures of any workflow."""

    permission_classes: Any = (IsAdminUser,)
    serializer_class = AlertRuleSerializer
    pagination_class = None

    def get_queryset(self) -> Any:
        return alert_rule_list(self._workflow())

    @extend_schema(
        operation_id="alert_rule_create", request=AlertRuleCreateSerializer, responses={201: AlertRuleSerializer}
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Notify somebody from now on."""
        workflow = self._workflow()
        rule = alert_rule_create(_given(request), workflow, **body_of(request, AlertRuleCreateSerializer))
        return Response(AlertRuleSerializer(rule).data, status=201)

    def _workflow(self) -> Workflow | None:
        return None


@extend_schema_view(
    get=extend_schema(operation_id="workflow_alert_rule_list"),
    post=extend_schema(
        operation_id="workflow_alert_rule_create",
        request=AlertRuleCreateSerializer,
        responses={201: AlertRuleSerializer},
    ),
)
class WorkflowAlertRulesView(AlertRulesView):
    """The notifications about failures of one workflow."""

    permission_classes = generics.ListAPIView.permission_classes

    def _workflow(self) -> Workflow | None:
        return workflow_for(user_of(self.request), self.kwargs["workflow_id"], Access.EDIT)


class AlertRuleView(APIView):
    @extend_schema(operation_id="alert_rule_update", request=AlertRulePatchSerializer, responses=AlertRuleSerializer)
    def patch(self, request: Request, alert_rule_id: Any) -> Response:
        """Change a notification."""
        rule = alert_rule_for(user_of(request), alert_rule_id)
        changed = alert_rule_update(_given(request), rule, **body_of(request, AlertRulePatchSerializer))
        return Response(AlertRuleSerializer(changed).data)

    @extend_schema(operation_id="alert_rule_delete", responses={204: None})
    def delete(self, request: Request, alert_rule_id: Any) -> Response:
        """Notify nobody any more."""
        alert_rule_for(user_of(request), alert_rule_id).delete()
        return Response(status=204)


class AlertRuleTestView(APIView):
    @extend_schema(operation_id="alert_rule_test", request=None, responses={204: None})
    def post(self, request: Request, alert_rule_id: Any) -> Response:
        """Send a message as if the workflow had failed."""
        user = user_of(request)
        alert_rule_test(alert_rule_for(user, alert_rule_id), user)
        return Response(status=204)


def _given(request: Request) -> Given:
    return Given(user_of(request), origin_of(request), request_language())
