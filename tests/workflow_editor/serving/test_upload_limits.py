"""Uploads that are too long: refused by what they declare before anything is read, and by count where that lies."""

import asyncio
from typing import Any

import orjson
import pytest

from workflow_editor.serving.limits import bodies as body_limits
from workflow_editor.serving.limits.bodies import GB, KB, LONG_AT_ONCE, MB, BodyLimits, Held, max_bytes

FORM = "multipart/form-data; boundary=x"
GB2 = 2 * 1024 * MB


@pytest.mark.parametrize(
    ("path", "kind", "limit"),
    [
        ("/hooks/t/", FORM, 101),
        ("/hooks/t/", "application/pdf", 101),
        ("/hooks/t/", "application/json; charset=utf-8", 16),
        ("/api/forms/t/submissions/", FORM, 101),
        ("/api/workflows/1/runs/", FORM, 101),
        ("/api/workflows/1/graph/", FORM, 16),
        ("/api/articles/", FORM, 1),
    ],
)
def test_only_what_takes_files_takes_long_bodies(path: str, kind: str, limit: int) -> None:
    assert max_bytes(path, kind) == limit * MB


def sent(headers: dict[str, str], pieces: int, path: str = "/hooks/t/") -> tuple[list[Any], int]:
    """Send pieces of a megabyte, and return what is answered and how many were read."""
    read = 0
    answered: list[Any] = []

    async def receive() -> Any:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": bytes(MB), "more_body": read < pieces}

    async def send(message: Any) -> None:
        answered.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    given = [(name.encode(), value.encode()) for name, value in {"content-type": FORM, **headers}.items()]
    scope = {"type": "http", "path": path, "method": "POST", "headers": given}
    asyncio.run(BodyLimits(application)(scope, receive, send))
    return answered, read


@pytest.fixture
def _every_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a trigger at each address."""
    monkeypatch.setattr(body_limits, "read_values", lambda *_: [(1,)])


@pytest.mark.usefixtures("_every_address")
@pytest.mark.parametrize(
    ("headers", "most_read"),
    [({"content-length": str(GB2)}, 0), ({"content-length": "10"}, 102), ({"transfer-encoding": "chunked"}, 102)],
)
def test_two_gigabytes_are_refused(headers: dict[str, str], most_read: int) -> None:
    answered, read = sent(headers, pieces=GB2 // MB)
    assert answered[0]["status"] == 413
    assert orjson.loads(answered[1]["body"])["code"] == "body_too_large"
    assert read <= most_read


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/hooks/nobody/", "/api/forms/nobody/submissions/"])
def test_nothing_is_read_for_an_address_that_does_not_exist(path: str) -> None:
    answered, read = sent({"content-length": str(20 * MB)}, pieces=20, path=path)
    assert (answered[0]["status"], read) == (404, 0)
    assert orjson.loads(answered[1]["body"])["code"] == "nothing_listens"
    answered, read = sent({"transfer-encoding": "chunked"}, pieces=20, path=path)
    assert (answered[0]["status"], read) == (404, 1)


def test_long_bodies_find_a_limited_number_of_places() -> None:
    held = Held()
    assert all(held.add(0, 65 * KB) for _ in range(LONG_AT_ONCE))
    assert not held.add(0, 65 * KB)
    assert not held.add(64 * KB, 1)
    assert held.add(0, 64 * KB)
    held.release(65 * KB)
    assert held.add(0, 65 * KB)


def test_all_bodies_together_are_limited() -> None:
    held = Held()
    assert held.add(0, GB - 10)
    assert not held.add(0, 11)
    assert held.add(0, 10)
    held.release(GB - 10)
    assert held.add(0, GB - 10)
