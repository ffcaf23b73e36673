"""Read-only socket of a workflow's graph: saved changes, comments and presence.

Saved batches come from the table, in order; announcements only trigger reads. Presence is never stored.
"""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from pydantic import ValidationError

from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import workflow_group
from workflow_editor.realtime.messages import (
    ChangeFrame,
    ErrorFrame,
    GraphCaughtUpFrame,
    PingFrame,
    PongFrame,
    PresenceMessage,
    Present,
    WorkflowMessageAdapter,
)
from workflow_editor.realtime.presence import Presence
from workflow_editor.realtime.socket import AccountConsumer
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.graphs.changes import MAX_CHANGES, change_json, changes_since
from workflow_editor.services.token_rights import TokenUse

CLIENT_SILENT_AFTER_S = 50.0
"""Clients ping every 20 s; one that does not has gone without closing its connection."""
_ROUTE = "ws/workflows/<uuid:workflow_id>/"
_GONE = 4408


class WorkflowConsumer(AccountConsumer):
    """`ws/workflows/<id>/?after=<revision>`; messages are in `workflow_editor.realtime.messages`."""

    _revision = 0
    _is_caught_up = False
    _presence: Presence | None = None
    """None before the replay is over, and where too many have the workflow open."""
    _heard_at = 0.0

    def token_use(self) -> TokenUse:
        return TokenUse(_ROUTE, is_safe=True, workflow_id=self.id_in_address("workflow_id"))

    def check_access(self, user: User) -> None:
        workflow_for(user, self.id_in_address("workflow_id"))

    async def begin(self) -> None:
        """Replay, then take part in the presence."""
        self._workflow_id = self.id_in_address("workflow_id")
        self._session = uuid4().hex
        self._heard_at = monotonic()
        self._revision = await self.wanted_start()
        await self.join(workflow_group(self._workflow_id))
        await self.look({})
        await self.send_frame(GraphCaughtUpFrame(revision=self._revision, session=self._session))
        self.begin_looking()
        self._is_caught_up = True
        self._show(PresenceMessage(type="presence"))

    async def disconnect(self, code: int) -> None:
        if self._presence is not None:
            self._presence.leave(self._session)
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
        elif self._is_caught_up:
            self._show(message)

    def receivers(self) -> dict[str, Callable[[dict[str, Any]], Awaitable[None]]]:
        return super().receivers() | {"presence.frame": self.presence_frame}

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

    async def presence_frame(self, message: dict[str, Any]) -> None:
        """Pass on where the others are."""
        await self.send(text_data=message["frame"])
        if self._presence is not None:
            self._presence.took(self._session)

    async def right_check(self, message: dict[str, Any]) -> None:
        if monotonic() - self._heard_at > CLIENT_SILENT_AFTER_S:
            await self.close(_GONE)
        else:
            await super().right_check(message)

    def _changes(self) -> list[ChangeFrame]:
        changes = changes_since(self._workflow_id, self._revision)
        return [ChangeFrame.model_validate({"change": change_json(change)}) for change in changes]

    def _show(self, message: PresenceMessage) -> None:
        """Let the others see where this session is; beyond too many, they do not."""
        present = Present(
            session=self._session,
            user=self.user.username,
            name=self.user.get_full_name() or self.user.username,
            cursor=message.cursor,
            selection=message.selection,
        )
        if self._presence is None:
            self._presence = Presence.join(self._workflow_id, present, self._deliver)
        else:
            self._presence.see(present)

    async def _deliver(self, frame: str) -> None:
        # In turn with everything else that is sent.
        await self.channel_layer.send(self.channel_name, {"type": "presence.frame", "frame": frame})
