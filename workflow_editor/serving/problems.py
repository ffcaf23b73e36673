"""Answers of the server itself, before or beside Django: the same documents as those of the views."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import orjson
from django.http import HttpRequest
from django.utils.translation import get_language_from_request, override

from workflow_editor.api.chat_completions import error_body
from workflow_editor.api.error_handler import MEDIA_TYPE, ProblemDetails
from workflow_editor.services.request_users import headers_of

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


async def send_problem(scope: Scope, send: Send, problem: ProblemDetails) -> None:
    """Send a problem in the language that the request asks for; below /v1/ in the form that OpenAI's clients read."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers_of(scope["headers"]).get("accept-language", "")
    with override(get_language_from_request(request)):
        document = problem.body()
    media_type = MEDIA_TYPE
    if scope["path"].startswith("/v1/"):
        media_type = "application/json"
        document = error_body(problem.status, problem.code, document["detail"])
    body = orjson.dumps(document)
    headers = {"content-type": media_type, "content-length": str(len(body)), **problem.headers}
    start = {"type": "http.response.start", "status": problem.status, "headers": _encoded(headers)}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
