"""The socket of somebody with a link: what the agent writes in one turn, and what it asks. It only reads."""

from typing import Any
from uuid import UUID

import orjson

from tools.definitions import JsonObject
from workflow_editor.adapters.announcer import run_group
from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.conversations.turns import is_open
from workflow_editor.conversations.visits import turn_json, visited_turn
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ChatShare, Turn
from workflow_editor.realtime.authentication import headers_of, is_origin_allowed
from workflow_editor.realtime.messages import SharedTextFrame, SharedTurn, SharedTurnFrame
from workflow_editor.realtime.socket import BAD_ORIGIN, NOT_FOUND, WatchingConsumer
from workflow_editor.selectors.turn_text import stream_name


class SharedTurnConsumer(WatchingConsumer):
    """`ws/shared/<token>/turns/<id>/`: the turn as it is now, then pieces of the answer, and the turn as it changes.

    The link is looked at before anything is told, so one that was revoked or has expired tells nothing more. Events,
    tools and the runs inside of a run are none of a visitor's.
    """

    _told: SharedTurn | None = None
    _is_refused = False

    async def connect(self) -> None:
        await self.accept()
        if not is_origin_allowed(headers_of(self.scope["headers"])):
            await self.refuse(BAD_ORIGIN, "bad_origin", "This page may not open the socket.")
            return
        visited = await self._visited()
        if visited is None:
            return
        _, turn = visited
        if turn.run_id is not None:
            self.run_id = turn.run_id
            await self.channel_layer.group_add(run_group(self.run_id), self.channel_name)
        self.begin_looking()
        await self._tell_turn()

    async def run_news(self, message: dict[str, Any]) -> None:
        """Pass pieces of the answer on; any other news, also that of a run below, is a reason to look at the turn."""
        news = [orjson.loads(frame) for _, frame in message["frames"]]
        pieces = [piece for piece in map(_piece, news) if piece is not None]
        if pieces and await self._visited() is not None:
            for piece in pieces:
                await self.send_frame(piece)
        if not news or any(one["type"] == "event" and not _is_text(one) for one in news):
            await self._tell_turn()

    async def run_look(self, message: dict[str, Any]) -> None:
        """Ask the table, in turn with announcements."""
        await self._tell_turn()

    async def _tell_turn(self) -> None:
        """Send the turn where it differs from what was sent last."""
        visited = await self._visited()
        if visited is None:
            return
        share, turn = visited
        shown = SharedTurn.model_validate(await in_database_thread(turn_json, turn, share))
        if shown != self._told:
            await self.send_frame(SharedTurnFrame(turn=shown))
        self._told = shown
        if not is_open(turn):
            self.stop_looking()

    async def _visited(self) -> tuple[ChatShare, Turn] | None:
        """Return the link and the turn; closes the socket when the one does not, or no longer, give the other."""
        if self._is_refused:
            # Announcements that came before the socket was closed.
            return None
        given = self.scope["url_route"]["kwargs"]
        token, turn_id = str(given["token"]), UUID(str(given["turn_id"]))
        try:
            visited: tuple[ChatShare, Turn] = await in_database_thread(visited_turn, token, turn_id)
        except NotFoundError as error:
            self._is_refused = True
            self.stop_looking()
            await self.refuse(NOT_FOUND, "not_found", error.message)
            return None
        return visited


def _is_text(news: JsonObject) -> bool:
    return bool(news["event"]["type"] == "node_text_appended")


def _piece(news: JsonObject) -> SharedTextFrame | None:
    """Return the piece of text that the news tells; None for all else, and for text inside containers."""
    if news["type"] == "event" and _is_text(news):
        told = {**news["event"]["payload"], "node_key": news["event"]["node_key"]}
    elif news["type"] == "text":
        told = news
    else:
        return None
    if told.get("scope"):
        return None
    stream = stream_name(told["node_key"], told["stream"])
    return SharedTextFrame(stream=stream, offset=told["offset"], text=told["text"])
