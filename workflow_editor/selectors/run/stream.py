"""Live events of a run, for streaming answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from uuid import UUID

from channels.layers import get_channel_layer

from agents.core.events import Event
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import run_group
from workflow_editor.adapters.events.run_frames import TextFrame, TextPiece, read_frame, stored_event
from workflow_editor.engine.events import RunFinished
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
