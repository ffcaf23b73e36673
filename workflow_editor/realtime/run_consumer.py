"""The socket of a run: replays what is missing, then follows. It only reads."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import BaseModel, ValidationError

from workflow_editor.adapters.announcer import run_group
from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.adapters.run_frames import event_frame
from workflow_editor.errors import NotFoundError
from workflow_editor.realtime.authentication import Headers, headers_of, is_origin_allowed, user_of
from workflow_editor.realtime.messages import (
    CaughtUpFrame,
    ErrorFrame,
    PingFrame,
    PongFrame,
)
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run_events import events_after

NOT_SIGNED_IN = 4401
BAD_ORIGIN = 4403
NOT_FOUND = 4404

PAGE = 500
# An announcement may be lost; then the table is asked after this time at the latest.
LOOK_EVERY_S = 5.0


class RunConsumer(AsyncWebsocketConsumer):
    """`ws/runs/<id>/?after=<seq>`; messages are in `workflow_editor.realtime.messages`."""

    run_id: UUID
    _last_seq = 0
    _looking: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Check the caller, then replay. Refusals come after the handshake: browsers cannot read earlier ones."""
        await self.accept()
        self.run_id = self.scope["url_route"]["kwargs"]["run_id"]
        headers = headers_of(self.scope["headers"])
        if not is_origin_allowed(headers):
            await self._refuse(BAD_ORIGIN, "bad_origin", "This page may not open the socket.")
            return
        refusal = await in_database_thread(_refusal, headers, self.run_id)
        if refusal is not None:
            await self._refuse(*refusal)
            return
        self._last_seq = await self._wanted_start()
        await self.channel_layer.group_add(run_group(self.run_id), self.channel_name)
        finished = await self._send_missing()
        await self._send_frame(CaughtUpFrame(seq=self._last_seq))
        if not finished:
            self._looking = asyncio.create_task(self._look_regularly())

    async def disconnect(self, code: int) -> None:
        if self._looking is not None:
            self._looking.cancel()
        if hasattr(self, "run_id"):
            await self.channel_layer.group_discard(run_group(self.run_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            PingFrame.model_validate_json(text_data or bytes_data or "")
        except ValidationError:
            await self._send_frame(ErrorFrame(code="bad_message", message='Only {"type": "ping"} is understood here.'))
        else:
            await self._send_frame(PongFrame())

    async def run_news(self, message: dict[str, Any]) -> None:
        """Pass announced frames on; events between the last one sent and those of the frames come from the table."""
        for seq, frame in message["frames"]:
            if seq > self._last_seq + 1:
                await self._send_missing()
            if seq == 0 or seq > self._last_seq:
                await self._pass_on(seq, frame)

    async def run_look(self, message: dict[str, Any]) -> None:
        """Ask the table, in turn with announcements."""
        if await self._send_missing() and self._looking is not None:
            self._looking.cancel()

    async def _look_regularly(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            await self.channel_layer.send(self.channel_name, {"type": "run.look"})

    async def _send_missing(self) -> bool:
        """Send everything behind the last event; True when the run has told its end."""
        finished = False
        while True:
            events = await in_database_thread(events_after, self.run_id, self._last_seq, PAGE)
            for event in events:
                await self._pass_on(*event_frame(event))
                finished = event["type"] == "run_finished"
            if len(events) < PAGE:
                return finished

    async def _pass_on(self, seq: int, frame: str) -> None:
        await self.send(text_data=frame)
        self._last_seq = seq or self._last_seq

    async def _send_frame(self, frame: BaseModel) -> None:
        await self.send(text_data=frame.model_dump_json())

    async def _wanted_start(self) -> int:
        raw = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", ["0"])[0]
        with suppress(ValueError):
            return max(0, int(raw))
        await self._send_frame(ErrorFrame(code="bad_after", message="`after` must be a whole number; sending all."))
        return 0

    async def _refuse(self, close_code: int, code: str, message: str) -> None:
        await self._send_frame(ErrorFrame.model_validate({"code": code, "message": message}))
        await self.close(close_code)


def _refusal(headers: Headers, run_id: UUID) -> tuple[int, str, str] | None:
    """Return why this caller may not follow the run; None lets it in."""
    user = user_of(headers)
    if user is None:
        return NOT_SIGNED_IN, "not_signed_in", "Sign in first."
    try:
        run_for(user, run_id)
    except NotFoundError as error:
        return NOT_FOUND, "not_found", error.message
    return None
