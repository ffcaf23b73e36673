"""Ways to hear of a shared workflow's runs over an open connection: each as a user has it, at one web process."""

import asyncio
import json
import threading
from collections.abc import Callable, Generator
from contextlib import closing
from time import monotonic
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.polling import wait_until
from tests.workflow_editor.access.run_ways import HELLO, LINK, PERSON, SESSION, TOKEN
from tests.workflow_editor.access.shared_workflow import good
from tests.workflow_editor.scaled.shared_workflows import SharedWorkflows, refused

Heard = Generator[object, None, None]
"""Yields once it is open, then whatever comes, and ends when the other side ends it."""


def _socket(shared: SharedWorkflows, path: str, **headers: str) -> Heard:
    address = shared.second.replace("http://", "ws://")
    with connect(f"{address}{path}", additional_headers=headers, proxy=None, max_size=None) as socket:
        try:
            while True:
                frame = json.loads(socket.recv(90))
                if frame["type"] == "error":
                    return
                yield frame
        except ConnectionClosed:
            return


def _slow_run(shared: SharedWorkflows) -> str:
    return str(good(shared.owner.post(f"{shared.slow_address}runs/", {"inputs": {}}))["id"])


def run_socket(shared: SharedWorkflows) -> Heard:
    return _socket(shared, f"/ws/runs/{_slow_run(shared)}/", Cookie=shared.cookie())


def run_socket_of_a_token(shared: SharedWorkflows) -> Heard:
    bearer = f"Bearer {shared.raw_token()}"
    return _socket(shared, f"/ws/runs/{_slow_run(shared)}/", Authorization=bearer)


def workflow_socket(shared: SharedWorkflows) -> Heard:
    return _socket(shared, f"/ws/workflows/{shared.slow['id']}/", Cookie=shared.cookie())


def workflow_socket_of_a_token(shared: SharedWorkflows) -> Heard:
    bearer = f"Bearer {shared.raw_token(only=True)}"
    return _socket(shared, f"/ws/workflows/{shared.shared['id']}/", Authorization=bearer)


def visitors_socket(shared: SharedWorkflows) -> Heard:
    token = good(shared.session.post(f"{shared.slow_address}triggers/chat/shares/", {"right": "chat"}))["token"]
    path = f"/api/shared/{token}/conversations/"
    begun = good(shared.stranger.post(path))
    turn = good(shared.stranger.post(f"{path}{begun['id']}/", {"message": "Hello"}))
    return _socket(shared, f"/ws/shared/{token}/turns/{turn['id']}/")


def _stream(client: httpx2.Client, path: str, body: Any) -> Heard:
    with client.stream("POST", path, json=body) as answer:
        assert answer.is_success
        for line in answer.iter_lines():
            if "right_lost" in line or "finished" in line:
                return
            yield line


def stream_of_a_model(shared: SharedWorkflows) -> Heard:
    body = {"model": f"workflow:{shared.slow['slug']}", "messages": HELLO, "stream": True}
    return _stream(shared.token("chat"), "/v1/chat/completions", body)


def stream_of_a_webhook(shared: SharedWorkflows) -> Heard:
    return _stream(shared.stranger, f"/hooks/{shared.slow_token_of('hook')}/", {})


def _whole(shared: SharedWorkflows, ask: Callable[[], httpx2.Response]) -> Heard:
    """Wait for an answer that comes whole: open once a run writes for it."""
    known = shared.slow_runs()
    done = threading.Event()
    answers: list[httpx2.Response] = []

    def wait() -> None:
        answers.append(ask())
        done.set()

    threading.Thread(target=wait, daemon=True).start()
    wait_until(lambda: shared.slow_runs() > known)
    yield "open"
    done.wait(90)
    assert "result" not in answers[0].text


def wait_of_a_model(shared: SharedWorkflows) -> Heard:
    body = {"model": f"workflow:{shared.slow['slug']}", "messages": HELLO}
    api = shared.token("chat")
    return _whole(shared, lambda: api.post("/v1/chat/completions", body))


def wait_for_a_run(shared: SharedWorkflows) -> Heard:
    headers = {"Prefer": "wait=60"}
    return _whole(shared, lambda: shared.session.post(f"{shared.slow_address}runs/", {"inputs": {}}, headers=headers))


def wait_of_a_webhook(shared: SharedWorkflows) -> Heard:
    path = f"/hooks/{shared.slow_token_of('waits')}/"
    return _whole(shared, lambda: shared.stranger.post(path, {}))


def listen_over_mcp(shared: SharedWorkflows) -> Heard:
    opened, ended = threading.Event(), threading.Event()

    async def listen() -> None:
        try:
            async with shared.mcp() as client, client.listen(tools_list_changed=True) as changes:
                opened.set()
                async for _ in changes:
                    pass
        finally:
            ended.set()

    threading.Thread(target=lambda: refused(asyncio.run, listen()), daemon=True).start()
    assert opened.wait(60)
    yield "open"
    ended.wait(90)


def call_over_mcp(shared: SharedWorkflows) -> Heard:
    """A call in progress of a workflow of bob's own: only the token leads to it."""
    known, ended = shared.slow_runs(), threading.Event()

    async def call() -> None:
        try:
            async with shared.mcp() as client:
                name = shared.slow_outer
                (tool,) = [one for one in (await client.list_tools()).tools if one.title == name]
                await client.call_tool(tool.name, {})
        finally:
            ended.set()

    threading.Thread(target=lambda: refused(asyncio.run, call()), daemon=True).start()
    wait_until(lambda: shared.slow_runs() > known)
    yield "open"
    ended.wait(90)


READING, OWN = "reading", "own"
LISTENING: dict[Callable[[SharedWorkflows], Heard], tuple[str, str]] = {
    run_socket: (SESSION, READING), workflow_socket: (SESSION, READING), wait_for_a_run: (SESSION, ""),
    run_socket_of_a_token: (TOKEN, READING), workflow_socket_of_a_token: (TOKEN, READING),
    stream_of_a_model: (TOKEN, ""), wait_of_a_model: (TOKEN, ""), listen_over_mcp: (TOKEN, OWN),
    call_over_mcp: (TOKEN, OWN), visitors_socket: (LINK, ""), stream_of_a_webhook: (PERSON, ""),
    wait_of_a_webhook: (PERSON, ""),
}  # fmt: skip
"""Open connections, by their basis; a viewer may still read, and bob's own stays his."""


class Open:
    """A way that stays open, heard in a thread of its own."""

    def __init__(self, shared: SharedWorkflows, way: Callable[[SharedWorkflows], Heard]) -> None:
        self.ended_at: float | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._hear, args=(shared, way), daemon=True)
        self._thread.start()
        assert self._begun.wait(90), way.__name__

    def _hear(self, shared: SharedWorkflows, way: Callable[[SharedWorkflows], Heard]) -> None:
        heard = way(shared)
        with closing(heard):
            for _ in heard:
                self._begun.set()
        self.ended_at = monotonic()

    def seconds_after(self, moment: float, *, at_most: float) -> float:
        """Return how long after a moment it ended; infinity when it has not by then."""
        self._thread.join(max(0.0, moment + at_most - monotonic()))
        return float("inf") if self.ended_at is None else max(0.0, self.ended_at - moment)
