"""Ways back in for whoever lost a password, in the product as it is started: by mail, and from the command line."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.doubles.mail_server import MailServer, link_in, mail_server
from tests.runtime import PYTHON, ROOT

NEW = "warp-and-weft-99"


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def server(tmp_path: Path, mail: MailServer) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path), EMAIL_URL=mail.url, DEFAULT_FROM_EMAIL="flowloom@example.com")
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


def post(server: EmbeddedServer, path: str, body: dict[str, str]) -> httpx2.Response:
    """Ask as a browser that is signed in nowhere."""
    with httpx2.Client(base_url=server.address, trust_env=False, timeout=60) as client:
        client.get("/api/session/")
        return client.post(path, json=body, headers={"X-CSRFToken": client.cookies["csrftoken"]})


def signs_in(server: EmbeddedServer, password: str) -> bool:
    return post(server, "/api/session/", {"username": "admin", "password": password}).status_code == 200


def command(server: EmbeddedServer, *words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PYTHON, "manage.py", *words], cwd=ROOT, env=server.environment(), input=typed, capture_output=True, text=True
    )


@pytest.mark.exhaustive
def test_an_administrator_who_lost_the_password_gets_another_one(server: EmbeddedServer, mail: MailServer) -> None:
    """From the command line while the server runs; with the address, by mail."""
    ended = command(server, "changepassword", "admin", typed=f"{NEW}\n{NEW}\n")
    assert ended.returncode == 0, ended.stderr
    assert signs_in(server, NEW)
    assert not signs_in(server, "correct-horse-battery")

    set_address = "from django.contrib.auth.models import User; User.objects.update(email='admin@example.com')"
    assert command(server, "shell", "-c", set_address, typed="").returncode == 0
    assert post(server, "/api/account/password/reset/", {"email": "admin@example.com"}).status_code == 202
    link = link_in(mail.next())
    assert link.startswith(f"{server.address}/setup?token=")
    again = "another-long-word-3"
    assert post(server, "/api/setup/", {"token": link.rsplit("=", 1)[-1], "password": again}).status_code == 200
    assert signs_in(server, again)
    assert not [line for line in server.output() if link.rsplit("=", 1)[-1] in line]
