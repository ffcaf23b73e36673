"""An origin of its own for pages and files of strangers (`CONTENT_URL`): no cookies, and nothing else of the product.

Browsers keep apart what comes from different host names. So a page that a workflow answers with, or a file that
somebody uploaded, cannot act for the person who opens it, whatever a browser or a header lets through.
"""

from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from tools.api.public_address import CONTENT_PATH
from workflow_editor.api.error_handler import ProblemDetails
from workflow_editor.services.request_users import headers_of
from workflow_editor.serving.problems import Application, Receive, Scope, Send, send_problem

_HOOKS = "/hooks/"
SERVED = (_HOOKS, CONTENT_PATH)
"""Paths of the content origin: answers of workflows, and files by signed links."""
_NOT_FOUND = ProblemDetails(404, "not_found", "")


class ContentOrigin:
    """ASGI middleware that keeps the two origins apart; without `CONTENT_URL`, everything has one."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not settings.CONTENT_URL:
            await self._application(scope, receive, send)
            return
        headers = headers_of(scope["headers"])
        is_content = headers.get("host", "").lower() == urlsplit(settings.CONTENT_URL).netloc.lower()
        if scope["type"] == "websocket":
            if is_content:
                await send({"type": "websocket.close", "code": 4404})
            else:
                await self._application(scope, receive, send)
        elif is_content and scope["path"].startswith(SERVED):
            await self._application(_without_cookies(scope), receive, _keeping_no_cookies(send))
        elif is_content or scope["path"].startswith(CONTENT_PATH):
            await send_problem(scope, send, _NOT_FOUND)
        elif scope["path"].startswith(_HOOKS) and _is_shown(scope["method"], headers):
            await _redirect(scope, send)
        else:
            await self._application(scope, receive, send)


def _is_shown(method: str, headers: Mapping[str, str]) -> bool:
    """Say whether a browser makes a page, a frame or a part of one from the answer; programs and `fetch` do not."""
    use = headers.get("sec-fetch-dest")
    if use is not None:
        return use != "empty"
    return method in {"GET", "HEAD"} and "text/html" in headers.get("accept", "")


def _without_cookies(scope: Scope) -> Scope:
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name.lower() != b"cookie"]}


def _keeping_no_cookies(send: Send) -> Send:
    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [(name, value) for name, value in message["headers"] if name.lower() != b"set-cookie"]
            message = {**message, "headers": headers}
        await send(message)

    return sent


async def _redirect(scope: Scope, send: Send) -> None:
    """Lead to the same path of the content origin, with method and body."""
    path = scope.get("raw_path") or scope["path"].encode()
    query = b"?" + scope["query_string"] if scope.get("query_string") else b""
    headers = [
        (b"location", settings.CONTENT_URL.encode() + path.partition(b"?")[0] + query),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
