"""Celery's in-memory transport without polling.

`memory://` polls every few milliseconds, which costs idle CPU and half an interval per hop. This consumer sleeps until
a message arrives. The embedded mode uses it as `inprocess://`, with unlimited prefetch: Celery acknowledges only when
the consumer returns, so a limit would block it until its timeout.
"""

import threading
from queue import Empty
from time import monotonic
from typing import Any, cast

from celery import current_app
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, memory
from kombu.utils.scheduling import FairCycle

_woken = threading.Event()


class Channel(memory.Channel):
    """Wakes the consumer when it takes a message."""

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        _woken.set()


class Transport(memory.Transport):
    """Waits to be woken; there is one consumer per process."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Deliver one message. Raises TimeoutError if none arrives within `timeout` seconds."""
        cycle = cast(FairCycle, self.cycle)
        deadline = None if timeout is None else monotonic() + timeout
        while True:
            _woken.clear()
            try:
                cycle.get(self._deliver, timeout=timeout)
            except Empty:
                wait_s = None if deadline is None else deadline - monotonic()
                if wait_s is not None and wait_s <= 0:
                    raise TimeoutError from None
                _woken.wait(wait_s)
            else:
                return


def register() -> None:
    """Make `inprocess://` known to kombu."""
    TRANSPORT_ALIASES["inprocess"] = f"{__name__}:Transport"


def wake() -> None:
    """Let the consumer look again, for example because it is to stop."""
    _woken.set()


def messages_waiting() -> int:
    """Return how many messages no worker has taken yet; 0 when the broker does not answer."""
    broker = _connection()
    try:
        return _messages(broker)
    except (OperationalError, *broker.connection_errors, *broker.channel_errors):
        return 0


def answers() -> bool:
    """Ask the broker for its queue.

    Raises OperationalError, or one of the transport's own errors, if it does not answer.
    """
    _messages(_connection())
    return True


def _connection() -> Any:
    return current_app.connection_for_write(transport_options={"max_retries": 1})


def _messages(broker: Any) -> int:
    with broker as connection:
        channel: Any = connection.default_channel  # the stubs know only what all transports have
        return int(channel.queue_declare(current_app.conf.task_default_queue).message_count)
