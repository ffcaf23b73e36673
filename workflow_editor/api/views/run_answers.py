"""Status and answer of a run for its starter: a token over MCP, or the sender of a webhook."""

from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from tools.api.permissions import signed_in
from workflow_editor.agent_runtime.tool_calls import answer_over_mcp
from workflow_editor.api.authentication import ApiTokenAuthentication, ApiTokenScheme, CookieAuthentication
from workflow_editor.api.client_address import client_address
from workflow_editor.api.run_shapes import RunError, failure_json
from workflow_editor.api.views.webhooks import finished_answer, with_origin
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ApiToken, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run.answers import SenderView, run_started_by, sender_view

_LOOK_AGAIN_S = "5"


class StarterAuthentication(ApiTokenAuthentication):
    """API tokens, and those that only call what is offered over MCP."""

    scopes = (ApiToken.Scope.API.value, ApiToken.Scope.MCP.value)


class StarterScheme(ApiTokenScheme):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = StarterAuthentication
    name = "apiOrMcpToken"


class RunAnswer(Shape):
    """Status of a run, and its result for the caller; `answer` is null until it has succeeded."""

    run: UUID
    status: Status
    answer: Any
    error: RunError | None


@endpoint("GET", "runs/<uuid:run_id>/answer/", authentication=(StarterAuthentication, CookieAuthentication))
def run_answer(request: Request, run_id: UUID) -> RunAnswer:
    """Return status and answer: to who may see the run, and to the MCP token that started it."""
    token = request.auth
    if isinstance(token, ApiToken) and ApiToken.Scope.API.value not in token.scopes:
        answer = answer_over_mcp(run_started_by(token, run_id), token.user)
    else:
        run = run_for(signed_in(request), run_id)
        answer = {"run": run.pk, "status": run.status, "answer": run.output, "error": run.error}
    return RunAnswer.model_construct(**answer | {"error": failure_json(answer["error"])})


class _SenderView(APIView):
    """For senders: who knows the address of a webhook and the id of what it sent there."""

    origin = ""
    """Origin of the page that may read the answer; empty for none."""
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def seen(self, request: Request, token: str, delivery_id: UUID) -> SenderView:
        """Return the delivery.

        Raises NotFoundError if there is none, or this client address is not allowed, indistinguishably.
        """
        found = sender_view(token, delivery_id)
        self.origin = found.config.origin_for(request.headers.get("Origin", ""))
        if not found.config.admits(client_address(request._request)):
            raise NotFoundError("There is no such delivery.")
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Let the page that called read the answer, where its origin is allowed."""
        return with_origin(super().finalize_response(request, response, *args, **kwargs), self.origin)


class SentDeliveryView(_SenderView):
    @extend_schema(exclude=True)
    def get(self, request: Request, token: str, delivery_id: UUID) -> Response:
        """Return {delivery, run, status, answer}."""
        return Response(self.seen(request, token, delivery_id).to_json())


class SentDeliveryAnswerView(_SenderView):
    @extend_schema(exclude=True)
    def get(self, request: Request, token: str, delivery_id: UUID) -> HttpResponseBase:
        """Return what a sender that waits for the end would have got; 202 while there is none."""
        found = self.seen(request, token, delivery_id)
        if found.run is None or found.run.status in OPEN_STATUSES:
            return Response(found.to_json(), status=202, headers={"Retry-After": _LOOK_AGAIN_S})
        if found.run.status == Status.SUCCEEDED and not found.is_answered:
            return Response(status=204)
        return finished_answer(found.run, found.response)
