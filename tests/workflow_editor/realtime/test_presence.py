"""The sessions of a workflow: all see each other, one frame a tick for each, and no more than a hundred take part."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import User

from tests.doubles.socket_client import SocketClient
from tests.workflow_editor.realtime.conftest import Headers, cookie_of
from tests.workflow_editor.realtime.test_workflow_consumer import caught_up, receive, socket, until
from workflow_editor.models import Workflow
from workflow_editor.realtime import presence
from workflow_editor.realtime.messages import PresenceFrame, Present
from workflow_editor.realtime.presence import MAX_SESSIONS, Presence

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]


@pytest.fixture
def bob_cookie(bob: User) -> Headers:
    return cookie_of(bob)


class Session:
    """A session that takes its frames at once, or when the test says so."""

    def __init__(self, workflow_id: UUID, name: str, *, is_slow: bool = False) -> None:
        self.frames: list[PresenceFrame] = []
        self._name, self._is_slow = name, is_slow
        self.presence = Presence.join(workflow_id, present(name), self._deliver)

    async def _deliver(self, text: str) -> None:
        self.frames.append(PresenceFrame.model_validate_json(text))
        if not self._is_slow:
            self.take()

    def take(self) -> None:
        assert self.presence is not None
        self.presence.took(self._name)

    def move(self, x: float) -> None:
        assert self.presence is not None
        self.presence.see(present(self._name, x))

    def leave(self) -> None:
        assert self.presence is not None
        self.presence.leave(self._name)

    def sees(self) -> dict[str, float | None]:
        """Return where everybody is, by what this session was sent."""
        found: dict[str, float | None] = {}
        for frame in self.frames:
            found |= {one.session: one.cursor.x if one.cursor else None for one in frame.present}
            for session in frame.left:
                found.pop(session, None)
        return found


def present(session: str, x: float | None = None) -> Present:
    cursor = None if x is None else {"x": x, "y": 0}
    return Present.model_validate(
        {"session": session, "user": session, "name": session, "cursor": cursor, "selection": []}
    )


@pytest.fixture
async def ticks(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """Return what lets one tick pass: there are none by the clock."""
    passing = asyncio.Event()

    class Clock:
        @staticmethod
        async def sleep(_: float) -> None:
            await passing.wait()

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

    async def tick() -> None:
        passing.set()
        await asyncio.sleep(0)
        passing.clear()
        for _ in range(20):
            await asyncio.sleep(0)

    monkeypatch.setattr(presence, "asyncio", Clock())
    yield tick
    for known in list(Presence._of.values()):
        for task in known._tasks:
            task.cancel()
    Presence._of.clear()


async def test_both_see_each_other_and_where_they_are(
    workflow: Workflow, alice_cookie: Headers, bob_cookie: Headers
) -> None:
    async with socket(workflow, alice_cookie) as alice_ws, socket(workflow, bob_cookie) as bob_ws:
        _, alice_session = await caught_up(alice_ws)
        _, bob_session = await caught_up(bob_ws)
        await seen(bob_ws, alice_session)
        assert (await seen(alice_ws, bob_session))["user"] == "bob"
        await bob_ws.send('{"type": "presence", "cursor": {"x": 1.5, "y": -2}, "selection": ["greet"]}')
        while (shown := await seen(alice_ws, bob_session))["cursor"] is None:
            pass
        assert (shown["cursor"], shown["selection"]) == ({"x": 1.5, "y": -2.0}, ["greet"])
        await bob_ws.disconnect()
        while bob_session not in (await until(alice_ws, "presence"))["left"]:
            pass


async def seen(client: SocketClient, session: str) -> dict[str, Any]:
    """Return a session as a socket is shown it next."""
    while True:
        frame = await receive(client)
        for one in frame.get("present", ()):
            if one["session"] == session:
                return dict(one)


@pytest.mark.parametrize("count", [2, 10, 60])
async def test_one_frame_a_tick_for_each_however_many_move(count: int, ticks: Any) -> None:
    workflow_id = uuid4()
    sessions = [Session(workflow_id, f"s{number}") for number in range(count)]
    for _ in range(3):
        await ticks()
    before = [len(one.frames) for one in sessions]
    for x in range(40):
        for one in sessions:
            one.move(x)
    await ticks()
    await ticks()
    assert [len(one.frames) - frames for one, frames in zip(sessions, before, strict=True)] == [1] * count
    assert all(one.sees() == {f"s{number}": 39 for number in range(count)} for one in sessions)


async def test_other_processes_get_one_message_a_tick(ticks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow_id, layer = uuid4(), get_channel_layer()
    sent: list[Any] = []
    group_send = layer.group_send

    async def counted(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        await group_send(group, message)

    monkeypatch.setattr(layer, "group_send", counted)
    sessions = [Session(workflow_id, f"s{number}") for number in range(50)]
    for _ in range(3):
        await ticks()
    sent.clear()
    for one in sessions:
        one.move(1)
    await ticks()
    await ticks()
    assert len(sent) == 1


async def test_sessions_beyond_the_limit_neither_send_nor_receive(ticks: Any) -> None:
    workflow_id = uuid4()
    sessions = [Session(workflow_id, f"s{number}") for number in range(MAX_SESSIONS)]
    further = Session(workflow_id, "further")
    for _ in range(3):
        await ticks()
    assert further.presence is None
    assert not further.frames
    assert len(sessions[0].sees()) == MAX_SESSIONS
    assert "further" not in sessions[0].sees()
    sessions[0].leave()
    assert Session(workflow_id, "later").presence is not None


async def test_what_a_slow_client_missed_it_gets_as_a_whole(ticks: Any) -> None:
    workflow_id = uuid4()
    quick, slow = Session(workflow_id, "quick"), Session(workflow_id, "slow", is_slow=True)
    for x in range(5):
        quick.move(x)
        await ticks()
    assert len(slow.frames) == 1
    slow.take()
    await ticks()
    await ticks()
    assert slow.sees()["quick"] == 4
    assert len(slow.frames) == 2


async def test_another_process_is_asked_heard_and_forgotten(ticks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow_id = uuid4()
    here = Session(workflow_id, "here")
    # What another process has of the same workflow.
    Presence._of.clear()
    there = Session(workflow_id, "there")
    for _ in range(4):
        await ticks()
    assert here.sees().keys() == there.sees().keys() == {"here", "there"}
    there.move(7)
    await ticks()
    await ticks()
    assert here.sees()["there"] == 7
    monkeypatch.setattr(presence, "SILENT_AFTER_S", -1.0)
    assert here.presence is not None
    here.presence._forget_silent()
    await ticks()
    await ticks()
    assert here.sees().keys() == {"here"}


async def test_a_workflow_that_nobody_has_open_costs_nothing(ticks: Any) -> None:
    workflow_id = uuid4()
    session = Session(workflow_id, "only")
    await ticks()
    tasks = session.presence._tasks if session.presence else []
    session.leave()
    await ticks()
    await ticks()
    assert workflow_id not in Presence._of
    assert all(task.done() for task in tasks)


async def test_a_person_may_open_so_many_sockets(
    workflow: Workflow, alice_cookie: Headers, bob_cookie: Headers, settings: Any
) -> None:
    settings.MAX_SOCKETS = 3
    async with AsyncExitStack() as open_ones:
        for _ in range(3):
            await caught_up(await open_ones.enter_async_context(socket(workflow, alice_cookie)))
        async with socket(workflow, alice_cookie) as refused:
            assert (await receive(refused))["code"] == "too_many_sockets"
            assert await refused.close_code() == 4429
        await caught_up(await open_ones.enter_async_context(socket(workflow, bob_cookie)))
    async with socket(workflow, alice_cookie) as again:
        await caught_up(again)
