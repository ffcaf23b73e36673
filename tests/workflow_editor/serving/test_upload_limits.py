"""Uploads that are too long: refused by what they declare before anything is read, and by count where that lies."""

import asyncio
from typing import Any

import orjson
import pytest

from workflow_editor.serving.body_limits import MB, BodyLimits, max_bytes

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


def sent(headers: dict[str, str], pieces: int) -> tuple[list[Any], int]:
    """Send pieces of a megabyte to a webhook, and return what is answered and how many were read."""
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
    scope = {"type": "http", "path": "/hooks/t/", "method": "POST", "headers": given}
    asyncio.run(BodyLimits(application)(scope, receive, send))
    return answered, read


@pytest.mark.parametrize(
    ("headers", "most_read"),
    [({"content-length": str(GB2)}, 0), ({"content-length": "10"}, 102), ({"transfer-encoding": "chunked"}, 102)],
)
def test_two_gigabytes_are_refused(headers: dict[str, str], most_read: int) -> None:
    answered, read = sent(headers, pieces=GB2 // MB)
    assert answered[0]["status"] == 413
    assert orjson.loads(answered[1]["body"])["code"] == "body_too_large"
    assert read <= most_read
