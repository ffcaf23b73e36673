"""Servers of operators that are reached over TLS: a certificate that fits is taken, any other is refused."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache.backends.redis import RedisCache
from kombu import Connection
from kombu.exceptions import OperationalError as BrokerError
from psycopg import OperationalError
from redis import RedisError

from tests.servers.certificate import write_certificate
from workflow_editor.adapters.internals.postgres.base import DatabaseWrapper
from workflow_editor.scaled.private_access import SERVER_USER, database_folder, free_port
from workflow_editor.scaled.private_servers import PrivateServer, postgres_server, redis_private, running
from workflow_editor.settings.env import postgres_database
from workflow_editor.settings.messaging import celery_settings, channel_layers

FITS = "127.0.0.1"
OTHER = "127.0.0.2"
"""Signed by the same authority, for another address."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="flowloom-tls-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@contextmanager
def tls_postgres(folder: Path, address: str) -> Iterator[str]:
    """Yield the URL of one that its clients reach by 127.0.0.1."""
    server = postgres_server(folder)
    write_certificate(folder, address=address)
    data = database_folder(folder)
    for name in ("cert.pem", "key.pem"):
        shutil.copy(folder / name, data)
        if data.owner() == SERVER_USER:
            shutil.chown(data / name, SERVER_USER)
    words = ["-c", "ssl=on", "-c", "ssl_cert_file=cert.pem", "-c", "ssl_key_file=key.pem"]
    program = replace(server.program, command=[*server.program.command, *words])
    with running(replace(server, program=program)) as url:
        yield f"{url}?sslmode=verify-full&sslrootcert={quote(str(folder / 'cert.pem'))}"


@contextmanager
def tls_redis(folder: Path, address: str) -> Iterator[str]:
    server = redis_private(folder)
    write_certificate(folder, address=address)
    port = free_port()
    files = ["--tls-cert-file", str(folder / "cert.pem"), "--tls-key-file", str(folder / "key.pem")]
    words = [
        "--tls-port",
        str(port),
        *files,
        "--tls-ca-cert-file",
        str(folder / "cert.pem"),
        "--tls-auth-clients",
        "no",
    ]
    program = replace(server.program, command=[*server.program.command, *words])
    with running(PrivateServer(program, server.url, server.answers)):
        yield f"rediss://127.0.0.1:{port}/0?ssl_cert_reqs=required&ssl_ca_certs={quote(str(folder / 'cert.pem'))}"


def test_postgresql_with_verify_full(folder: Path) -> None:
    with tls_postgres(folder, FITS) as url, connected(url) as made:
        assert made.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone() == (True,)


def test_postgresql_with_the_certificate_of_another_address(folder: Path) -> None:
    with (
        tls_postgres(folder, OTHER) as url,
        pytest.raises(OperationalError, match="does not match host name"),
        connected(url),
    ):
        pass


@contextmanager
def connected(url: str) -> Iterator[Any]:
    """Connect as Django's settings of this URL say."""
    settings: dict[str, Any] = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "CONN_HEALTH_CHECKS": False}
    database = DatabaseWrapper({**settings, "TIME_ZONE": None, "TEST": {}, **postgres_database(url)}, "tls")
    with closing(database.get_new_connection(database.get_connection_params())) as made:
        yield made


def by_broker(url: str) -> None:
    with Connection(celery_settings(url)["broker_url"]) as broker:
        channel: Any = broker.default_channel
        channel.client.ping()


def by_cache(url: str) -> None:
    cache: Any = RedisCache(url, {})
    try:
        cache.set("name", "value")
        assert cache.get("name") == "value"
    finally:
        for pool in cache._cache._pools.values():
            pool.disconnect()


def by_channel_layer(url: str) -> None:
    async def sends() -> None:
        layer = RedisPubSubChannelLayer(**channel_layers(url)["default"]["CONFIG"])
        try:
            await layer.send("channel", {"type": "news"})
        finally:
            await layer.flush()

    asyncio.run(sends())


WAYS = [by_broker, by_cache, by_channel_layer]


@pytest.mark.parametrize("way", WAYS)
def test_redis_over_tls(folder: Path, way: Any) -> None:
    with tls_redis(folder, FITS) as url:
        way(url)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.exhaustive
def test_redis_with_a_certificate_nobody_knows(folder: Path, way: Any) -> None:
    with tls_redis(folder, FITS) as url:
        write_certificate(folder)
        with pytest.raises((RedisError, BrokerError), match="certificate verify failed"):
            way(url)
