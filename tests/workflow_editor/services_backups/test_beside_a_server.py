"""A backup while the server works: what had been answered before is in it, and what is in it holds together."""

import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer
from tests.doubles.installation import Installation
from tests.doubles.scaled_server import ScaledServer
from tests.factories.run_documents import chain, text

LONG = "a value that lies apart " * 2_000


@pytest.fixture
def root() -> Iterator[Path]:
    with TemporaryDirectory(prefix="flowloom-busy-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


class Load:
    """Runs with long values and uploads, one after another."""

    def __init__(self, server: EmbeddedServer) -> None:
        self._server = server
        document = chain(text("long", LONG))
        self.workflow = server.request("POST", "/api/workflows/", {"name": "Busy", "document": document})["id"]
        self.done: list[tuple[str, str, bytes]] = []
        """Ids of a run and of a file, and the content of the file."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._go_on)

    def __enter__(self) -> "Load":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._stopping.is_set():
            self.step()

    def step(self) -> None:
        content = f"content {len(self.done)}".encode() * 10_000
        headers = {"Authorization": f"Bearer {self._server.token}"}
        with httpx2.Client(base_url=self._server.address, headers=headers, trust_env=False, timeout=60) as client:
            sent = client.post("/api/files/", files={"file": ("file.txt", content, "text/plain")}).raise_for_status()
            path = f"/api/workflows/{self.workflow}/runs/"
            run = client.post(path, json={"inputs": {}}, headers={"Prefer": "wait=30"}).raise_for_status().json()
        assert run["status"] == "succeeded", run
        self.done.append((run["id"], sent.json()["id"], content))


@pytest.mark.parametrize("kinds", [(EmbeddedServer, ScaledServer), (ScaledServer, EmbeddedServer)])
@pytest.mark.exhaustive
def test_what_was_answered_before_is_restored(root: Path, kinds: tuple[type[EmbeddedServer], ...]) -> None:
    from_kind, into_kind = kinds
    folders = [root / "from", root / "into"]
    for folder in folders:
        folder.mkdir()
    first = from_kind(folders[0], WORKERS="1")
    first.start()
    try:
        first.set_up()
        with Load(first) as load:
            load.step()
            before = len(load.done)
            Installation(folders[0]).manage("backup", str(root / "busy.backup"))
        assert "already using the data folder" in Installation(folders[0]).refuses(
            "restore", "--replace", str(root / "busy.backup")
        )
    finally:
        first.stop()
    into = "sqlite" if into_kind is EmbeddedServer else "private"
    Installation(folders[1]).manage("restore", "--into", into, str(root / "busy.backup"))
    second = into_kind(folders[1], WORKERS="1")
    second.token = first.token
    second.start()
    try:
        for run, file, content in load.done[:before]:
            found: Any = second.request("GET", f"/api/runs/{run}/")
            assert found["status"] == "succeeded"
            assert found["output"] == {"result": LONG.strip()} or LONG[:100] in str(found["output"])
            headers = {"Authorization": f"Bearer {second.token}"}
            answer = httpx2.get(f"{second.address}/api/files/{file}/", headers=headers, trust_env=False, timeout=60)
            assert answer.raise_for_status().content == content
        # It works on.
        load = Load(second)
        load.step()
    finally:
        second.stop()
