"""The socket of somebody with a link: what the agent writes in one turn, and what it asks. It only reads."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from agents.core.events import Event, NodeTextAppended
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.adapters.events.broadcast import run_group
from workflow_editor.adapters.events.run_frames import TextPiece, read_frame
from workflow_editor.conversations.shared_access import turn_json, visited_turn
from workflow_editor.conversations.turns import is_open
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ChatShare, Turn
from workflow_editor.realtime.messages import SharedTextFrame, SharedTurn, SharedTurnFrame
from workflow_editor.realtime.socket import NOT_FOUND, Refusal, WatchingConsumer
from workflow_editor.selectors.run.answer_nodes import answer_writers
from workflow_editor.selectors.run.turn_text import stream_name


class SharedTurnConsumer(WatchingConsumer):
    """`ws/shared/<token>/turns/<id>/`: the current turn, pieces of the answer, and changes. Visitors see no events,
    tools or child runs.
    """

    asks_each_time = True
    _visited: tuple[ChatShare, Turn]
    _writers: Collection[str] = ()
    """Nodes that write the answer."""
    _reported: SharedTurn | None = None

    def refusal(self) -> Refusal | None:
        """Return why the link does not, or no longer, give the turn; keeps both as they are now."""
        given = self.scope["url_route"]["kwargs"]
        try:
            self._visited = visited_turn(str(given["token"]), UUID(str(given["turn_id"])))
        except NotFoundError as error:
            return NOT_FOUND, "not_found", error.message
        run = self._visited[1].run
        self._writers = () if run is None else answer_writers(run.version_id)
        return None

    async def begin(self) -> None:
        _, turn = self._visited
        if turn.run_id is not None:
            await self.join(run_group(turn.run_id))
            # Events of the meantime were announced to nobody.
            await self.still_allowed()
        self.begin_looking()
        await self._send_turn()

    async def news(self, message: dict[str, Any]) -> None:
        """Pass answer pieces on; other news, also of a child run, reloads the turn."""
        news = [read_frame(frame) for _, frame in message["frames"]]
        for piece in news:
            if isinstance(piece, TextPiece) and not piece.scope and piece.node_key in self._writers:
                await self.send_frame(SharedTextFrame(stream=stream_name(piece), offset=piece.offset, text=piece.text))
        if not news or any(isinstance(one, Event) and not isinstance(one, NodeTextAppended) for one in news):
            await self._send_turn()

    async def look(self, message: dict[str, Any]) -> None:
        """Ask the table, in turn with announcements."""
        await self._send_turn()

    async def _send_turn(self) -> None:
        """Send the turn where it differs from what was sent last."""
        if self._is_refused:
            return
        share, turn = self._visited
        shown = SharedTurn.model_validate(await in_database_thread(turn_json, turn, share))
        if shown != self._reported:
            await self.send_frame(SharedTurnFrame(turn=shown))
        self._reported = shown
        if not is_open(turn):
            self.stop_looking()
