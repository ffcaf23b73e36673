"""The HTTP connections of the vendors' SDKs. Imported with the first of them."""

from typing import Any

import httpx2

from agents.providers.stream_reader import let_readers_wait

CONNECT_TIMEOUT_S = 10.0
READ_TIMEOUT_S = 300.0
"""Longest silence between two pieces; reasoning models think for minutes before the first one."""


_NEW_CONNECTION = ("connection.connect_tcp.complete", "connection.start_tls.complete")


class SdkConnections(httpx2.Client):
    """The connections of one SDK client, as the SDKs make them, but without redirects: the SDKs would take prompt and
    keys wherever those lead. They close with the client, which nobody closes.
    """

    def __init__(self) -> None:
        super().__init__(
            timeout=httpx2.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S),
            limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
            follow_redirects=False,
        )

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send the request over a connection that asks whoever reads whether to go on, from its first byte."""
        request.extensions = {**request.extensions, "trace": _connected}
        return super().send(request, **options)

    def __del__(self) -> None:
        if not self.is_closed:
            self.close()


def _connected(event: str, about: dict[str, Any]) -> None:
    if event in _NEW_CONNECTION:
        let_readers_wait(about["return_value"])
