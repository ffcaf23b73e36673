"""What sockets that watch a run share: rights, refusals, pings, and reading the table without announcements."""

import asyncio
from time import monotonic
from typing import Any, ClassVar
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import BaseModel, ValidationError

from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.adapters.event_broadcast import run_group
from workflow_editor.realtime.authentication import headers_of, is_origin_allowed
from workflow_editor.realtime.messages import ErrorFrame, PingFrame, PongFrame

NOT_SIGNED_IN = 4401
BAD_ORIGIN = 4403
NOT_FOUND = 4404

# An announcement may be lost; then the table is asked after this time at the latest.
LOOK_EVERY_S = 5.0
# Sessions, tokens, roles, members and links end without an announcement; a socket ends this long after them at the
# latest. Hundreds of sockets ask, so it is not asked before everything that is sent.
RIGHT_EVERY_S = 3.0

Refusal = tuple[int, str, str]
"""The code with which the socket closes, and the code and message of the error frame before it."""


class WatchingConsumer(AsyncWebsocketConsumer):
    """A socket that reports what happens in a run, as long as whoever opened it may see it.

    Subclasses answer `refusal`, begin in `begin`, and receive `run_news` and `run_look`.
    """

    asks_each_time: ClassVar[bool] = False
    """Whether the right is checked before everything that is sent, not only every `RIGHT_EVERY_S`."""
    run_id: UUID
    _is_refused = False
    _looking: asyncio.Task[None] | None = None
    _checking: asyncio.Task[None] | None = None
    _look_at = 0.0

    def refusal(self) -> Refusal | None:
        """Return why this caller may not, or no longer, listen; None lets it. Called in a database thread."""
        raise NotImplementedError

    async def begin(self) -> None:
        """Send what there is; called once the caller is known to have the right."""
        raise NotImplementedError

    async def connect(self) -> None:
        """Check the caller, then begin. Refusals come after the handshake: browsers cannot read earlier ones."""
        await self.accept()
        if not is_origin_allowed(headers_of(self.scope["headers"])):
            await self._refuse((BAD_ORIGIN, "bad_origin", "This page may not open the socket."))
        elif await self.still_allowed():
            self._checking = asyncio.create_task(self._check_regularly())
            await self.begin()

    async def disconnect(self, code: int) -> None:
        self._stop()
        if hasattr(self, "run_id"):
            await self.channel_layer.group_discard(run_group(self.run_id), self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Take messages of ours without the base class's hop to a thread that closes old connections to the database.

        All reading here happens in `database_threads`, which keeps its own; the hop cost more than passing news on.
        """
        receivers = {"run.news": self.run_news, "run.look": self.run_look, "right.check": self.right_check}
        receiver = receivers.get(message["type"])
        if receiver is None:
            await super().dispatch(message)
        elif not self._is_refused and (not self.asks_each_time or await self.still_allowed()):
            await receiver(message)

    async def run_news(self, message: dict[str, Any]) -> None:
        """Receive announced frames, as `(seq, json)` in `frames`."""
        raise NotImplementedError

    async def run_look(self, message: dict[str, Any]) -> None:
        """Read the table, in turn with announcements."""
        raise NotImplementedError

    async def right_check(self, message: dict[str, Any]) -> None:
        if not self.asks_each_time:
            await self.still_allowed()

    async def still_allowed(self) -> bool:
        """Say whether the right still holds; closes the socket when it does not."""
        if self._is_refused:
            return False
        refusal = await in_database_thread(self.refusal)
        if refusal is not None:
            await self._refuse(refusal)
        return refusal is None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            PingFrame.model_validate_json(text_data or bytes_data or "")
        except ValidationError:
            await self.send_frame(ErrorFrame(code="bad_message", message='Only {"type": "ping"} is understood here.'))
        else:
            await self.send_frame(PongFrame())

    async def send_frame(self, frame: BaseModel) -> None:
        await self.send(text_data=frame.model_dump_json())

    async def _refuse(self, refusal: Refusal) -> None:
        close_code, code, message = refusal
        self._is_refused = True
        self._stop()
        await self.send_frame(ErrorFrame.model_validate({"code": code, "message": message}))
        await self.close(close_code)

    def begin_looking(self) -> None:
        self.put_off_look()
        self._looking = asyncio.create_task(self._look_regularly())

    def stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def put_off_look(self) -> None:
        """Begin the time until the next look again, because all that there was to read until now is known."""
        self._look_at = monotonic() + LOOK_EVERY_S

    def _stop(self) -> None:
        self.stop_looking()
        if self._checking is not None:
            self._checking.cancel()

    async def _look_regularly(self) -> None:
        while True:
            await asyncio.sleep(self._look_at - monotonic())
            if monotonic() >= self._look_at:
                self.put_off_look()
                await self._send_to_itself("run.look")

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(RIGHT_EVERY_S)
            await self._send_to_itself("right.check")

    async def _send_to_itself(self, type_: str) -> None:
        """Send through the channel, so that it takes its turn with announcements."""
        message: dict[str, Any] = {"type": type_}
        await self.channel_layer.send(self.channel_name, message)
