"""HTTP is answered by a fixed pool of threads with connections that stay open."""

import threading
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from tests.doubles.socket_client import communicator
from workflow_editor.asgi import PooledHandler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server"), pytest.mark.urls(__name__)]


@csrf_exempt
def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body + threading.current_thread().name.encode(), status=201)


@csrf_exempt
def stream(_: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        yield b"one "
        yield b"two"

    return StreamingHttpResponse(parts())


urlpatterns = [path("echo/", echo), path("stream/", stream)]


async def ask(address: str, *chunks: bytes) -> tuple[int, bytes]:
    scope = {
        "type": "http",
        "method": "POST",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "http_version": "1.1",
    }
    connection = communicator(PooledHandler(), scope)
    for number, chunk in enumerate(chunks or (b"",), 1):
        more = number < len(chunks)
        await connection.send_input({"type": "http.request", "body": chunk, "more_body": more})
    start = await connection.receive_output(60)
    body, more = b"", True
    while more:
        message = await connection.receive_output(60)
        body += message.get("body", b"")
        more = message.get("more_body", False)
    await connection.wait(60)
    return start["status"], body


async def test_a_body_in_pieces_is_read_and_answered_from_the_pool() -> None:
    status, body = await ask("/echo/", b"hello ", b"from ")
    assert status == 201
    assert body.startswith(b"hello from database")


async def test_a_stream_is_sent_part_by_part() -> None:
    assert await ask("/stream/") == (200, b"one two")


async def test_an_unknown_address_is_not_found() -> None:
    status, _ = await ask("/nowhere/")
    assert status == 404
