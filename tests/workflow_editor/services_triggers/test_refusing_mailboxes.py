"""A polled mailbox that refuses, breaks off or is very full: its state is shown, no message is lost or comes twice."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.servers.dovecot import PASSWORD, USER, MailServer, dovecot
from tests.workflow_editor.acceptance.api_user import done
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tools.adapters import gateway_factory
from tools.calls import attempts
from tools.models import ToolConfig
from tools.services.tool_configs import tool_config_create, tool_config_update
from workflow_editor.models import Run, Trigger
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.polls import polls_claim_due

FULL = 100_000
CUTS = (0, 100, 250, 400, 550, 700, 900, 1200, 1600, 2100)
"""After so many bytes of the server's answers the connection is cut."""


@pytest.fixture(autouse=True)
def _loopback(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A call that breaks off is tried again at once, and no more than once."""
    monkeypatch.setattr(attempts, "WAITS_S", (0.0,))
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway_factory.gateway.cache_clear()
    yield
    gateway_factory.gateway.cache_clear()


@pytest.fixture
def server() -> Iterator[MailServer]:
    with dovecot() as server:
        server.append(b"Subject: old\r\n\r\nhere before")
        yield server


class CuttingProxy:
    """A proxy before a server; `most` is the number of bytes of its answers that pass per connection, None for all."""

    def __init__(self, port: int) -> None:
        self.most: int | None = None
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])

    def serve(self) -> None:
        with self._listener, suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._connected, args=(client,), daemon=True).start()

    def _connected(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._to)) as server:
            asking = threading.Thread(target=_copy, args=(client, server, None), daemon=True)
            asking.start()
            _copy(server, client, self.most)
            asking.join(10)

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)


def _copy(source: socket.socket, target: socket.socket, most: int | None) -> None:
    with suppress(OSError):
        while most != 0 and (piece := source.recv(65_536 if most is None else most)):
            target.sendall(piece)
            most = None if most is None else most - len(piece)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting(port: int) -> Iterator[CuttingProxy]:
    proxy = CuttingProxy(port)
    thread = threading.Thread(target=proxy.serve, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.close()
        thread.join(10)


def watch(publish: PublishTrigger, owner: User, port: int, **config: Any) -> Trigger:
    account = {"host": "127.0.0.1", "port": port, "security": "none", "username": USER, "password": PASSWORD}
    tool = tool_config_create(owner=owner, type="imap", name="Mailbox", config={**account, **config})
    named = {"id": "t1", "type": "imap", "name": "Mailbox", "toolConfig": str(tool.pk)}
    mapping = [{"name": "topic", "value": "{{ trigger.item.subject }}"}]
    return publish("poll", {"tool": named, "everyMin": 1, "mapping": mapping})


def change_password(password: str) -> None:
    tool = ToolConfig.objects.get()
    tool_config_update(tool=tool, config={**tool.config, "password": password})


def look(queue: TaskQueue) -> list[str]:
    """Look once, and return the subjects of all runs so far."""
    Trigger.objects.update(next_at=timezone.now())
    polls_claim_due()
    queue.run_all()
    start_waiting()
    return sorted(str(run.inputs["topic"]) for run in Run.objects.all())


def shown(api: APIClient) -> list[str]:
    """Return the problem as the page of triggers and the card of the workflow have it."""
    [row] = done(api.get("/api/triggers/"))["results"]
    [card] = done(api.get(f"/api/workflows/{Trigger.objects.get().workflow_id}/triggers/"))
    return [row["problem"], card["problem"]]


def test_a_wrong_password_is_shown_and_loses_no_message(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, alice_api: APIClient, server: MailServer
) -> None:
    watch(publish_trigger, alice, server.port)
    assert look(queue) == []
    assert shown(alice_api) == ["", ""]
    server.append(b"Subject: a\r\n\r\nnew")
    change_password("changed-by-its-owner")
    for _ in range(2):
        assert look(queue) == []
        assert all(text.startswith("The mail server rejected the user name or password") for text in shown(alice_api))
    change_password(PASSWORD)
    assert look(queue) == look(queue) == ["a"]
    assert shown(alice_api) == ["", ""]


def test_a_connection_that_is_cut_anywhere_loses_and_doubles_nothing(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, alice_api: APIClient, server: MailServer
) -> None:
    with cutting(server.port) as proxy:
        watch(publish_trigger, alice, proxy.port, maxMessages=3)
        assert look(queue) == []
        failed = 0
        for number, most in enumerate(CUTS):
            server.append(f"Subject: {number}\r\n\r\nnew".encode())
            proxy.most = most
            look(queue)
            problems = set(shown(alice_api))
            failed += problems != {""}
            assert problems == {""} or "mail server" in problems.pop()
        assert failed >= len(CUTS) // 2
        proxy.most = None
        for _ in CUTS:
            found = look(queue)
        assert found == sorted(str(number) for number in range(len(CUTS)))
        assert shown(alice_api) == ["", ""]


@pytest.mark.exhaustive
def test_a_mailbox_of_100_000_messages_is_watched_from_its_newest_on(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, alice_api: APIClient, server: MailServer
) -> None:
    _fill(server.folder / "mail" / USER / "new")
    assert server.unread() == FULL + 1
    watch(publish_trigger, alice, server.port)
    assert look(queue) == []
    assert shown(alice_api) == ["", ""]
    for subject in "ab":
        server.append(f"Subject: {subject}\r\n\r\nnew".encode())
    assert look(queue) == look(queue) == ["a", "b"]


def _fill(folder: Path) -> None:
    for number in range(FULL):
        (folder / f"1700000000.M{number}.flowloom").write_bytes(b"Subject: old\r\n\r\nhere before")
