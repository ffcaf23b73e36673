"""Sessions that have a workflow open, and their positions: one unstored object per workflow and process.

Changes are collected for `TICK_S`; then each session gets one frame, and other processes one message. So the cost is
linear in the number of sessions.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, ClassVar, Self
from uuid import UUID, uuid4

from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer

from workflow_editor.realtime.messages import PresenceFrame, Present

TICK_S = 0.1
MAX_SESSIONS = 100
"""Further ones neither send nor receive."""
SILENT_AFTER_S = 25.0
"""A server that ends at once reports nothing; its sessions have left after this time."""
REPEAT_EVERY_S = 10.0

Deliver = Callable[[str], Awaitable[None]]


@dataclass(slots=True)
class _Receiver:
    """A session of this process."""

    deliver: Deliver
    knows_all: bool = False
    """False until it has got everybody once, and again when it missed something."""
    is_busy: bool = False
    """True while a frame is on its way to it: a slow client gets fewer."""


class Presence:
    """The sessions that have one workflow open, as this process knows them by its own clock."""

    _of: ClassVar[dict[UUID, Self]] = {}

    def __init__(self, workflow_id: UUID) -> None:
        self._workflow_id = workflow_id
        self._group = f"presence.{workflow_id}"
        self._name = uuid4().hex
        self._layer: Any = get_channel_layer()
        self._receivers: dict[str, _Receiver] = {}
        self._known: dict[str, Present] = {}
        self._heard_at: dict[str, float] = {}
        """Last news of other processes' sessions."""
        self._news: set[str] = set()
        """Sessions that have changed or left since the last tick."""
        self._own_news: set[str] = set()
        """Those of them that are of this process."""
        self._has_news = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tick_on())]

    @classmethod
    def join(cls, workflow_id: UUID, present: Present, deliver: Deliver) -> Self | None:
        """Add a session, or return None if there are too many; `deliver` takes its JSON frames, one at a time until
        `took`.
        """
        found = cls._of.get(workflow_id)
        if found is not None and len(found._known) >= MAX_SESSIONS:
            return None
        if found is None:
            found = cls._of[workflow_id] = cls(workflow_id)
        found._receivers[present.session] = _Receiver(deliver)
        found.see(present)
        return found

    def see(self, present: Present) -> None:
        """Report where a session of this process is."""
        self._known[present.session] = present
        self._change(present.session, is_own=True)

    def leave(self, session: str) -> None:
        """Report that a session of this process has ended."""
        del self._receivers[session], self._known[session]
        self._change(session, is_own=True)
        if not self._receivers:
            self._of.pop(self._workflow_id, None)

    def took(self, session: str) -> None:
        """Note that a session has got its frame."""
        if (receiver := self._receivers.get(session)) is not None:
            receiver.is_busy = False
            if not receiver.knows_all:
                self._has_news.set()

    def _change(self, session: str, *, is_own: bool) -> None:
        self._news.add(session)
        if is_own:
            self._own_news.add(session)
        self._has_news.set()

    async def _tick_on(self) -> None:
        repeat_at = monotonic() + REPEAT_EVERY_S
        while self._receivers:
            try:
                await asyncio.wait_for(self._has_news.wait(), max(0.0, repeat_at - monotonic()))
            except TimeoutError:
                repeat_at = monotonic() + REPEAT_EVERY_S
                self._own_news |= self._receivers.keys()
                self._forget_silent()
            self._has_news.clear()
            await self._tick()
            await asyncio.sleep(TICK_S)
        # The others hear of the last one, too.
        await self._announce()
        self._tasks[0].cancel()

    async def _tick(self) -> None:
        await self._announce()
        news, self._news = self._news, set()
        some = self._frame(news) if news else ""
        everybody = ""
        for receiver in list(self._receivers.values()):
            if receiver.is_busy:
                receiver.knows_all = receiver.knows_all and not news
                continue
            if not receiver.knows_all:
                everybody = everybody or self._frame({*self._known, *news})
            text = some if receiver.knows_all else everybody
            if text:
                receiver.knows_all = receiver.is_busy = True
                try:
                    await receiver.deliver(text)
                except ChannelFull:
                    receiver.knows_all = receiver.is_busy = False

    def _frame(self, sessions: set[str]) -> str:
        present = [self._known[session] for session in sorted(sessions) if session in self._known]
        left = sorted(session for session in sessions if session not in self._known)
        return PresenceFrame(present=present, left=left).model_dump_json()

    async def _announce(self) -> None:
        own, self._own_news = self._own_news, set()
        if own:
            await self._send({"frame": self._frame(own)})

    async def _send(self, message: dict[str, Any]) -> None:
        # Messages lost while Redis is away are repeated soon.
        await self._layer.group_send(self._group, {"type": "presence", "by": self._name, **message})

    async def _listen(self) -> None:
        channel = await self._layer.new_channel()
        await self._layer.group_add(self._group, channel)
        try:
            await self._send({})
            while True:
                message = await self._layer.receive(channel)
                if message["by"] != self._name:
                    self._hear(message.get("frame"))
        finally:
            await self._layer.group_discard(self._group, channel)

    def _hear(self, frame: str | None) -> None:
        """Take what another process reports; without a frame it has just come and asks."""
        if frame is None:
            self._own_news |= self._receivers.keys()
            self._has_news.set()
            return
        reported = PresenceFrame.model_validate_json(frame)
        for present in reported.present:
            if present.session in self._known or len(self._known) < MAX_SESSIONS:
                is_news = self._known.get(present.session) != present
                self._known[present.session] = present
                self._heard_at[present.session] = monotonic()
                if is_news:
                    self._change(present.session, is_own=False)
        for session in reported.left:
            self._forget(session)

    def _forget_silent(self) -> None:
        limit = monotonic() - SILENT_AFTER_S
        for session in [session for session, at in self._heard_at.items() if at < limit]:
            self._forget(session)

    def _forget(self, session: str) -> None:
        if self._heard_at.pop(session, None) is not None:
            del self._known[session]
            self._change(session, is_own=False)
