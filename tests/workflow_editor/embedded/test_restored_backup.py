"""A data folder that is restored from an earlier copy: nothing of the copy is lost, and work in it continues."""

import shutil
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.documents import node
from tests.factories.run_documents import chain, text
from tests.polling import wait_until

pytestmark = pytest.mark.exhaustive


def over(server: EmbeddedServer, run: dict[str, Any]) -> dict[str, Any] | None:
    found: dict[str, Any] = server.request("GET", f"/api/runs/{run['id']}/")
    return found if found["finished_at"] else None


def test_a_run_that_waited_when_the_copy_was_made_goes_on(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "backup"
    folder.mkdir()
    server = EmbeddedServer(migrated_folder(folder))
    server.start()
    server.set_up()
    waiting = chain(node("pause", "delay", {"seconds": 3}), text("a", "done"))
    made = server.request("POST", "/api/workflows/", {"name": "Kept", "document": waiting})
    run = server.request("POST", f"/api/workflows/{made['id']}/runs/", {"inputs": {}})
    server.stop()
    shutil.copytree(folder, copy)

    server.start()
    later = server.request("POST", "/api/workflows/", {"name": "Later", "document": waiting})
    assert wait_until(lambda: over(server, run))["status"] == "succeeded"
    server.stop()
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)

    server.start()
    try:
        ended = wait_until(lambda: over(server, run))
        assert (ended["status"], ended["output"]) == ("succeeded", {"text": "done"})
        with pytest.raises(httpx2.HTTPStatusError, match="404"):
            server.request("GET", f"/api/workflows/{later['id']}/")
        again = server.request("POST", f"/api/workflows/{made['id']}/runs/", {"inputs": {}})
        assert wait_until(lambda: over(server, again))["status"] == "succeeded"
    finally:
        server.stop()
