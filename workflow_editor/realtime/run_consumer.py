"""The socket of a run: replays what is missing, then follows. It only reads."""

from typing import Any

from django.contrib.auth.models import User

from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import run_group
from workflow_editor.adapters.events.run_frames import event_frame
from workflow_editor.engine.events import RunFinished
from workflow_editor.realtime.messages import CaughtUpFrame
from workflow_editor.realtime.socket import AccountConsumer
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run.events import events_after
from workflow_editor.services.token_rights import TokenUse

PAGE = 500
_ROUTE = "ws/runs/<uuid:run_id>/"


class RunConsumer(AccountConsumer):
    """`ws/runs/<id>/?after=<seq>`; messages are in `workflow_editor.realtime.messages`."""

    _last_seq = 0

    def token_use(self) -> TokenUse:
        return TokenUse(_ROUTE, is_safe=True, run_id=self.id_in_address("run_id"))

    def check_access(self, user: User) -> None:
        run_for(user, self.id_in_address("run_id"))

    async def begin(self) -> None:
        self.run_id = self.id_in_address("run_id")
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
        """Send events after the last one sent; True at the run's end."""
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
