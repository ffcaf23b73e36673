"""News of a run for an answer that streams."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from workflow_editor.selectors.run import stream as run_stream
from workflow_editor.selectors.run.stream import run_news


class Layer:
    """A channel layer with messages that come on request of the test."""

    def __init__(self) -> None:
        self.listens = asyncio.Event()
        self.message: asyncio.Future[dict[str, Any]]

    async def new_channel(self) -> str:
        return "channel"

    async def group_add(self, group: str, channel: str) -> None: ...

    async def group_discard(self, group: str, channel: str) -> None: ...

    async def receive(self, channel: str) -> dict[str, Any]:
        self.message = asyncio.get_running_loop().create_future()
        self.listens.set()
        return await self.message


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("server")
async def test_whoever_leaves_in_the_moment_of_a_message_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = Layer()
    monkeypatch.setattr(run_stream, "get_channel_layer", lambda: layer)

    async def listen() -> None:
        async for _ in run_news(uuid4()):
            pass

    listening = asyncio.ensure_future(listen())
    await layer.listens.wait()
    layer.listens.clear()
    layer.message.set_result({"frames": []})
    listening.cancel()
    listens_again = asyncio.ensure_future(layer.listens.wait())
    await asyncio.wait((listening, listens_again), return_when=asyncio.FIRST_COMPLETED)
    assert listening.cancelled()
    listens_again.cancel()
