"""A large file from a webhook through three nodes into an object store, and the memory that this takes.

`python -m tests.bench.files [MEGABYTES]` starts the product and a stand-in of a store that accepts signed or plain PUTs
and keeps a hash, and prints the peak above idle, of the server with all its processes, sampled 50 times a second.
"""

import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import psutil

from tests.bench import graphs
from tests.bench.product import Product, running_product

MB = 1024**2
_PIECE = os.urandom(MB)
_WAIT_S = 600
_SETTLE_S = 3.0


class _Store(BaseHTTPRequestHandler):
    """Takes objects by PUT; keeps their lengths and hashes."""

    protocol_version = "HTTP/1.1"
    objects: dict[str, tuple[int, str]] = {}

    def do_PUT(self) -> None:
        left, digest = int(self.headers["Content-Length"]), hashlib.sha256()
        length = left
        while left:
            piece = self.rfile.read(min(left, MB))
            digest.update(piece)
            left -= len(piece)
        self.objects[self.path] = (length, digest.hexdigest())
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""


class _Peak(threading.Thread):
    """Watches the resident memory of a process and all below it."""

    def __init__(self, process: psutil.Process) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.bytes = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            self.bytes = max(self.bytes, memory_of(self._process))


def memory_of(process: psutil.Process) -> int:
    """Return the resident bytes of a process and all below it."""
    total = 0
    for member in [process, *process.children(recursive=True)]:
        try:
            total += member.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def pieces(megabytes: int) -> Iterator[bytes]:
    for _ in range(megabytes):
        yield _PIECE


def expected_hash(megabytes: int) -> str:
    digest = hashlib.sha256()
    for piece in pieces(megabytes):
        digest.update(piece)
    return digest.hexdigest()


def _document(store: str) -> dict[str, Any]:
    upload = {
        "method": "PUT",
        "url": f"{store}/bucket/{{{{ nodes.name.text }}}}",
        "bodyType": "file",
        "body": "{{ inputs.file }}",
        "timeout": _WAIT_S * 1000,
    }
    return {
        "nodes": [
            graphs.node("start", "start", {"fields": [{"name": "file", "type": "file", "required": True}]}),
            graphs.node("name", "template", {"template": "{{ inputs.file.hash }}.bin"}),
            graphs.node("put", "http_request", upload),
            graphs.node("end", "end", {"outputs": [{"name": "status", "value": "{{ nodes.put.statusCode }}"}]}),
            graphs.node(
                "hook",
                "webhook",
                {"mapping": [{"name": "file", "value": "{{ trigger.body }}"}], "respond": "at_once"},
            ),
        ],
        "edges": [graphs.edge("start", "name"), graphs.edge("name", "put"), graphs.edge("put", "end")],
    }


def files(product: Product, megabytes: int) -> dict[str, Any]:
    """Send one file through and return figures; the floor is hashing it once."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = f"/api/workflows/{product.workflow(_document(f'http://127.0.0.1:{server.server_port}'), 'files')}"
    trigger = product.client.put(f"{path}/triggers/hook/", json={}).raise_for_status().json()
    product.client.post(f"{path}/versions/", json={}).raise_for_status()
    _send(product, trigger["address"], 1)
    time.sleep(_SETTLE_S)
    idle = memory_of(product.process)
    hashed_from = time.monotonic()
    expected = expected_hash(megabytes)
    floor_s = time.monotonic() - hashed_from
    peak = _Peak(product.process)
    peak.start()
    began = time.monotonic()
    accepted_s = _send(product, trigger["address"], megabytes)
    length, digest = _arrived(expected)
    total_s = time.monotonic() - began
    peak.over.set()
    server.shutdown()
    return {
        "megabytes": megabytes,
        "is_whole": (length, digest) == (megabytes * MB, expected),
        "idle_mb": round(idle / MB, 1),
        "peak_above_idle_mb": round((peak.bytes - idle) / MB, 1),
        "accepted_s": round(accepted_s, 2),
        "total_s": round(total_s, 2),
        "floor_hash_s": round(floor_s, 2),
    }


def _send(product: Product, address: str, megabytes: int) -> float:
    headers = {"Content-Type": "application/octet-stream", "Content-Length": str(megabytes * MB)}
    began = time.monotonic()
    product.client.post(address, content=pieces(megabytes), headers=headers, timeout=_WAIT_S).raise_for_status()
    return time.monotonic() - began


def _arrived(digest: str) -> tuple[int, str]:
    until = time.monotonic() + _WAIT_S
    while time.monotonic() < until:
        found = _Store.objects.get(f"/bucket/{digest}.bin")
        if found is not None:
            return found
        time.sleep(0.1)
    raise TimeoutError("the file did not arrive")


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    os.environ |= {"MAX_FILE_MB": str(megabytes), "OUTBOUND_ALLOW": "127.0.0.1"}
    with running_product() as product:
        print(json.dumps({"files": files(product, megabytes)}, indent=2))  # noqa: T201  the report


if __name__ == "__main__":
    main()
