"""The official `openai` client, with requests that go to the views."""

from collections.abc import Callable, Iterator

import httpx2
import openai
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from workflow_editor.api.views import chat_completions
from workflow_editor.services.tokens import token_create


def to_the_views(request: httpx2.Request) -> httpx2.Response:
    views = APIClient(headers=dict(request.headers))
    answer = views.generic(request.method, request.url.path, request.content.decode(), "application/json")
    return httpx2.Response(answer.status_code, headers=dict(answer.headers), content=answer.content)


Connect = Callable[[str], openai.OpenAI]


@pytest.fixture
def connect() -> Iterator[Connect]:
    http = httpx2.Client(transport=httpx2.MockTransport(to_the_views))
    yield lambda key: openai.OpenAI(api_key=key, base_url="http://testserver/v1", http_client=http, max_retries=0)
    http.close()


@pytest.fixture
def client(connect: Connect, alice: User, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch) -> openai.OpenAI:
    """Alice's client; instead of waiting for a worker, the view does the work."""

    def work(_run_id: object, _timeout_s: float, _may_wait: object) -> bool:
        queue.run_all()
        return True

    monkeypatch.setattr(chat_completions, "run_wait", work)
    return connect(token_create(alice, name="chat", scopes=["chat"])[1])
