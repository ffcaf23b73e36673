"""A socket ends within seconds once the right to listen has ended, whether or not anything happens in the run."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.doubles.socket_client import SocketClient
from tests.factories.runs import run_create, run_event_create
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.engine.events import RunFinished, RunQueued
from workflow_editor.models import ApiToken, Run, Status, Workflow, WorkflowMember
from workflow_editor.realtime import socket as realtime_socket
from workflow_editor.realtime.routing import socket_router
from workflow_editor.services.tokens import token_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime_socket, "RIGHT_EVERY_S", 0.01)


@pytest.fixture(params=[Status.RUNNING, Status.SUCCEEDED])
def run(workflow: Workflow, request: pytest.FixtureRequest) -> Run:
    """A run of a workflow that bob may edit, at work or over: the socket of a run that is over stays open too."""
    run = run_create(workflow, status=request.param)
    run_event_create(run, RunQueued())
    if request.param == Status.SUCCEEDED:
        run_event_create(run, RunFinished("succeeded", None, None, {}, 1))
    return run


@pytest.fixture
def browser(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def end_sessions() -> None:
    Session.objects.update(expire_date=timezone.now())


def change_password() -> None:
    bob = User.objects.get(username="bob")
    bob.set_password("another-long-word-3")
    bob.save()


ENDS: dict[str, tuple[Callable[[Client], object], tuple[str, int]]] = {
    "membership removed": (lambda _: WorkflowMember.objects.all().delete(), ("not_found", 4404)),
    "run deleted": (lambda _: Run.objects.all().delete(), ("not_found", 4404)),
    "workflow deleted": (lambda _: Workflow.objects.get().delete(), ("not_found", 4404)),
    "user deactivated": (
        lambda _: User.objects.filter(username="bob").update(is_active=False),
        ("not_signed_in", 4401),
    ),
    "user deleted": (lambda _: User.objects.get(username="bob").delete(), ("not_signed_in", 4401)),
}
SESSION_ENDS: dict[str, tuple[Callable[[Client], object], tuple[str, int]]] = {
    "signed out": (lambda browser: browser.logout(), ("not_signed_in", 4401)),
    "session ended elsewhere": (lambda browser: browser.session.delete(), ("not_signed_in", 4401)),
    "session expired": (lambda _: end_sessions(), ("not_signed_in", 4401)),
    "password changed": (lambda _: change_password(), ("not_signed_in", 4401)),
}
TOKEN_ENDS: dict[str, tuple[Callable[[Client], object], tuple[str, int]]] = {
    "token ended": (lambda _: ApiToken.objects.all().delete(), ("not_signed_in", 4401)),
    "token lost its scope": (lambda _: ApiToken.objects.update(scopes=["mcp"]), ("not_signed_in", 4401)),
}


async def is_ended(run: Run, headers: list[tuple[bytes, bytes]], end: Callable[[], object]) -> tuple[str, int]:
    async with SocketClient(socket_router(), f"/ws/runs/{run.pk}/", "", headers) as ws:
        while (await ws.receive())["type"] != "caught_up":
            pass
        await in_database_thread(end)
        error = await ws.receive()
        return error["code"], await ws.close_code()


@pytest.mark.parametrize("end", [*ENDS, *SESSION_ENDS])
async def test_the_socket_of_a_session_ends(run: Run, browser: Client, end: str) -> None:
    act, expected = (ENDS | SESSION_ENDS)[end]
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    assert await is_ended(run, [(b"cookie", cookie.encode())], lambda: act(browser)) == expected


@pytest.mark.parametrize("end", [*ENDS, *TOKEN_ENDS])
async def test_the_socket_of_a_token_ends(run: Run, bob: User, browser: Client, end: str) -> None:
    act, expected = (ENDS | TOKEN_ENDS)[end]
    _, raw = await in_database_thread(token_create, bob, name="ci")
    assert await is_ended(run, [(b"authorization", f"Bearer {raw}".encode())], lambda: act(browser)) == expected


async def test_a_lower_role_that_still_reads_goes_on_listening(
    run: Run, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[object] = []
    refusal = realtime_socket.WatchingConsumer.still_allowed

    async def note(consumer: realtime_socket.WatchingConsumer) -> bool:
        checked.append(await refusal(consumer))
        return bool(checked[-1])

    monkeypatch.setattr(realtime_socket.WatchingConsumer, "still_allowed", note)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    async with SocketClient(socket_router(), f"/ws/runs/{run.pk}/", "", [(b"cookie", cookie.encode())]) as ws:
        while (await ws.receive())["type"] != "caught_up":
            pass
        await in_database_thread(lambda: WorkflowMember.objects.update(role="viewer"))
        seen = len(checked)
        while len(checked) < seen + 3:
            await ws.send('{"type": "ping"}')
            assert await ws.receive() == {"type": "pong"}
    assert all(checked)
