"""A server's surroundings for sockets: its event loop takes announcements, one thread reads the database."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from workflow_editor.adapters.database import threads as database_threads
from workflow_editor.adapters.events.broadcast import broadcast


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    threads = database_threads.DatabaseThreads(most=1)
    monkeypatch.setattr(database_threads, "_threads", threads)
    with threads.pool as pool:
        broadcast.use_loop(asyncio.get_running_loop())
        yield
        broadcast.use_loop(None)
        layer = get_channel_layer()
        assert layer is not None
        await layer.flush()
        pool.submit(connections.close_all).result()


Headers = list[tuple[bytes, bytes]]


def cookie_of(user: User) -> Headers:
    client = Client()
    client.force_login(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    return [(b"cookie", cookie.encode())]


@pytest.fixture
def alice_cookie(alice: User) -> Headers:
    return cookie_of(alice)
