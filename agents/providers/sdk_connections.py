"""The HTTP connections of the vendors' SDKs. Imported with the first of them."""

import httpx2

CONNECT_TIMEOUT_S = 10.0
READ_TIMEOUT_S = 300.0
"""Longest silence between two pieces; reasoning models think for minutes before the first one."""


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

    def __del__(self) -> None:
        if not self.is_closed:
            self.close()
