"""Base of watching sockets: permissions, refusals, pings, and polling without announcements."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, ClassVar
from urllib.parse import parse_qs
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import User
from pydantic import BaseModel, ValidationError

from tools.core.call.advice import SIGN_IN_OR_TOKEN
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.errors import NotFoundError
from workflow_editor.realtime.messages import ErrorFrame, PingFrame, PongFrame
from workflow_editor.realtime.socket_counts import socket_counts
from workflow_editor.selectors.run.listening import RIGHT_EVERY_S
from workflow_editor.services.forwarded_addresses import scope_client
from workflow_editor.services.request_users import headers_of, headers_user, is_origin_allowed
from workflow_editor.services.token_rights import TokenUse

NOT_SIGNED_IN = 4401
BAD_ORIGIN = 4403
NOT_FOUND = 4404
TOO_MANY = 4429

# An announcement may be lost; then the table is asked after this time at the latest.
LOOK_EVERY_S = 5.0

Refusal = tuple[int, str, str]
"""The code with which the socket closes, and the code and message of the error frame before it."""


class WatchingConsumer(AsyncWebsocketConsumer):
    """A socket that follows something while its user may see it.

    Subclasses answer `refusal`, begin in `begin`, where they `join` a group, and receive `news` and `look`.
    """

    asks_each_time: ClassVar[bool] = False
    """Check permission before every message, not only every `RIGHT_EVERY_S`."""
    _group: str | None = None
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
        elif await self.still_allowed() and await self.is_counted():
            self._checking = asyncio.create_task(self._check_regularly())
            await self.begin()

    async def is_counted(self) -> bool:
        """Return whether there may be one more socket of this kind; closes it when not."""
        return True

    async def join(self, group: str) -> None:
        """Receive what is announced to the group, until the socket closes."""
        self._group = group
        await self.channel_layer.group_add(group, self.channel_name)

    async def wanted_start(self) -> int:
        """Return the number that the client already has, from `after`."""
        raw = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", ["0"])[0]
        with suppress(ValueError):
            return max(0, int(raw))
        await self.send_frame(ErrorFrame(code="bad_after", message="`after` must be a whole number; sending all."))
        return 0

    async def disconnect(self, code: int) -> None:
        self._stop()
        if self._group is not None:
            await self.channel_layer.group_discard(self._group, self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle our messages without the base class's thread hop, which closes old database connections.

        All reads use `database_threads`, which keeps its own; the hop cost more than the message.
        """
        receiver = self.receivers().get(message["type"])
        if receiver is None:
            await super().dispatch(message)
        elif not self._is_refused and (not self.asks_each_time or await self.still_allowed()):
            await receiver(message)

    def receivers(self) -> dict[str, Callable[[dict[str, Any]], Awaitable[None]]]:
        """Return what takes each type of message that comes through the channel."""
        return {"news": self.news, "look": self.look, "right.check": self.right_check}

    async def news(self, message: dict[str, Any]) -> None:
        """Receive announced frames, as `(seq, json)` in `frames`."""
        raise NotImplementedError

    async def look(self, message: dict[str, Any]) -> None:
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
                await self._send_to_itself("look")

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(RIGHT_EVERY_S)
            await self._send_to_itself("right.check")

    async def _send_to_itself(self, type_: str) -> None:
        """Send through the channel, so that it takes its turn with announcements."""
        message: dict[str, Any] = {"type": type_}
        await self.channel_layer.send(self.channel_name, message)


class AccountConsumer(WatchingConsumer):
    """A socket for people who are signed in, or have a token, and may see one row."""

    user: User
    """The subscriber, set once access is granted."""
    _counts = False

    def token_use(self) -> TokenUse:
        """Return what a token must allow."""
        raise NotImplementedError

    def check_access(self, user: User) -> None:
        """Raise NotFoundError when this person may not see the row."""
        raise NotImplementedError

    def refusal(self) -> Refusal | None:
        """Return why this caller may not listen: the session or token, and the role, as they are now."""
        headers, address = headers_of(self.scope["headers"]), scope_client(self.scope)
        user = headers_user(headers, use=self.token_use(), address=address)
        if user is None:
            return NOT_SIGNED_IN, "not_signed_in", SIGN_IN_OR_TOKEN.text.en
        try:
            self.check_access(user)
        except NotFoundError as error:
            return NOT_FOUND, "not_found", error.message
        self.user = user
        return None

    async def is_counted(self) -> bool:
        self._counts = await in_database_thread(socket_counts.enter, self.user.pk)
        if not self._counts:
            await self._refuse((TOO_MANY, "too_many_sockets", "You have too many connections open. Close some tabs."))
        return self._counts

    async def right_check(self, message: dict[str, Any]) -> None:
        await super().right_check(message)
        if socket_counts.is_due(self.user.pk):
            await in_database_thread(socket_counts.report, self.user.pk)

    async def disconnect(self, code: int) -> None:
        if self._counts:
            self._counts = False
            socket_counts.leave(self.user.pk)
        await super().disconnect(code)

    def id_in_address(self, name: str) -> UUID:
        """Return an id that the route's pattern has read."""
        found: UUID = self.scope["url_route"]["kwargs"][name]
        return found
