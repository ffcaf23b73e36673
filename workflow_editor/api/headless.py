"""django-allauth's headless views behind our own addresses: its flows and limits, our error form.

Reasons: docs/decisions/0028-signing-in.md.
"""

import json
from collections.abc import Callable
from typing import Any

from allauth.headless.base.views import APIView as HeadlessView
from allauth.headless.constants import Client
from django.http import HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.request import Request

from tools.core.definitions import JsonObject
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from workflow_editor.api.limits.sign_in import throttled
from workflow_editor.errors import InvalidInputError

_LIMITED = frozenset({"too_many_login_attempts", "rate_limited"})
TEXTS = {"enter_current_password": Text("This is not your current password.")}

Answer = Callable[[HttpRequest], HttpResponse]


def headless_view(view: type[HeadlessView]) -> Answer:
    """Return a view of the package for `headless_post`."""
    answer: Answer = view.as_api_view(client=Client.BROWSER)
    return answer


def headless_post(answer: Answer, request: Request, body: JsonObject, *limits: str, key: str = "") -> None:
    """Let the package perform the request; `key` is the subject of limits per key.

    Raises:
        Throttled: too many attempts.
        NotAuthenticated: the package does not know this person, or requires a further step.
        InvalidInputError: `details["errors"]` names each field, with the package's codes.
    """
    inner = request._request
    inner._body = write_json(body)
    response = answer(inner)
    if response.status_code < 400:
        return
    given = json.loads(response.content)
    errors: list[dict[str, Any]] = given.get("errors") or []
    if response.status_code == 429 or any(error["code"] in _LIMITED for error in errors):
        raise throttled(inner, *limits, key=key)
    if response.status_code == 401:
        raise exceptions.NotAuthenticated
    raise InvalidInputError("The input was refused.", details={"errors": [_problem(error) for error in errors]})


def _problem(error: dict[str, Any]) -> dict[str, Any]:
    code = error["code"]
    pointer = f"/{error['param']}" if "param" in error else ""
    return {"pointer": pointer, "code": code, "message": TEXTS.get(code, error["message"])}
