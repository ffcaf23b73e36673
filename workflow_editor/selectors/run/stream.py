"""Live events of a run, and its answer as it is made: text of who writes it, and the output in the end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from channels.layers import get_channel_layer

from agents.core.events import Event
from tools.core.definitions import JsonObject
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import run_group
from workflow_editor.adapters.events.run_frames import TextFrame, TextPiece, read_frame, stored_event
from workflow_editor.engine.events import RunFinished
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import Run, Status
from workflow_editor.run_store import run_store
from workflow_editor.selectors.outside.triggers import response_of
from workflow_editor.selectors.run.answer_nodes import answer_writers
from workflow_editor.selectors.run.events import events_after
from workflow_editor.selectors.run.listening import Listening

# An announcement may be lost; then the table is asked after this time at the latest.
LOOK_EVERY_S = 5.0
_PAGE = 500


async def run_news(
    run_id: UUID, caller_may: Callable[[], bool] | None = None
) -> AsyncIterator[Event | TextFrame | None]:
    """Yield a run's socket messages: events, once and in order, and live text, without child runs' text.

    Ends after `run_finished`; None signals inactivity. Text may repeat: merge by offset. Raises ForbiddenError
    (`right_lost`, see `Listening`).
    """
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(run_group(run_id), channel)
    last, right = 0, Listening(run_id, caller_may)
    try:
        while True:
            await in_database_thread(right.check)
            for event in await in_database_thread(events_after, run_id, last, _PAGE):
                last = int(str(event["seq"]))
                yield stored_event(event)
                if event["type"] == RunFinished.type:
                    return
            frames: list[tuple[int, str]] = []
            # `wait_for` would forget a cancellation that comes together with a message, until Python 3.12.
            with suppress(TimeoutError):
                async with asyncio.timeout(min(LOOK_EVERY_S, right.left_s())):
                    frames = (await layer.receive(channel))["frames"]
            if not frames:
                yield None
            for seq, frame in frames:
                if seq == 0 and isinstance(news := read_frame(frame), TextFrame):
                    yield news
    finally:
        await layer.group_discard(run_group(run_id), channel)


class TextSoFar:
    """Assembles one node's text from pieces, ignoring repetitions."""

    def __init__(self, node_key: str) -> None:
        self._node_key = node_key
        self._stream = ""
        self._length = 0
        self.is_begun = False

    def take(self, news: Event | TextFrame) -> str:
        """Return what is new in the piece; another round begins with an empty line."""
        if not isinstance(news, TextPiece) or news.node_key != self._node_key or news.scope:
            return ""
        break_ = ""
        if news.stream != self._stream:
            if _round(news.stream) < _round(self._stream):
                return ""
            self._stream, self._length = news.stream, 0
            break_ = "\n\n" if self.is_begun else ""
        if news.offset > self._length:
            # A piece is missing; the table will tell it.
            return ""
        fresh = news.text[self._length - news.offset :]
        self._length += len(fresh)
        self.is_begun = self.is_begun or bool(fresh)
        return break_ + fresh


def _round(stream: str) -> int:
    return int(stream.removeprefix("r") or 0)


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """Part of a run that a caller may see."""

    type: Literal["text", "finished", "quiet"]
    """A piece of the text; the end; nothing new for a while."""
    data: JsonObject


async def answer_events(run: Run) -> AsyncIterator[AnswerEvent]:
    """Yield the answer from its beginning, whenever somebody begins to listen, until the run or its right is over."""
    writers = await in_database_thread(answer_writers, run.version_id)
    texts = [TextSoFar(key) for key in writers]
    try:
        async for news in run_news(run.pk):
            if news is None:
                yield AnswerEvent("quiet", {})
                continue
            for piece in (text.take(news) for text in texts):
                if piece:
                    yield AnswerEvent("text", {"text": piece})
    except ForbiddenError:
        # The run ends by itself before its next node.
        yield AnswerEvent("finished", {"status": Status.FAILED})
        return
    yield AnswerEvent("finished", await in_database_thread(_end, run))


def _end(run: Run) -> JsonObject:
    """Say how it ended; why it failed may hold what only members may see."""
    now = run_store.run(run.pk)
    if now is None or now.status != Status.SUCCEEDED:
        return {"status": Status.FAILED if now is None else now.status}
    response = response_of(now)
    return {"status": now.status, "output": now.output or {} if response is None else response["body"]}
