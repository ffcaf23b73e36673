"""The services that the load talks to: a model API with faults, and a booking service that minds being called twice."""

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.doubles.aimock import SCRIPT, Aimock, address_of
from tests.doubles.http_server import Received, Reply, serving
from tests.runtime import NODE
from tools.core.naming.names import function_name
from tools.core.tool_id import ToolId

TOOL_ID, TOOL_NAME = "book", "Book"
FUNCTION = function_name(ToolId(f"inline:{TOOL_ID}"), TOOL_NAME)
ANSWER = "All is booked."
# What goes wrong by itself, whoever is killed meanwhile.
FAULTS = ("--chaos-drop", "0.04", "--chaos-disconnect", "0.02", "--chaos-latency", "150")
# A call takes this long, so that some are cut off in the middle.
BOOKING_TAKES_S = 0.3


REFUSED_ONCE = "c"
"""The part of a trip that cannot be booked at the first try."""


LISTED_EVERY_S = 1.5
"""One more item is listed."""


class BookingService:
    """Counts its bookings by token; refuses one part of each trip once. Lists ever more items."""

    def __init__(self) -> None:
        self.url = ""
        self._booked: Counter[str] = Counter()
        self._refused: set[str] = set()
        self._lock = threading.Lock()
        self._never = threading.Event()
        self._began = time.monotonic()
        self._listed: int | None = None

    def listed(self) -> int:
        """Return how many items are listed now."""
        return self._listed or int((time.monotonic() - self._began) / LISTED_EVERY_S)

    def stop_listing(self) -> int:
        """List no more items from now on; return how many there are."""
        self._listed = self.listed()
        return self._listed

    def answer(self, request: Received) -> Reply:
        if request.path == "/items":
            return Reply.of_json({"items": [{"id": number} for number in range(self.listed())]})
        token = request.query["token"]
        with self._lock:
            is_refused = token.endswith(f"/{REFUSED_ONCE}") and token not in self._refused
            if is_refused:
                self._refused.add(token)
            else:
                self._booked[token] += 1
        self._never.wait(BOOKING_TAKES_S)
        return Reply.of_json({"refused": token}, 409) if is_refused else Reply.of_json({"booked": token})

    def booked(self) -> Counter[str]:
        with self._lock:
            return Counter(self._booked)


@contextmanager
def booking_service() -> Iterator[BookingService]:
    """Serve bookings on a free loopback port."""
    service = BookingService()
    with serving(service.answer) as server:
        service.url = server.url
        yield service


@contextmanager
def faulty_models(folder: Path, seed: int) -> Iterator[Aimock]:
    """Start aimock with its faults on: asked for the first time it books, given the result it answers."""
    command = [str(NODE), str(SCRIPT.with_name("cli.js")), "--port", "0", "--journal-max", "0", "--latency", "30"]
    (folder / "fixtures").mkdir()
    command += ["--chunk-size", "4", *FAULTS, "--fixtures", str(folder / "fixtures")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        drain = threading.Thread(target=_drain, args=(process,), daemon=True)
        try:
            server = Aimock(address_of(process))
            drain.start()
            call = {"name": FUNCTION, "arguments": {}}
            server.reply({"toolCalls": [call]}, match={"hasToolResult": False})
            server.reply({"content": ANSWER}, match={"hasToolResult": True})
            yield server
            server.close()
        finally:
            process.terminate()
            # Leaving closes what the thread reads.
            if drain.is_alive():
                drain.join()


def _drain(process: "subprocess.Popen[str]") -> None:
    assert process.stdout is not None
    for _ in process.stdout:
        pass


@dataclass(frozen=True)
class ModelRequest:
    """One request for a model turn."""

    token: str
    round: int
    at: float
    """Seconds since 1970."""
    status: int


def model_requests(models: Aimock) -> list[ModelRequest]:
    """Return all requested turns, with the token in the person's message."""
    found = []
    for entry in models.requests():
        messages = (entry.get("body") or {}).get("messages", [])
        asked = next((str(message["content"]) for message in messages if message["role"] == "user"), "")
        results = sum(message["role"] == "tool" for message in messages)
        at = entry["timestamp"] / 1000
        found.append(ModelRequest(asked.rpartition(" ")[2], results + 1, at, entry["response"]["status"]))
    return found
