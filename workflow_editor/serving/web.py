"""The web server of every mode: uvicorn in the main thread, stopped in order by SIGTERM and SIGINT."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

# With the time that nodes get to end, this stays below the 10 s that process managers grant.
REQUESTS_END_WITHIN_S = 3


class WebServer(uvicorn.Server):
    """Stops on a signal without raising it again afterwards, so that the rest can stop in order."""

    def __init__(self) -> None:
        super().__init__(
            uvicorn.Config(
                "workflow_editor.asgi:application",
                lifespan="off",
                log_level="warning",
                access_log=False,
                # `api.client_address` decides which proxy is believed; uvicorn believes every program of this machine.
                proxy_headers=False,
                server_header=False,
                ws_max_size=64 * 1024,
                timeout_graceful_shutdown=REQUESTS_END_WITHIN_S,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
