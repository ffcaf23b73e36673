"""The socket of a run: replays what is missing, then follows. It only reads."""

from typing import Any

from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.adapters.event_broadcast import run_group
from workflow_editor.adapters.run_frames import event_frame
from workflow_editor.engine.events import RunFinished
from workflow_editor.errors import NotFoundError
from workflow_editor.realtime.authentication import headers_of, headers_user
from workflow_editor.realtime.messages import CaughtUpFrame
from workflow_editor.realtime.socket import NOT_FOUND, NOT_SIGNED_IN, Refusal, WatchingConsumer
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run_events import events_after
from workflow_editor.services.token_limits import TokenUse

PAGE = 500
_ROUTE = "ws/runs/<uuid:run_id>/"


class RunConsumer(WatchingConsumer):
    """`ws/runs/<id>/?after=<seq>`; messages are in `workflow_editor.realtime.messages`."""

    _last_seq = 0

    def refusal(self) -> Refusal | None:
        """Return why this caller may not follow the run: the session or token, and the role, as they are now."""
        run_id = self.scope["url_route"]["kwargs"]["run_id"]
        user = headers_user(headers_of(self.scope["headers"]), use=TokenUse(_ROUTE, is_safe=True, run_id=run_id))
        if user is None:
            return NOT_SIGNED_IN, "not_signed_in", "Sign in first."
        try:
            run_for(user, run_id)
        except NotFoundError as error:
            return NOT_FOUND, "not_found", error.message
        return None

    async def begin(self) -> None:
        self.run_id = self.scope["url_route"]["kwargs"]["run_id"]
        self._last_seq = await self.wanted_start()
        await self.join(run_group(self.run_id))
        finished = await self._send_missing()
        await self.send_frame(CaughtUpFrame(seq=self._last_seq))
        if not finished:
            self.begin_looking()

    async def news(self, message: dict[str, Any]) -> None:
        """Pass announced frames on; events between the last one sent and those of the frames come from the table."""
        for seq, frame in message["frames"]:
            if seq > self._last_seq + 1:
                await self._send_missing()
            if seq == 0 or seq > self._last_seq:
                await self._pass_on(seq, frame)

    async def look(self, message: dict[str, Any]) -> None:
        """Ask the table, in turn with announcements."""
        if await self._send_missing():
            self.stop_looking()

    async def _send_missing(self) -> bool:
        """Send everything behind the last event; True when the run has told its end."""
        finished = False
        while True:
            events = await in_database_thread(events_after, self.run_id, self._last_seq, PAGE)
            for event in events:
                await self._pass_on(*event_frame(event))
                finished = event["type"] == RunFinished.type
            if len(events) < PAGE:
                return finished

    async def _pass_on(self, seq: int, frame: str) -> None:
        await self.send(text_data=frame)
        if seq:
            self._last_seq = seq
            self.put_off_look()
