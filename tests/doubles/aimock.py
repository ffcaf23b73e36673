"""aimock, a stand-in for the model APIs: starts it, gives it replies, reads what it received.

It comes from npm with the front end's packages.
"""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.runtime import NODE, ROOT

SCRIPT = ROOT / "frontend" / "node_modules" / "@copilotkit" / "aimock" / "dist" / "aimock-cli.js"
READY = "listening on "
API_KEY = "sk-test-0123456789abcdef"

Entry = dict[str, Any]


class Aimock:
    """A running server; `openai_url` and `anthropic_url` are the base URLs that a provider is given."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.openai_url = f"{url}/v1"
        self.anthropic_url = url
        self._http = httpx2.Client(base_url=f"{url}/__aimock", timeout=60)

    def reply(self, response: Entry, *, match: Entry | None = None, **options: Any) -> None:
        """Queue one reply; without `match` it answers every request. Source: aimock's fixture format."""
        fixture = {"match": match or {}, "response": response, **options}
        self._http.post("/fixtures", json={"fixtures": [fixture]}).raise_for_status()

    def script(self, *responses: Entry) -> None:
        """Answer the next requests with these replies, one after the other."""
        for number, response in enumerate(responses):
            self.reply(response, match={"sequenceIndex": number})

    def fail_once(self, status: int, **body: str) -> None:
        """Answer the next request with this error."""
        self._http.post("/error", json={"status": status, "body": body}).raise_for_status()

    def requests(self) -> list[Entry]:
        """Return what was received, oldest first: {method, path, headers, body, response, …}."""
        entries: list[Entry] = self._http.get("/journal").raise_for_status().json()
        return entries

    def bodies(self) -> list[Entry]:
        """Return the bodies as aimock normalised them to OpenAI's form."""
        return [entry["body"] for entry in self.requests()]

    def reset(self) -> None:
        self._http.post("/reset").raise_for_status()

    def close(self) -> None:
        self._http.close()


@contextmanager
def running_aimock(folder: Path) -> Iterator[Aimock]:
    """Start a server on a free port of this machine and stop it at the end.

    Args:
        folder: where its configuration may be written.
    Raises:
        RuntimeError: aimock is not installed, or did not start.
    """
    if not SCRIPT.exists():
        raise RuntimeError(f"aimock is missing in {SCRIPT.parents[3]}. Run `make install` first.")
    config = folder / "aimock.json"
    config.write_text(json.dumps({"port": 0, "strict": True, "llm": {"logLevel": "silent", "chunkSize": 8}}))
    command = [str(NODE), str(SCRIPT), "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            server = Aimock(address_of(process))
            yield server
            server.close()
        finally:
            process.terminate()


def address_of(process: "subprocess.Popen[str]") -> str:
    """Read the address that aimock tells once it listens."""
    assert process.stdout is not None
    for line in process.stdout:
        if READY in line:
            return line.partition(READY)[2].strip()
    raise RuntimeError("aimock ended before it was ready.")
