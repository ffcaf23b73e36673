"""While Redis is away, dead or hanging, whatever a browser does is answered: rows are in the database."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.doubles.embedded_server import ADMIN, PASSWORD
from tests.doubles.scaled_server import ScaledServer, scaled_server
from tests.factories.run_documents import ask, chain, text
from tests.polling import wait_until

pytestmark = pytest.mark.exhaustive

Away = Callable[[ScaledServer], AbstractContextManager[None]]
AWAY: list[Away] = [
    lambda server: server.without("redis-server"),
    lambda server: server.frozen("redis-server"),
]
LONGEST_S = 15.0


@pytest.fixture(scope="module")
def server() -> Iterator[ScaledServer]:
    with scaled_server() as server:
        yield server


@pytest.fixture(params=AWAY, ids=["dead", "hanging"])
def away(request: pytest.FixtureRequest, server: ScaledServer) -> Iterator[AbstractContextManager[None]]:
    """Yield a context that takes Redis away until it is left."""
    take: Away = request.param
    yield take(server)
    wait_until(lambda: httpx2.get(f"{server.address}/api/health/ready/", trust_env=False, timeout=20).is_success)


class Walk:
    """Asks as a browser does, and fails at an answer that blames the server or comes late."""

    def __init__(self, browser: httpx2.Client) -> None:
        self._browser = browser

    def __call__(self, method: str, path: str, expected: int | None = None, **body: Any) -> Any:
        """Return the content of the answer."""
        answer = self._answer(method, path, body)
        assert expected in (None, answer.status_code), (method, path, answer.text)
        return answer.json() if "json" in answer.headers.get("Content-Type", "") else answer.text

    def status(self, method: str, path: str, **body: Any) -> int:
        return self._answer(method, path, body).status_code

    def _answer(self, method: str, path: str, body: Any) -> httpx2.Response:
        answer = self._browser.request(method, path, json=body or None, timeout=LONGEST_S)
        assert answer.status_code < 500, (method, path, answer.text)
        return answer


def start_run(ask_for: Callable[..., Any], *, delay_ms: int = 0) -> dict[str, Any]:
    document = chain(ask("model", {"text": "x", "delayMs": delay_ms}), text("note"))
    workflow = ask_for("POST", "/api/workflows/", 201, name="Test", document=document)
    run: dict[str, Any] = ask_for("POST", f"/api/workflows/{workflow['id']}/runs/", 201, inputs={})
    return run


def share_token(server: ScaledServer) -> str:
    agent = server.request(
        "POST", "/api/agents/", {"document": {"name": "Shared", "model": {"offline_script": [{"text": "x"}]}}}
    )
    share = server.request("POST", f"/api/agents/{agent['id']}/shares/", {"right": "chat"})
    return str(share["token"])


def test_no_request_fails_and_the_run_goes_on_afterwards(
    server: ScaledServer, away: AbstractContextManager[None]
) -> None:
    shared = f"/api/shared/{share_token(server)}/conversations/"
    with server.browser() as browser:
        walk = Walk(browser)
        # The address alone says that there is nothing to fill in.
        addresses = [path for path, item in walk("GET", "/api/schema/?format=json")["paths"].items() if "get" in item]
        with away:
            run = start_run(walk)
            for path in [path for path in addresses if "{" not in path and path != "/api/health/ready/"]:
                walk("GET", path)
            for path in ("", "events/", "cancel/"):
                walk("POST" if path == "cancel/" else "GET", f"/api/runs/{run['id']}/{path}", 200)
            walk("GET", "/", 200)
            walk("GET", "/admin/", 200)
            workflow = walk("GET", "/api/workflows/", 200)["results"][0]
            walk("PATCH", f"/api/workflows/{workflow['id']}/", 200, name="Renamed")
            walk("POST", "/api/setup/link/", 403, token="made up")
            walk("POST", "/api/account/password/", 400, current_password="wrong", new_password="another-long-word")
            walk("POST", shared, 201)
            going_on = start_run(walk)
    ended = wait_until(lambda: (now := server.request("GET", f"/api/runs/{going_on['id']}/"))["finished_at"] and now)
    assert ended["status"] == "succeeded", ended["error"]


def test_people_sign_in_and_out_and_guesses_are_limited(
    server: ScaledServer, away: AbstractContextManager[None]
) -> None:
    with httpx2.Client(base_url=server.address, trust_env=False) as browser, away:
        walk = Walk(browser)

        def sign_in(name: str, password: str) -> int:
            walk("GET", "/api/session/", 200)
            browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
            return walk.status("POST", "/api/session/", username=name, password=password)

        assert sign_in(ADMIN, PASSWORD) == 200
        walk("GET", "/api/runs/", 200)
        browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
        walk("DELETE", "/api/session/", 204)
        walk("GET", "/api/runs/", 401)
        guessed = f"somebody-{uuid4()}"
        guesses = [sign_in(guessed, "wrong") for _ in range(6)]
        assert guesses[0] == 403
        assert guesses[-1] == 429


def frame(watching: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(watching.recv(timeout=LONGEST_S))
    return found


def frames_until(watching: ClientConnection, type_: str) -> list[str]:
    """Return the types of events and frames up to the first of a type."""
    types: list[str] = []
    while type_ not in types:
        found = frame(watching)
        types.append(found["event"]["type"] if found["type"] == "event" else found["type"])
    return types


@pytest.mark.parametrize("opened_before", [True, False])
def test_a_socket_follows_its_run_and_ends_with_its_right(
    server: ScaledServer, away: AbstractContextManager[None], opened_before: bool
) -> None:
    token = server.make_token(name="socket")
    run = start_run(lambda method, path, _, **body: server.request(method, path, body), delay_ms=600_000)

    @contextmanager
    def watching() -> Iterator[ClientConnection]:
        url = f"{server.address.replace('http', 'ws', 1)}/ws/runs/{run['id']}/"
        with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, proxy=None) as socket:
            frames_until(socket, "caught_up")
            yield socket

    def follow(socket: ClientConnection) -> None:
        server.request("POST", f"/api/runs/{run['id']}/cancel/")
        frames_until(socket, "run_finished")

    if opened_before:
        with watching() as socket:
            with away:
                follow(socket)
            end_right(server, socket)
    else:
        with away, watching() as socket:
            follow(socket)
            end_right(server, socket)


def test_a_graph_is_followed_though_nobody_hears_who_is_there(
    server: ScaledServer, away: AbstractContextManager[None]
) -> None:
    workflow = server.request("POST", "/api/workflows/", {"name": "Followed"})
    url = f"{server.address.replace('http', 'ws', 1)}/ws/workflows/{workflow['id']}/"
    headers = {"Authorization": f"Bearer {server.make_token(name='graph')}"}
    with away, connect(url, additional_headers=headers, proxy=None) as socket:
        frames_until(socket, "caught_up")
        for cursor in ({"x": 1, "y": 1}, {"x": 2, "y": 2}):
            socket.send(json.dumps({"type": "presence", "cursor": cursor}))
        socket.send(json.dumps({"type": "ping"}))
        frames_until(socket, "pong")


def end_right(server: ScaledServer, watching: ClientConnection) -> None:
    with server.browser() as browser:
        (row,) = [row for row in browser.get("/api/tokens/").json() if row["name"] == "socket"]
        browser.delete(f"/api/tokens/{row['id']}/").raise_for_status()
    with pytest.raises(ConnectionClosed) as closed:
        frames_until(watching, "never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
