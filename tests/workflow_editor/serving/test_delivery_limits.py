"""Deliveries take turns, and what finds no place is refused at once; everything else passes."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from workflow_editor.serving.limits.deliveries import DeliveryLimits, turn_of

HOOK, PAGE = "/hooks/abc/", "/api/health/"
Messages = list[dict[str, Any]]


class Product:
    """Answers when its gate opens; notes how many deliveries it works on at once."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.at_once = self.most_at_once = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async with turn_of(scope):
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            if scope["path"] == HOOK:
                await self.gate.wait()
            self.at_once -= 1
        if scope.get("fails"):
            raise RuntimeError
        await send({"type": "http.response.start", "status": 202, "headers": []})
        if "lasts" in scope:
            await scope["lasts"].wait()
        await send({"type": "http.response.body", "body": b""})


async def asked(limits: DeliveryLimits, path: str = HOOK, **extra: Any) -> Messages:
    got: Messages = []

    async def send(message: Any) -> None:
        got.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    await limits({"type": "http", "path": path, "headers": [], **extra}, receive, send)
    return got


async def settled() -> None:
    """Let every task go as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_what_finds_no_place_is_refused_at_once_and_the_others_take_turns() -> None:
    async def flood() -> None:
        product = Product()
        limits = DeliveryLimits(product, at_once=2, waiting=3)
        waiting = [asyncio.create_task(asked(limits)) for _ in range(5)]
        await settled()
        start, body = await asked(limits)
        assert start["status"] == 429
        assert dict(start["headers"])[b"retry-after"] == b"5"
        assert json.loads(body["body"])["code"] == "throttled"
        assert (await asked(limits, PAGE))[0]["status"] == 202
        product.gate.set()
        assert [answer[0]["status"] for answer in await asyncio.gather(*waiting)] == [202] * 5
        assert product.most_at_once == 3  # the page was beside them
        assert (await asked(limits))[0]["status"] == 202

    run(flood())


def test_an_answer_that_lasts_and_one_that_breaks_off_leave_their_places() -> None:
    async def some() -> None:
        product, lasts = Product(), asyncio.Event()
        product.gate.set()
        limits = DeliveryLimits(product, at_once=1, waiting=0)
        stream = asyncio.create_task(asked(limits, lasts=lasts))
        await settled()
        assert (await asked(limits))[0]["status"] == 202
        failed = await asyncio.gather(asked(limits, fails=True), return_exceptions=True)
        assert isinstance(failed[0], RuntimeError)
        assert (await asked(limits))[0]["status"] == 202
        lasts.set()
        await stream

    run(some())
