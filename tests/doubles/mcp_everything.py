"""`@modelcontextprotocol/server-everything`, the reference server: over stdio, or over streamable HTTP.

It comes from npm with the front end's packages.
"""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.polling import wait_until
from tests.runtime import NODE, ROOT
from tools.mcp.server import ServerProgram

SCRIPT = ROOT / "frontend/node_modules/@modelcontextprotocol/server-everything/dist/index.js"
PROGRAM = ServerProgram("everything", str(NODE), (str(SCRIPT), "stdio"))


@contextmanager
def everything_over_http() -> Iterator[str]:
    """Run the server and yield the address of its endpoint."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [NODE, SCRIPT, "streamableHttp"],
        env={**os.environ, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(60)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
