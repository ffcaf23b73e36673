"""The socket of a workflow's graph: what is saved in it or written about it, and who else has it open. It only reads.

Saved batches come from the table, in order; an announcement only says that there are more. Presence is never stored: it
passes from socket to socket.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from pydantic import ValidationError

from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.adapters.event_broadcast import workflow_group
from workflow_editor.realtime.messages import (
    ChangeFrame,
    ErrorFrame,
    GraphCaughtUpFrame,
    LeftFrame,
    PingFrame,
    PongFrame,
    PresenceMessage,
    PresentFrame,
    WorkflowMessageAdapter,
)
from workflow_editor.realtime.presence import Allowance, Others
from workflow_editor.realtime.socket import AccountConsumer
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.graph import MAX_CHANGES, change_json, changes_since
from workflow_editor.services.token_limits import TokenUse

PRESENT_EVERY_S = 10.0
"""A session repeats this often that it is there."""
CLIENT_SILENT_AFTER_S = 50.0
"""Clients ping every 20 s; one that does not has gone without closing its connection."""
_ROUTE = "ws/workflows/<uuid:workflow_id>/"
_GONE = 4408


class WorkflowConsumer(AccountConsumer):
    """`ws/workflows/<id>/?after=<revision>`; messages are in `workflow_editor.realtime.messages`."""

    _revision = 0
    _present: PresentFrame | None = None
    _heard_at = 0.0
    _repeating: asyncio.Task[None] | None = None

    def token_use(self) -> TokenUse:
        return TokenUse(_ROUTE, is_safe=True, workflow_id=self.id_in_address("workflow_id"))

    def check_access(self, user: User) -> None:
        workflow_for(user, self.id_in_address("workflow_id"))

    async def begin(self) -> None:
        """Replay, then say who is here and ask for the others."""
        self._workflow_id = self.id_in_address("workflow_id")
        self._session = uuid4().hex
        self._others, self._allowance, self._heard_at = Others(), Allowance(), monotonic()
        self._revision = await self.wanted_start()
        await self.join(workflow_group(self._workflow_id))
        await self.look({})
        await self.send_frame(GraphCaughtUpFrame(revision=self._revision, session=self._session))
        self.begin_looking()
        self._present = self._presence(PresenceMessage(type="presence"))
        self._repeating = asyncio.create_task(self._repeat())
        await self._to_others({"type": "presence.asked"})
        await self._send_presence()

    async def disconnect(self, code: int) -> None:
        if self._present is not None:
            await self._to_others({"type": "presence.left"})
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            message = WorkflowMessageAdapter.validate_json(text_data or bytes_data or "")
        except ValidationError:
            await self.send_frame(ErrorFrame(code="bad_message", message="Only ping and presence are understood here."))
            return
        self._heard_at = monotonic()
        if isinstance(message, PingFrame):
            await self.send_frame(PongFrame())
        elif self._present is not None and self._allowance.take():
            self._present = self._presence(message)
            await self._send_presence()

    def receivers(self) -> dict[str, Callable[[dict[str, Any]], Awaitable[None]]]:
        presence = {
            "presence.asked": self.presence_asked,
            "presence.sent": self.presence_sent,
            "presence.left": self.presence_left,
            "presence.repeat": self.presence_repeat,
        }
        return super().receivers() | presence

    async def news(self, message: dict[str, Any]) -> None:
        """Pass on what is announced, and read what was saved."""
        for _, text in message["frames"]:
            await self.send(text_data=text)
        await self.look(message)

    async def look(self, message: dict[str, Any]) -> None:
        """Send everything behind the last revision."""
        while True:
            changes = await in_database_thread(self._changes)
            for frame in changes:
                await self.send_frame(frame)
                self._revision = frame.change.revision
            self.put_off_look()
            if len(changes) < MAX_CHANGES:
                return

    async def presence_asked(self, message: dict[str, Any]) -> None:
        """Answer somebody who has just come."""
        if message["session"] != self._session:
            await self._send_presence()

    async def presence_sent(self, message: dict[str, Any]) -> None:
        """Pass on where somebody is."""
        if message["session"] != self._session and self._others.hear(message["session"]):
            await self.send(text_data=message["frame"])

    async def presence_left(self, message: dict[str, Any]) -> None:
        """Pass on that somebody has gone."""
        if self._others.leave(message["session"]):
            await self.send_frame(LeftFrame(session=message["session"]))

    async def presence_repeat(self, message: dict[str, Any]) -> None:
        """Repeat who is here, and forget who is not heard of any more."""
        if monotonic() - self._heard_at > CLIENT_SILENT_AFTER_S:
            await self.close(_GONE)
            return
        for session in self._others.silent():
            await self.send_frame(LeftFrame(session=session))
        await self._send_presence()

    def _stop(self) -> None:
        super()._stop()
        if self._repeating is not None:
            self._repeating.cancel()

    def _changes(self) -> list[ChangeFrame]:
        changes = changes_since(self._workflow_id, self._revision)
        return [ChangeFrame.model_validate({"change": change_json(change)}) for change in changes]

    def _presence(self, message: PresenceMessage) -> PresentFrame:
        return PresentFrame(
            session=self._session,
            user=self.user.username,
            name=self.user.get_full_name() or self.user.username,
            cursor=message.cursor,
            selection=message.selection,
        )

    async def _send_presence(self) -> None:
        if self._present is not None:
            await self._to_others({"type": "presence.sent", "frame": self._present.model_dump_json()})

    async def _to_others(self, message: dict[str, Any]) -> None:
        # What is lost while Redis is away is repeated soon.
        await self.channel_layer.group_send(workflow_group(self._workflow_id), {**message, "session": self._session})

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(PRESENT_EVERY_S)
            await self.channel_layer.send(self.channel_name, {"type": "presence.repeat"})
