"""What sockets that watch a run have in common: refusals, pings, and looking again when no announcement comes."""

import asyncio
from time import monotonic
from typing import Any
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import BaseModel, ValidationError

from workflow_editor.adapters.announcer import run_group
from workflow_editor.realtime.messages import ErrorFrame, PingFrame, PongFrame

NOT_SIGNED_IN = 4401
BAD_ORIGIN = 4403
NOT_FOUND = 4404

# An announcement may be lost; then the table is asked after this time at the latest.
LOOK_EVERY_S = 5.0

Refusal = tuple[int, str, str]
"""The code with which the socket closes, and the code and message of the error frame before it."""


class WatchingConsumer(AsyncWebsocketConsumer):
    """A socket that tells what happens in a run. Subclasses hear `run_news` and `run_look`."""

    run_id: UUID
    _looking: asyncio.Task[None] | None = None
    _look_at = 0.0

    async def disconnect(self, code: int) -> None:
        self.stop_looking()
        if hasattr(self, "run_id"):
            await self.channel_layer.group_discard(run_group(self.run_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            PingFrame.model_validate_json(text_data or bytes_data or "")
        except ValidationError:
            await self.send_frame(ErrorFrame(code="bad_message", message='Only {"type": "ping"} is understood here.'))
        else:
            await self.send_frame(PongFrame())

    async def send_frame(self, frame: BaseModel) -> None:
        await self.send(text_data=frame.model_dump_json())

    async def refuse(self, close_code: int, code: str, message: str) -> None:
        await self.send_frame(ErrorFrame.model_validate({"code": code, "message": message}))
        await self.close(close_code)

    def begin_looking(self) -> None:
        self.put_off_look()
        self._looking = asyncio.create_task(self._look_regularly())

    def stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def put_off_look(self) -> None:
        """Begin the time until the next look anew, because all that there was to read until now is known."""
        self._look_at = monotonic() + LOOK_EVERY_S

    async def _look_regularly(self) -> None:
        while True:
            await asyncio.sleep(self._look_at - monotonic())
            if monotonic() >= self._look_at:
                self.put_off_look()
                # Through the channel, so that it takes its turn with announcements.
                message: dict[str, Any] = {"type": "run.look"}
                await self.channel_layer.send(self.channel_name, message)
