"""/v1/: agents and workflows as models of an OpenAI-compatible service, for programs that speak to one already."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, set_rollback

from agents.core.errors import AgentNotFoundError
from tools.api.permissions import signed_in
from tools.core.call.advice import SEE_RUN
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.services.uploads import upload_count
from workflow_editor.adapters.body_memory import body_was_read
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.disconnect import on_disconnect
from workflow_editor.api.authentication import ApiTokenAuthentication
from workflow_editor.api.chat_completions import ChatRequest, Completion, error_body, read_request
from workflow_editor.api.chat_files import sent_by_id
from workflow_editor.api.chat_models import ChatModel, chat_model_for, chat_models
from workflow_editor.api.error_handler import ProblemDetails, problem_of
from workflow_editor.api.event_stream import event_stream
from workflow_editor.api.refusals import refusal_record
from workflow_editor.api.requests import is_still_signed_in
from workflow_editor.api.texts import localized, localized_failure
from workflow_editor.errors import ConflictError, ForbiddenError, NotFoundError, WorkflowError
from workflow_editor.models import ApiToken, Run, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.selectors.run.stream import TextSoFar, run_news
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.cancel import run_cancel

MAX_WAIT_S = 600
"""As long as OpenAI's own clients wait."""
_CANCELLED = Text("The run was cancelled.")


class ChatTokenAuthentication(ApiTokenAuthentication):
    """API tokens that open everything, or only this."""

    scopes = (ApiToken.Scope.API.value, ApiToken.Scope.CHAT.value)


class _OpenAIView(APIView):
    """Errors have OpenAI's form."""

    authentication_classes = (ChatTokenAuthentication,)

    def get_exception_handler(self) -> Callable[[Exception, Mapping[str, Any]], Response]:
        return _error_response


def _error_response(error: Exception, context: Mapping[str, Any]) -> Response:
    set_rollback()
    problem = problem_of(error)
    refusal_record(context.get("request"), problem.status, problem.code)
    code = "model_not_found" if isinstance(error, AgentNotFoundError) else problem.code
    errors = problem.body().get("errors") or []
    param = errors[0]["pointer"].strip("/") if errors else None
    message = errors[0]["message"] if errors else _sentence(problem)
    return Response(error_body(problem.status, code, message, param), status=problem.status, headers=problem.headers)


def _sentence(problem: ProblemDetails) -> str:
    body = problem.body()
    return str(body["detail"] or body["title"])


class ChatCompletionsView(_OpenAIView):
    @extend_schema(exclude=True)
    def post(self, request: Request) -> HttpResponseBase:
        """Let an agent or a workflow answer; with `stream` while it writes. A client that goes away cancels the run."""
        user = signed_in(request)
        wanted = read_request(request.data, partial(sent_by_id, user))
        model = chat_model_for(user, wanted.model)
        key = request.headers.get("Idempotency-Key", "")[:200] or None
        run = _start_counted(model, user, wanted, key) if wanted.upload_size else model.start(user, wanted, key)
        caller_may = partial(is_still_signed_in, request, *ChatTokenAuthentication.scopes)
        if wanted.stream:
            return event_stream(_stream(run, model, wanted, caller_may))
        body_was_read(request._request)
        with on_disconnect(request._request, partial(run_cancel, run.pk)):
            run_wait(run.pk, MAX_WAIT_S, caller_may)
        return Response(_completion(_ended(run), model).whole())


class ModelsView(_OpenAIView):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Return what answers the caller: agents and workflows as models."""
        rows = [_listed(model) for model in chat_models(signed_in(request))]
        return Response({"object": "list", "data": rows})


class ModelView(_OpenAIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, model: str) -> Response:
        """Return one agent or workflow as a model."""
        return Response(_listed(chat_model_for(signed_in(request), model)))


class UnknownView(_OpenAIView):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Say that there is nothing at this address."""
        raise exceptions.NotFound

    post = get


def _listed(model: ChatModel) -> JsonObject:
    return {"object": "model", **model.about()}


@transaction.atomic
def _start_counted(model: ChatModel, user: User, wanted: ChatRequest, key: str | None) -> Run:
    """Begin a run, counting its files as uploads each time they are sent; refused ones do not count."""
    upload_count(user, wanted.upload_size)
    return model.start(user, wanted, key)


def _ended(run: Run) -> Run:
    """Return the current run. Raises ConflictError if it is not over."""
    now = run_store.run(run.pk)
    if now is None or now.status in OPEN_STATUSES:
        text = SEE_RUN.text.filled(run=run.pk)
        raise ConflictError(text, code="run_not_over")
    return now


def _completion(run: Run, model: ChatModel) -> Completion:
    """Return the answer of a finished run. Raises AgentFailedError if it failed or was cancelled."""
    if run.status != Status.SUCCEEDED:
        raise _failed(run.error)
    return Completion(
        id=f"chatcmpl-{run.pk.hex}",
        model=model.about()["id"],
        created=int(run.created_at.timestamp()),
        answer=model.answer(run),
        usage=run.usage,
    )


class AgentFailedError(WorkflowError):
    """The answering run failed or was cancelled; its own code gives the reason."""

    code = "agent_failed"
    http_status = 502


def _failed(error: JsonObject | None) -> AgentFailedError:
    return AgentFailedError(_reason(error), code=(error or {}).get("code", "cancelled"))


def _reason(error: JsonObject | None) -> str:
    failure = localized_failure(error)
    return localized(_CANCELLED) if failure is None else str(failure["message"])


async def _stream(
    run: Run, model: ChatModel, wanted: ChatRequest, caller_may: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """Yield the answer as server-sent events; a client that goes away or loses its right cancels the run."""
    try:
        async for event in _events(run, model, wanted, caller_may):
            yield event
    except ForbiddenError as error:
        with suppress(NotFoundError):
            await in_database_thread(run_cancel, run.pk)
        yield _event(error_body(error.http_status, error.code, localized(error.text)))
    except (asyncio.CancelledError, GeneratorExit):
        # The server ends what makes the answer: in the midst of waiting, or after a piece.
        await in_database_thread(run_cancel, run.pk)
        raise


async def _events(
    run: Run, model: ChatModel, wanted: ChatRequest, caller_may: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """Yield the answer while it is written, where that may be shown; else as a whole."""
    head = Completion(f"chatcmpl-{run.pk.hex}", wanted.model, int(time.time()))
    texts = [TextSoFar(key) for key in await in_database_thread(model.writers, run, wanted)]
    yield _event(head.chunk(role="assistant", content=""))
    async for news in run_news(run.pk, caller_may):
        if news is None:
            yield b": still working\n\n"
            continue
        for piece in (text.take(news) for text in texts):
            if piece:
                yield _event(head.chunk(content=piece))
    is_begun = any(text.is_begun for text in texts)
    for chunk in await in_database_thread(_end, run, model, head, is_begun, wanted.include_usage):
        yield _event(chunk)
    yield b"data: [DONE]\n\n"


def _end(run: Run, model: ChatModel, head: Completion, is_written: bool, include_usage: bool) -> list[JsonObject]:
    over = _ended(run)
    if over.status != Status.SUCCEEDED:
        return [error_body(502, (over.error or {}).get("code", "cancelled"), _reason(over.error))]
    completion = _completion(over, model)
    text = completion.answer.text
    whole = [] if is_written or not text else [head.chunk(content=text)]
    return [*whole, *completion.last_chunks(include_usage=include_usage)]


def _event(body: JsonObject) -> bytes:
    return b"data: " + write_json(body) + b"\n\n"
