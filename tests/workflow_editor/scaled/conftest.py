"""One scaled server for the tests that leave its processes alone."""

import collections
import os
import queue
import subprocess
import threading
from collections.abc import Iterator

import pytest

from tests.doubles.embedded_server import STARTS_WITHIN_S
from tests.doubles.scaled_server import ScaledServer, scaled_server
from tests.runtime import PYTHON, ROOT
from workflow_editor.serving.listener import LISTENER

READY = "Flowloom is ready at "


@pytest.fixture(scope="package")
def calm_server() -> Iterator[ScaledServer]:
    with scaled_server() as running:
        yield running


@pytest.fixture(scope="package")
def addresses(calm_server: ScaledServer) -> Iterator[list[str]]:
    """Addresses of the first web process and a second one."""
    (first,) = calm_server.processes("web")
    environment = {name: value for name, value in first.environ().items() if name != LISTENER}
    second = subprocess.Popen(
        [PYTHON, "manage.py", "web", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield [calm_server.address, _ready_address(second)]
    finally:
        second.terminate()
        second.communicate(timeout=STARTS_WITHIN_S)


def _ready_address(process: "subprocess.Popen[str]") -> str:
    lines: queue.Queue[str] = queue.Queue()
    output = process.stdout
    assert output is not None
    threading.Thread(target=lambda: collections.deque(map(lines.put, output), 0), daemon=True).start()
    while READY not in (line := lines.get(timeout=STARTS_WITHIN_S)):
        pass
    return line.strip().rsplit(" ", 1)[-1]
