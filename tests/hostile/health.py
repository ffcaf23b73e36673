"""Response time of `/api/health/` while each hostile input is sent to a running product.

`python -m tests.hostile.health [part of a name]` starts the embedded product and prints a table: the input, how often
it was sent in the time, and the median, 99th percentile and longest answer of the health check in milliseconds. Two
senders send the input again and again, a third connection asks for health every 20 ms.
"""

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2

from tests.bench.graphs import document, edge, node
from tests.bench.product import Product, running_product

SECONDS = 8.0
ASKED_EVERY_S = 0.02
SENDERS = 2
MAX_P99_MS = 250.0

Send = Callable[[httpx2.Client], object]


@dataclass(frozen=True, slots=True)
class Found:
    """Answers of the health check while an input was sent."""

    name: str
    sent: int
    milliseconds: list[float]

    def line(self) -> str:
        """Return the row of the table."""
        p99 = statistics.quantiles(self.milliseconds, n=100)[98]
        median, longest = statistics.median(self.milliseconds), max(self.milliseconds)
        verdict = "" if p99 <= MAX_P99_MS else "  TOO SLOW"
        return f"{self.name:44} {self.sent:>6} {median:>9.1f} {p99:>9.1f} {longest:>9.1f}{verdict}"


class Inputs:
    """Hostile inputs, each by the door that people and services have."""

    def __init__(self, product: Product, answers: str) -> None:
        self._product = product
        self._answers = answers

    def all(self) -> dict[str, Send]:
        """Return them by name."""
        texts = {"v": "a" * 100_000, "l": list(range(1_000))}
        endless_sum = "size(" + "+".join(["inputs.v"] * 1_000) + ") > 1"
        nested_map = "inputs.l.map(a, inputs.l.map(b, inputs.l.map(c, a))).size() > 1"
        return {
            "nothing": lambda client: time.sleep(0.05),
            "preview: {{{{…{%": self._preview("{{" * 8_000 + "{%"),
            "preview: {{{{…{% raw": self._preview("{{" * 8_000 + "{% raw"),
            "preview: sorts a range": self._preview("{{ (1..20000000) | sort }}"),
            "preview: loops in loops": self._preview(
                "{% for a in (1..140) %}{% for b in (1..140) %}x{% endfor %}{% endfor %}"
            ),
            "save: {{{{…{% raw": self._save(node("n", "template", {"template": "{{" * 8_000 + "{% raw"})),
            "save: expression of 9,999 \\": self._save(_condition("\\" * 9_999)),
            "run: text + text": self._run(_condition(endless_sum), texts),
            "run: map in map": self._run(_condition(nested_map), texts),
            "run: matches": self._run(_condition("inputs.v.matches('(a{100}){100}b')"), texts),
            "run: JSON text in a template": self._run(
                node("n", "template", {"template": "{{ inputs.v.a }}" * 500}), {"v": "[" + "[]," * 300_000 + "1]"}
            ),
            "answer of a service: a.a.a…": self._run(_fetch(f"{self._answers}/dots"), {}),
            "answer of a service: -eyJ…": self._run(_fetch(f"{self._answers}/tokens"), {}),
            "answer of a service: [[[[": self._run(_fetch(f"{self._answers}/nested"), {}),
            "upload: .......": self._upload("dots.txt", b"." * 2_000_000),
            "upload: <<<<": self._upload("tags.html", b"<" * 1_000_000),
            "upload: combining marks": self._upload("marks.txt", "\u0316\u0301".encode() * 300_000),
        }

    def _preview(self, template: str) -> Send:
        workflow = self._workflow(node("n", "template", {"template": "x"}))
        path = f"/api/workflows/{workflow}/nodes/n/preview/"
        return lambda client: client.post(path, json={"template": template}).status_code

    def _save(self, hostile: dict[str, Any]) -> Send:
        graph = _graph(hostile)
        return lambda client: _checked(client.post("/api/workflows/", json={"name": "hostile", "document": graph}))

    def _run(self, hostile: dict[str, Any], inputs: dict[str, Any]) -> Send:
        path = f"/api/workflows/{self._workflow(hostile)}/runs/"
        wait = {"Prefer": "wait=30"}
        return lambda client: _checked(client.post(path, json={"inputs": inputs}, headers=wait))

    def _upload(self, name: str, content: bytes) -> Send:
        answer = self._product.client.post("/api/knowledge-bases/", json={"name": f"base for {name}"})
        path = f"/api/knowledge-bases/{answer.raise_for_status().json()['id']}/documents/"

        def send(client: httpx2.Client) -> object:
            stamp = str(time.monotonic_ns())
            files = {"file": (f"{stamp}-{name}", content + stamp.encode())}
            _checked(client.post(path, files=files))
            # Indexing goes on behind the answer.
            time.sleep(0.5)
            return None

        return send

    def _workflow(self, hostile: dict[str, Any]) -> str:
        return self._product.workflow(_graph(hostile), f"hostile {time.monotonic_ns()}")


def _condition(expression: str) -> dict[str, Any]:
    return node("n", "condition", {"mode": "expression", "expression": expression})


def _fetch(address: str) -> dict[str, Any]:
    tool = {
        "id": "t",
        "type": "http-request",
        "name": "t",
        "enabled": True,
        "config": {"method": "GET", "url": address},
    }
    return node("n", "tool", {"tool": tool, "arguments": {}})


def _graph(hostile: dict[str, Any]) -> dict[str, Any]:
    port = "true" if hostile["type"] == "condition" else "out"
    return document([node("start", "start"), hostile, node("end", "end")], [edge("start", "n"), edge("n", "end", port)])


def _checked(answer: httpx2.Response) -> httpx2.Response:
    if answer.status_code not in {200, 201, 202, 422, 429}:
        raise RuntimeError(f"{answer.request.url.path}: {answer.status_code} {answer.text[:300]}")
    return answer


def measured(product: Product, name: str, send: Send) -> Found:
    """Send an input for a while and take the time of the health check meanwhile."""
    end = time.monotonic() + SECONDS
    sent: list[int] = []

    def send_on() -> None:
        with _client(product) as client:
            while time.monotonic() < end:
                send(client)
                sent.append(1)

    senders = [threading.Thread(target=send_on, daemon=True) for _ in range(SENDERS)]
    for sender in senders:
        sender.start()
    milliseconds = []
    with _client(product) as client:
        while time.monotonic() < end:
            began = time.perf_counter()
            client.get("/api/health/").raise_for_status()
            milliseconds.append((time.perf_counter() - began) * 1_000)
            time.sleep(ASKED_EVERY_S)
    for sender in senders:
        sender.join()
    return Found(name, len(sent), milliseconds)


def _client(product: Product) -> httpx2.Client:
    headers = {"Authorization": f"Bearer {product.token}"}
    return httpx2.Client(base_url=product.url, headers=headers, timeout=120, trust_env=False)


class _Answers(BaseHTTPRequestHandler):
    """A service that answers what is bad for whoever reads it."""

    bodies = {
        "/dots": ("text/plain", b"x://y " + b"a." * 1_000_000),
        "/tokens": ("text/plain", b"-eyJaaaaaaaa" * 150_000),
        "/nested": ("application/json", b"[" * 900 + b"]" * 900),
    }

    def do_GET(self) -> None:
        kind, body = self.bodies[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def hostile_service() -> Iterator[str]:
    """Serve the answers on loopback and yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def main(wanted: str = "") -> None:
    os.environ["OUTBOUND_ALLOW"] = "127.0.0.1"
    header = f"{'input':44} {'sent':>6} {'median':>9} {'p99':>9} {'longest':>9}\n"
    with hostile_service() as answers, running_product() as product:
        sys.stdout.write(header)
        for name, send in Inputs(product, answers).all().items():
            if wanted in name:
                sys.stdout.write(f"{measured(product, name, send).line()}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
