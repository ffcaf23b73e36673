"""The in-process broker delivers at once and sleeps otherwise."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from kombu import Connection, Consumer, Message, Producer, Queue

from workflow_editor.adapters.internals import broker


@pytest.fixture
def connection() -> Iterator[Connection]:
    broker.register()
    with Connection("inprocess://") as connection:
        yield connection


def test_a_message_reaches_a_consumer_that_waits(connection: Connection) -> None:
    queue = Queue("test-broker", routing_key="test-broker")
    got: list[Any] = []

    def take(body: Any, message: Message) -> None:
        got.append(body)
        message.ack()

    with Consumer(connection, [queue], callbacks=[take]):
        sender = threading.Timer(
            0.05, lambda: Producer(connection.clone().channel()).publish({"n": 1}, routing_key="test-broker")
        )
        sender.start()
        connection.drain_events(timeout=60)
        sender.join()
    assert got == [{"n": 1}]


def test_waiting_ends_after_its_time(connection: Connection) -> None:
    with Consumer(connection, [Queue("test-silent")]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)
