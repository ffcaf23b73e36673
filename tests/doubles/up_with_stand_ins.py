"""`manage.py up` with calls to some hosts led to stand-in servers: for browser stories about outside services.

`STAND_INS` is a JSON object of addresses on loopback by host. All else of the product is unchanged.
"""

import json
import os
import runpy
import sys
from typing import Any

import httpx2

from tests.doubles.http_server import StandInTransport
from tools.outbound import client
from tools.outbound.connections import GuardedTransport

STAND_INS: dict[str, str] = json.loads(os.environ["STAND_INS"])


class _Transport(GuardedTransport):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._stand_ins = StandInTransport(STAND_INS)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host not in STAND_INS:
            return super().handle_request(request)
        return self._stand_ins.handle_request(request)

    def close(self) -> None:
        self._stand_ins.close()
        super().close()


if __name__ == "__main__":
    client.GuardedTransport = _Transport  # type: ignore[assignment, attr-defined]  # in place of the class itself
    sys.argv = ["manage.py", "up"]
    runpy.run_path("manage.py", run_name="__main__")
