"""Limits concurrent deliveries in a process, so that a flood leaves room for the rest."""

import asyncio
from collections.abc import MutableMapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from workflow_editor.api.error_handler import ProblemDetails
from workflow_editor.serving.problems import Application, Receive, Scope, Send, send_problem

AT_ONCE = 32
"""Half of the threads that answer requests; a delivery that waits for the end of its run holds one."""
WAITING = 500
"""More that wait for a thread: what a process takes in within the few seconds that senders wait."""
RETRY_AFTER_S = 5
_PATHS = ("/hooks/", "/bots/")
_TURNS = "flowloom.turns"


class DeliveryLimits:
    """Lets requests to webhooks and bots take turns; what finds no place is refused with 429 before it is read."""

    def __init__(self, application: Application, *, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._application = application
        self._turns = asyncio.Semaphore(at_once)
        self._places = at_once + waiting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(_PATHS):
            await self._application(scope, receive, send)
            return
        if self._places <= 0:
            headers = {"Retry-After": str(RETRY_AFTER_S)}
            await send_problem(scope, send, ProblemDetails(429, "throttled", "", headers=headers))
            return
        self._places -= 1
        is_answered = False

        async def answered(message: MutableMapping[str, Any]) -> None:
            # An answer that is streamed may last for hours, and holds no thread.
            nonlocal is_answered
            if message["type"] == "http.response.start" and not is_answered:
                is_answered = True
                self._places += 1
            await send(message)

        try:
            await self._application({**scope, _TURNS: self._turns}, receive, answered)
        finally:
            if not is_answered:
                self._places += 1


def turn_of(scope: Scope) -> AbstractAsyncContextManager[Any]:
    """Return what a request holds while a thread works on it, once its body has arrived: slow senders hold none."""
    return scope.get(_TURNS) or nullcontext()
