"""/hooks/<token>/: the addresses of webhooks, open to everybody who knows one and proves who they are."""

import re
from collections.abc import AsyncIterator
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.files import file_response
from tools.api.public_address import content_address
from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.formats.json_text import write_json
from tools.core.formats.named_values import by_name
from tools.core.registered.files import file_id_of
from tools.core.text import Text
from tools.selectors.tool_files import tool_file_for_call
from workflow_editor.adapters.body_memory import body_was_read
from workflow_editor.api.arrived_bodies import arrived_body
from workflow_editor.api.client_address import client_address
from workflow_editor.api.error_handler import MEDIA_TYPE, ProblemDetails
from workflow_editor.api.event_stream import event_stream
from workflow_editor.api.texts import localized
from workflow_editor.errors import ForbiddenError, failure_text
from workflow_editor.models import Run, Status, TriggerDelivery
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.builtin.respond import may_set
from workflow_editor.selectors.outside.triggers import response_of
from workflow_editor.selectors.run.stream import answer_events
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.triggers.receive import (
    NothingListensError,
    Received,
    WrongMethodError,
    webhook_config,
    webhook_receive,
)
from workflow_editor.triggers.webhooks.sender import WebhookRequest

_SANDBOX = "sandbox allow-scripts allow-forms allow-popups"
"""Without `allow-same-origin`: a workflow's page must not act as its visitor."""
_METHODS = "GET, POST, PUT, PATCH, DELETE"
_HEADER_NAMES = re.compile(r"[0-9A-Za-z_, -]{1,1000}")
_PREFLIGHT_HOLDS_S = 600
_HEARTBEAT = b": still working\n\n"
_OTHER_ORIGIN = Text("Pages of this origin may not call this address.")


class WebhookView(APIView):
    """One view for all methods: the settings of the webhook decide which it takes."""

    origin = ""
    """Origin of the page that may read the answer; empty for none."""
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    @extend_schema(exclude=True)
    def take(self, request: Request, token: str, path: str = "") -> HttpResponseBase:
        """Store what arrived, and start a run with it."""
        received_at = timezone.now()
        headers = {name.lower(): value for name, value in request.headers.items()}
        query = by_name((name, str(value)) for name, values in request.query_params.lists() for value in values)
        self.origin = self._allowed_origin(request, token)
        try:
            address = client_address(request._request)
            with arrived_body(request._request) as brought:
                arrived = WebhookRequest(
                    str(request.method),
                    headers,
                    query,
                    brought.body,
                    received_at,
                    brought.files,
                    brought.form,
                    brought.spooled,
                )
                received = webhook_receive(token, path, arrived, address=address)
            return _answer(request, received)
        except WrongMethodError as error:
            problem = ProblemDetails(405, "method_not_allowed", "", headers={"Allow": error.allowed})
            return Response(problem.body(), status=405, headers=problem.headers, content_type=MEDIA_TYPE)

    get = post = put = patch = delete = take

    @extend_schema(exclude=True)
    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]  # as in DRF
        """Answer what a browser asks before it calls from a page; it is never asked to send cookies."""
        config = webhook_config(kwargs["token"])
        if config is None:
            raise NothingListensError
        self.origin = config.origin_for(request.headers.get("Origin", ""))
        if not self.origin:
            raise ForbiddenError(_OTHER_ORIGIN, code="origin_not_allowed")
        answer = Response(status=204)
        answer["Access-Control-Allow-Methods"] = _METHODS if config.method == "any" else config.method
        wanted = request.headers.get("Access-Control-Request-Headers", "")
        if _HEADER_NAMES.fullmatch(wanted):
            answer["Access-Control-Allow-Headers"] = wanted
        answer["Access-Control-Max-Age"] = str(_PREFLIGHT_HOLDS_S)
        return answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Let the page that called read the answer, errors too, where its origin is allowed."""
        return with_origin(super().finalize_response(request, response, *args, **kwargs), self.origin)

    def _allowed_origin(self, request: Request, token: str) -> str:
        """Return the value of `Access-Control-Allow-Origin`; programs send no origin and cost nothing."""
        origin = request.headers.get("Origin", "")
        config = webhook_config(token) if origin else None
        return config.origin_for(origin) if config is not None else ""


def _answer(request: Request, received: Received) -> HttpResponseBase:
    if received.answer is not None:
        answer = received.answer
        return HttpResponse(answer.body, status=answer.status, content_type=answer.content_type)
    if not received.deliveries:
        return Response(status=204)
    first, run = received.deliveries[0]
    if first.status == TriggerDelivery.Status.EXAMPLE:
        return Response({"example": str(first.pk)})
    if first.status == TriggerDelivery.Status.REJECTED:
        return _rejected(first)
    if run is None:
        return _accepted(request, received.trigger.token, first, None)
    if received.config.respond == "when_done":
        body_was_read(request._request)
        run_wait(run.pk, received.config.wait_s)
        run.refresh_from_db()
        if run.status not in OPEN_STATUSES:
            return finished_answer(run, response_of(run))
    if received.config.respond == "stream":
        return event_stream(_stream(run, first))
    return _accepted(request, received.trigger.token, first, run)


def with_origin(response: Any, origin: str) -> Any:
    """Let a page of this origin read the answer; none where it is empty."""
    if origin:
        response["Access-Control-Allow-Origin"] = origin
        patch_vary_headers(response, ["Origin"])
    return response


def _accepted(request: Request, token: str, delivery: TriggerDelivery, run: Run | None) -> Response:
    """Answer with the address where the sender can see what became of its delivery."""
    address = content_address(request, f"/hooks/{token}/~deliveries/{delivery.pk}/")
    body = {"delivery": str(delivery.pk), **({"run": str(run.pk)} if run else {}), "status_url": address}
    return Response(body, status=202, headers={"Location": address})


def finished_answer(run: Run, response: JsonObject | None) -> HttpResponseBase:
    """Return the sender's answer after a run; `response` is from a Respond node."""
    if run.status != Status.SUCCEEDED:
        return _failed(run)
    return Response(run.output or {}) if response is None else _wanted(run, response)


async def _stream(run: Run, delivery: TriggerDelivery) -> AsyncIterator[bytes]:
    """Yield the answer as server-sent events; the run continues when the client leaves."""
    yield _event("started", {"delivery": str(delivery.pk), "run": str(run.pk)})
    async for event in answer_events(run):
        yield _HEARTBEAT if event.type == "quiet" else _event(event.type, event.data)


def _event(name: str, data: JsonObject) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + write_json(data) + b"\n\n"


def _wanted(run: Run, response: JsonObject) -> HttpResponseBase:
    """Answer as specified by a Respond node, never as a page of ours."""
    answer: HttpResponseBase
    if response["kind"] == "file":
        context = CallContext(Caller(None), run_id=str(run.pk))
        file = tool_file_for_call(context=context, file_id=file_id_of(response["body"]) or "")
        answer = file_response(file)
        answer.status_code = response["status"]
        del answer["Cache-Control"]
    elif response["kind"] == "json":
        answer = JsonResponse(response["body"], safe=False, status=response["status"])
    else:
        kind = "text/html" if response["kind"] == "html" else "text/plain"
        answer = HttpResponse(response["body"] or "", status=response["status"], content_type=f"{kind}; charset=utf-8")
    for name, value in response["headers"].items():
        if may_set(name):
            answer[name] = value
    answer["Content-Security-Policy"] = _SANDBOX
    return answer


def _rejected(delivery: TriggerDelivery) -> Response:
    """Report why no run was started. Editors of the workflow can inspect and redeliver the request."""
    error: JsonObject = delivery.error or {}
    details = {**error.get("details", {}), "delivery": str(delivery.pk)}
    problem = ProblemDetails(422, str(error.get("code", "invalid_input")), localized(failure_text(error)), details)
    return Response(problem.body(), status=422, content_type=MEDIA_TYPE)


def _failed(run: Run) -> Response:
    """Answer that the run failed, not how: an error may hold what only members may see."""
    problem = ProblemDetails(500, "run_failed", "", {"run": str(run.pk)})
    return Response(problem.body(), status=500, content_type=MEDIA_TYPE)
