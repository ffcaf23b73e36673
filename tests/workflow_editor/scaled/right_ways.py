"""Ways to a run of a shared workflow, and ways to hear of one: each as a user has it, at one web process."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.polling import wait_until
from tests.workflow_editor.scaled.shared_workflows import SharedWorkflows

Use = Callable[[], object]
SESSION, TOKEN, LINK, PUBLIC = "session", "token", "link", "public"
HELLO = [{"role": "user", "content": "Hello"}]


def _runs(shared: SharedWorkflows) -> str:
    return f"/api/workflows/{shared.quick['id']}/runs/"


def _finished(shared: SharedWorkflows) -> dict[str, Any]:
    run: dict[str, Any] = shared.bob.of("POST", _runs(shared), {"inputs": {}})
    path = f"/api/runs/{run['id']}/"
    return wait_until(lambda: found if (found := shared.bob.of("GET", path))["finished_at"] else None)


def by_hand(shared: SharedWorkflows) -> Use:
    return lambda: shared.bob.post(_runs(shared), json={"inputs": {}})


def by_token(shared: SharedWorkflows) -> Use:
    return lambda: shared.api("api").post(_runs(shared), json={"inputs": {}})


def by_limited_token(shared: SharedWorkflows) -> Use:
    return lambda: shared.api("limited").post(_runs(shared), json={"inputs": {}})


def one_node(shared: SharedWorkflows) -> Use:
    path = f"/api/workflows/{shared.quick['id']}/nodes/model/debug/"
    return lambda: shared.bob.post(path, json={"inputs": {}, "run_inputs": {}})


def fork(shared: SharedWorkflows) -> Use:
    path = f"/api/runs/{_finished(shared)['id']}/fork/"
    return lambda: shared.bob.post(path, json={"from_node": "model"})


def retry(shared: SharedWorkflows) -> Use:
    run = _finished(shared)
    shared.change("UPDATE workflow_editor_run SET status = 'failed' WHERE id = %s", run["id"])
    return lambda: shared.bob.post(f"/api/runs/{run['id']}/retry/", json={})


def _talk(shared: SharedWorkflows, **body: Any) -> str:
    path = f"/api/workflows/{shared.quick['id']}/triggers/chat/conversations/"
    return f"/api/conversations/{shared.bob.of('POST', path, body)['id']}/turns/"


def old_conversation(shared: SharedWorkflows) -> Use:
    turns = _talk(shared)
    return lambda: shared.bob.post(turns, json={"message": "Hello"})


def old_test_conversation(shared: SharedWorkflows) -> Use:
    turns = _talk(shared, is_test=True)
    return lambda: shared.bob.post(turns, json={"message": "Hello"})


def _link(shared: SharedWorkflows, workflow: dict[str, Any]) -> tuple[str, str]:
    """Return the token of a link to a chat page, and a conversation that a visitor has begun."""
    path = f"/api/workflows/{workflow['id']}/triggers/chat/shares/"
    token = shared.bob.of("POST", path, {"right": "chat"})["token"]
    return token, shared.stranger.of("POST", f"/api/shared/{token}/conversations/")["id"]


def link(shared: SharedWorkflows) -> Use:
    token, talk = _link(shared, shared.quick)
    body = {"message": "Hello"}
    return lambda: shared.stranger.post(f"/api/shared/{token}/conversations/{talk}/", json=body)


def as_a_model(shared: SharedWorkflows) -> Use:
    body = {"model": f"workflow:{shared.quick['slug']}", "messages": HELLO}
    return lambda: shared.api("chat").post("/v1/chat/completions", json=body)


def webhook(shared: SharedWorkflows) -> Use:
    path = f"/hooks/{shared.trigger_token(shared.quick, 'hook')}/"
    return lambda: shared.stranger.post(path, json={})


def form(shared: SharedWorkflows) -> Use:
    path = f"/api/forms/{shared.trigger_token(shared.quick, 'page')}/submissions/"
    return lambda: shared.stranger.post(path, json={"key": "k" * 22, "values": {}})


def delivered_again(shared: SharedWorkflows) -> Use:
    webhook(shared)()
    statement = "SELECT d.id FROM workflow_editor_triggerdelivery d JOIN workflow_editor_trigger t ON"
    where = "t.id = d.trigger_id WHERE t.node_key = 'hook' AND t.workflow_id = %s"
    (key,), *_ = shared.rows(f"{statement} {where}", shared.quick["id"])
    return lambda: shared.bob.post(f"/api/deliveries/{key}/runs/", json={})


def schedule_now(shared: SharedWorkflows) -> Use:
    path = f"/api/workflows/{shared.quick['id']}/triggers/clock/start/"
    return lambda: shared.bob.post(path)


def schedule_now_by_another(shared: SharedWorkflows) -> Use:
    """The owner presses, but the run would be in the name of who published."""
    path = f"/api/workflows/{shared.quick['id']}/triggers/clock/start/"
    return lambda: shared.owner.post(path)


def due_time(shared: SharedWorkflows) -> Use:
    """The clock, which has looked at all that is due once the control has begun a run."""

    # A due time is skipped while an earlier run of its trigger is open.
    opened = "SELECT 1 FROM workflow_editor_run r JOIN workflow_editor_triggerdelivery d ON d.id = r.delivery_id JOIN"
    trigger = "workflow_editor_trigger t ON t.id = d.trigger_id WHERE t.node_key = 'clock' AND t.workflow_id = %s"

    def pass_time() -> None:
        wait_until(lambda: not shared.rows(f"{opened} {trigger} AND r.finished_at IS NULL", shared.quick["id"]))
        known, missed = shared.runs_of_control(), (datetime.now(UTC) - timedelta(days=2)).isoformat()
        statement = "UPDATE workflow_editor_trigger SET next_at = now(), position = %s WHERE node_key = 'clock'"
        shared.change(statement, json.dumps(missed))
        due = "SELECT id FROM workflow_editor_trigger WHERE next_at <= now() AND version_id IS NOT NULL"
        wait_until(lambda: not shared.rows(f"{due} AND paused_at IS NULL") and shared.runs_of_control() > known)

    return pass_time


def over_mcp(shared: SharedWorkflows) -> Use:
    async def call() -> None:
        async with _mcp(shared) as client:
            (tool,) = [one for one in (await client.list_tools()).tools if one.title == shared.outer["name"]]
            await client.call_tool(tool.name, {})

    return lambda: _refused(asyncio.run, call())


def _refused(act: Callable[..., object], *arguments: Any) -> object:
    """Act, and take a refusal in whatever form a client raises it."""
    try:
        return act(*arguments)
    except Exception as refusal:  # each client has errors of its own; runs are counted
        return refusal


def sub_workflow(shared: SharedWorkflows) -> Use:
    path = f"/api/workflows/{shared.outer['id']}/runs/"
    return lambda: shared.bob.post(path, json={"inputs": {}}, headers={"Prefer": "wait=30"})


def evaluation(shared: SharedWorkflows) -> Use:
    cases = [{"name": "one", "inputs": {}, "expected": "Hi", "scorer": {"kind": "equals", "path": "$.result"}}]
    made = shared.bob.of("POST", f"/api/workflows/{shared.quick['id']}/evaluations/", {"name": "All", "cases": cases})
    path = f"/api/evaluations/{made['id']}/rounds/"

    def begin() -> None:
        known = shared.runs()
        # The first run of a round that begins comes from the sweeper.
        if shared.bob.post(path, json={"versions": [1]}).is_success:
            wait_until(lambda: shared.runs() > known)

    return begin


BEGINNINGS: dict[Callable[[SharedWorkflows], Use], str] = {
    by_hand: SESSION, one_node: SESSION, fork: SESSION, retry: SESSION, old_conversation: SESSION,
    old_test_conversation: SESSION, delivered_again: SESSION, schedule_now: SESSION, sub_workflow: SESSION,
    evaluation: SESSION, by_token: TOKEN, by_limited_token: TOKEN, as_a_model: TOKEN, over_mcp: TOKEN, link: LINK,
    webhook: PUBLIC, form: PUBLIC, schedule_now_by_another: PUBLIC, due_time: PUBLIC,
}  # fmt: skip
"""Starts of runs, by their basis: bob's session, a token or link of his, or his publishing."""
IN_A_WORKER = {over_mcp, sub_workflow}
"""Ways that begin nothing before a worker has come to a node of bob's own workflow."""


def _mcp(shared: SharedWorkflows) -> Any:
    @asynccontextmanager
    async def opened() -> Any:
        headers = {"Authorization": f"Bearer {shared.tokens['mcp']}"}
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False, timeout=90) as http,
            Client(streamable_http_client(f"{shared.second}/mcp/", http_client=http)) as client,
        ):
            yield client

    return opened()


Heard = Iterator[object]
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
    return str(shared.owner.of("POST", f"/api/workflows/{shared.slow['id']}/runs/", {"inputs": {}})["id"])


def run_socket(shared: SharedWorkflows) -> Heard:
    return _socket(shared, f"/ws/runs/{_slow_run(shared)}/", Cookie=shared.cookie())


def run_socket_of_a_token(shared: SharedWorkflows) -> Heard:
    bearer = f"Bearer {shared.tokens['api']}"
    return _socket(shared, f"/ws/runs/{_slow_run(shared)}/", Authorization=bearer)


def workflow_socket(shared: SharedWorkflows) -> Heard:
    return _socket(shared, f"/ws/workflows/{shared.slow['id']}/", Cookie=shared.cookie())


def workflow_socket_of_a_token(shared: SharedWorkflows) -> Heard:
    bearer = f"Bearer {shared.tokens['limited']}"
    return _socket(shared, f"/ws/workflows/{shared.quick['id']}/", Authorization=bearer)


def visitors_socket(shared: SharedWorkflows) -> Heard:
    token, talk = _link(shared, shared.slow)
    turn = shared.stranger.of("POST", f"/api/shared/{token}/conversations/{talk}/", {"message": "Hello"})
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
    return _stream(shared.api("chat"), "/v1/chat/completions", body)


def stream_of_a_webhook(shared: SharedWorkflows) -> Heard:
    return _stream(shared.stranger, f"/hooks/{shared.trigger_token(shared.slow, 'hook')}/", {})


def _whole(shared: SharedWorkflows, ask: Callable[[], httpx2.Response]) -> Heard:
    """Wait for an answer that comes whole: open once a run writes for it."""
    known = shared.runs()
    done = threading.Event()
    answers: list[httpx2.Response] = []

    def wait() -> None:
        answers.append(ask())
        done.set()

    threading.Thread(target=wait, daemon=True).start()
    wait_until(lambda: shared.runs() > known)
    yield "open"
    done.wait(90)
    assert "result" not in answers[0].text


def wait_of_a_model(shared: SharedWorkflows) -> Heard:
    body = {"model": f"workflow:{shared.slow['slug']}", "messages": HELLO}
    return _whole(shared, lambda: shared.api("chat").post("/v1/chat/completions", json=body))


def wait_for_a_run(shared: SharedWorkflows) -> Heard:
    path, headers = f"/api/workflows/{shared.slow['id']}/runs/", {"Prefer": "wait=60"}
    return _whole(shared, lambda: shared.bob.post(path, json={"inputs": {}}, headers=headers))


def wait_of_a_webhook(shared: SharedWorkflows) -> Heard:
    path = f"/hooks/{shared.trigger_token(shared.slow, 'waits')}/"
    return _whole(shared, lambda: shared.stranger.post(path, json={}))


def listen_over_mcp(shared: SharedWorkflows) -> Heard:
    opened, ended = threading.Event(), threading.Event()

    async def listen() -> None:
        try:
            async with _mcp(shared) as client, client.listen(tools_list_changed=True) as changes:
                opened.set()
                async for _ in changes:
                    pass
        finally:
            ended.set()

    threading.Thread(target=lambda: _refused(asyncio.run, listen()), daemon=True).start()
    assert opened.wait(60)
    yield "open"
    ended.wait(90)


def call_over_mcp(shared: SharedWorkflows) -> Heard:
    """A call in progress of a workflow of bob's own: only the token leads to it."""
    known, ended = shared.runs(), threading.Event()

    async def call() -> None:
        try:
            async with _mcp(shared) as client:
                name = shared.slow_outer["name"]
                (tool,) = [one for one in (await client.list_tools()).tools if one.title == name]
                await client.call_tool(tool.name, {})
        finally:
            ended.set()

    threading.Thread(target=lambda: _refused(asyncio.run, call()), daemon=True).start()
    wait_until(lambda: shared.runs() > known)
    yield "open"
    ended.wait(90)


READING, OWN = "reading", "own"
LISTENING: dict[Callable[[SharedWorkflows], Heard], tuple[str, str]] = {
    run_socket: (SESSION, READING), workflow_socket: (SESSION, READING), wait_for_a_run: (SESSION, ""),
    run_socket_of_a_token: (TOKEN, READING), workflow_socket_of_a_token: (TOKEN, READING),
    stream_of_a_model: (TOKEN, ""), wait_of_a_model: (TOKEN, ""), listen_over_mcp: (TOKEN, OWN),
    call_over_mcp: (TOKEN, OWN), visitors_socket: (LINK, ""), stream_of_a_webhook: (PUBLIC, ""),
    wait_of_a_webhook: (PUBLIC, ""),
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
        with closing(heard):  # type: ignore[type-var]  # a generator
            for _ in heard:
                self._begun.set()
        self.ended_at = monotonic()

    def seconds_after(self, moment: float, *, at_most: float) -> float:
        """Return how long after a moment it ended; infinity when it has not by then."""
        self._thread.join(max(0.0, moment + at_most - monotonic()))
        return float("inf") if self.ended_at is None else max(0.0, self.ended_at - moment)
