"""The only place that turns exceptions into HTTP answers.

Source: RFC 9457 (problem details for HTTP APIs); `errors` items follow its example with a JSON pointer each.
"""

import logging
import math
import secrets
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pydantic
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from agents.core.errors import AgentError
from tools.core.errors import ToolError
from tools.core.field_errors import field_errors, pointer
from workflow_editor.adapters.database.storage_failures import storage_failure
from workflow_editor.api.refusals import refusal_record
from workflow_editor.api.texts import error_detail, error_title, localized
from workflow_editor.errors import WorkflowError

logger = logging.getLogger(__name__)

DomainError = (WorkflowError, AgentError, ToolError)
MEDIA_TYPE = "application/problem+json"
RESERVED = frozenset({"type", "title", "status", "detail", "code"})

CODE_OF_DRF: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: "malformed_request",
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "authentication_failed",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}
OWN_DRF_CODES = frozenset({"csrf_failed", "staff_only", "body_holds_nul", "malformed_form"})


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    status: int
    code: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        extra = {key: value for key, value in self.details.items() if key not in RESERVED}
        if "errors" in extra:
            extra["errors"] = [_field_error(error) for error in extra["errors"]]
        return {
            "type": f"urn:flowloom:error:{self.code}",
            "title": error_title(self.code, HTTPStatus(self.status).phrase),
            "status": self.status,
            "detail": error_detail(self.code, self.message, self.details),
            "code": self.code,
            **extra,
        }


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER: every exception of a view becomes a problem document."""
    set_rollback()
    problem = problem_of(error)
    refusal_record(context.get("request"), problem.status, problem.code)
    return Response(problem.body(), status=problem.status, headers=problem.headers, content_type=MEDIA_TYPE)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: what goes wrong before or behind a view, in middleware, has the same form."""
    error = sys.exc_info()[1]
    problem = problem_of(error if isinstance(error, Exception) else RuntimeError("no exception"))
    return JsonResponse(problem.body(), status=problem.status, headers=problem.headers, content_type=MEDIA_TYPE)


def problem_of(error: Exception) -> ProblemDetails:
    """Classify an exception; an unexpected one is logged under a reference and reported without its text."""
    if isinstance(error, DomainError):
        wait_s = error.details.get("retry_after")
        headers = {"Retry-After": str(wait_s)} if wait_s is not None else {}
        return ProblemDetails(error.http_status, error.code, localized(error.text), error.details, headers)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(list(_drf_errors(error.get_full_details(), "")))
    if isinstance(error, pydantic.ValidationError):
        return _invalid(list(_pydantic_errors(error)))
    if isinstance(error, DjangoValidationError):
        return _invalid(list(_django_errors(error)))
    if isinstance(error, Http404):
        return ProblemDetails(404, "not_found", "")
    if isinstance(error, DjangoPermissionDenied):
        return ProblemDetails(403, "forbidden", "")
    if isinstance(error, exceptions.APIException):
        return _drf_problem(error)
    if isinstance(error, MultiPartParserError | SuspiciousOperation):
        return ProblemDetails(400, "malformed_form", "")
    if (code := storage_failure(error)) is not None:
        logger.warning("%s: %s", code, error)
        # 507 is "Insufficient Storage" (RFC 4918). With 503 it is worth trying again soon.
        return (
            ProblemDetails(507, code, "")
            if code == "storage_full"
            else ProblemDetails(503, code, "", headers={"Retry-After": "2"})
        )
    reference = secrets.token_hex(6)
    logger.error("unexpected error %s", reference, exc_info=error)
    return ProblemDetails(500, "internal_error", "", {"reference": reference})


def _drf_problem(error: exceptions.APIException) -> ProblemDetails:
    own = error.get_codes()
    code = own if isinstance(own, str) and own in OWN_DRF_CODES else CODE_OF_DRF.get(type(error), "internal_error")
    headers: dict[str, str] = {}
    details: dict[str, Any] = {}
    if (challenge := getattr(error, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.Throttled):
        details["retry_after"] = math.ceil(getattr(error, "wait", None) or 1)
        headers["Retry-After"] = str(details["retry_after"])
    return ProblemDetails(error.status_code, code, str(error.detail), details, headers)


def _invalid(errors: list[dict[str, Any]]) -> ProblemDetails:
    return ProblemDetails(400, "invalid_input", "", {"errors": errors})


def _drf_errors(details: Any, place: str) -> Iterator[dict[str, Any]]:
    """Flatten DRF's nested details into (pointer, code, message) rows."""
    if _is_message(details):
        yield {"pointer": place, "code": str(details["code"]), "message": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            yield from _drf_errors(inner, place if name == "non_field_errors" else f"{place}{pointer([name])}")
    else:
        for index, inner in enumerate(details):
            yield from _drf_errors(inner, place if _is_message(inner) else f"{place}/{index}")


def _is_message(details: Any) -> bool:
    """Return False for an object with fields of these names."""
    return isinstance(details, Mapping) and isinstance(details.get("message"), str)


def _pydantic_errors(error: pydantic.ValidationError) -> Iterator[dict[str, Any]]:
    for found in field_errors(error):
        yield {"pointer": found.pointer, "code": found.code, "message": localized(found.message)}


def _django_errors(error: DjangoValidationError) -> Iterator[dict[str, Any]]:
    fields = error.error_dict if hasattr(error, "error_dict") else {"": error.error_list}
    for name, items in fields.items():
        own = pointer([name]) if name and name != "__all__" else ""
        for item in items:
            # A validator that looks inside a JSON field names the place itself.
            place = (item.params or {}).get("pointer", own)
            yield {"pointer": place, "code": item.code or "invalid", "message": " ".join(item.messages)}


def _field_error(error: Mapping[str, Any]) -> dict[str, Any]:
    return {"pointer": error["pointer"], "code": error["code"], "message": localized(error.get("message", ""))}
