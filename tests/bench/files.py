"""A large file from a webhook through three nodes into an object store, and the memory that this takes.

`python -m tests.bench.files embedded|scaled [SIZE]` starts the product, as one process with its files on the disk or
scaled with its files in a bucket, and a stand-in of the store that the flow fills. It prints the peak above idle of the
product with all its processes, sampled 50 times a second.
"""

import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psutil

from tests.bench import graphs
from tests.bench.product import running_product
from tests.bench.scaled_product import scaled_product
from tests.bench.size import Size, size_argument
from tests.polling import wait_until

MB = 1024**2
_PIECE = os.urandom(MB)
_WAIT_S = 600


class _Objects(ThreadingHTTPServer):
    """A stand-in of a store: takes objects by PUT, signed or plain, and keeps their lengths and hashes."""

    daemon_threads = True

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.folder = folder
        """Location of the contents, for a store that is read too."""
        self.objects: dict[str, tuple[int, str]] = {}


class _Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Objects

    def do_PUT(self) -> None:
        left, digest = int(self.headers["Content-Length"]), hashlib.sha256()
        length = left
        with open(self._kept() or os.devnull, "wb") as content:
            while left:
                piece = self.rfile.read(min(left, MB))
                digest.update(piece)
                content.write(piece)
                left -= len(piece)
        self.server.objects[self.path] = (length, digest.hexdigest())
        self._answer(200)

    def do_HEAD(self) -> None:
        found = self.server.objects.get(self.path)
        self._answer(200 if found else 404, length=found[0] if found else 0)

    def do_GET(self) -> None:
        kept = self._kept()
        if kept is None or self.path not in self.server.objects:
            return self._answer(404)
        first, _, last = self.headers["Range"].removeprefix("bytes=").partition("-")
        length = int(last) + 1 - int(first)
        self._answer(206, length=length)
        with kept.open("rb") as content:
            content.seek(int(first))
            self.wfile.write(content.read(length))

    def _kept(self) -> Path | None:
        return self.server.folder / _name_of(self.path) if self.server.folder else None

    def _answer(self, status: int, *, length: int = 0) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""


class _Peak(threading.Thread):
    """Watches the resident memory of processes and all below them."""

    def __init__(self, processes: Sequence[psutil.Process]) -> None:
        super().__init__(daemon=True)
        self._processes = processes
        self.bytes = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            self.bytes = max(self.bytes, memory_of(self._processes))


def memory_of(processes: Sequence[psutil.Process]) -> int:
    """Return the resident bytes of processes and all below them."""
    total = 0
    for process in processes:
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


def _name_of(path: str) -> str:
    return hashlib.sha256(path.encode()).hexdigest()


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


def files(client: httpx2.Client, processes: Sequence[psutil.Process], size: Size) -> dict[str, Any]:
    """Send one file through and return figures; the floor is hashing it once.

    Args:
        client: of an administrator.
        processes: what the product consists of, with all that they started.
    """
    megabytes = size.megabytes
    with _serving(_Objects()) as store:
        workflow = client.post("/api/workflows/", json={"name": "files", "document": _document(store.address)})
        path = f"/api/workflows/{workflow.raise_for_status().json()['id']}"
        trigger = client.put(f"{path}/triggers/hook/", json={}).raise_for_status().json()
        client.post(f"{path}/versions/", json={}).raise_for_status()
        _send(client, trigger["address"], 1)
        _arrived(store, expected_hash(1))
        # What the first file cost is given back by itself, and nothing reports when.
        time.sleep(size.settle_s)
        idle = memory_of(processes)
        hashed_from = time.monotonic()
        expected = expected_hash(megabytes)
        floor_s = time.monotonic() - hashed_from
        peak = _Peak(processes)
        peak.start()
        began = time.monotonic()
        accepted_s = _send(client, trigger["address"], megabytes)
        length, digest = _arrived(store, expected)
        total_s = time.monotonic() - began
        peak.over.set()
    return {
        "megabytes": megabytes,
        "is_whole": (length, digest) == (megabytes * MB, expected),
        "idle_mb": round(idle / MB, 1),
        "peak_above_idle_mb": round((peak.bytes - idle) / MB, 1),
        "accepted_s": round(accepted_s, 2),
        "total_s": round(total_s, 2),
        "floor_hash_s": round(floor_s, 2),
    }


@contextmanager
def _serving(store: _Objects) -> Iterator[_Objects]:
    threading.Thread(target=store.serve_forever, daemon=True).start()
    try:
        yield store
    finally:
        store.shutdown()
        store.server_close()


def _send(client: httpx2.Client, address: str, megabytes: int) -> float:
    headers = {"Content-Type": "application/octet-stream", "Content-Length": str(megabytes * MB)}
    began = time.monotonic()
    client.post(address, content=pieces(megabytes), headers=headers, timeout=_WAIT_S).raise_for_status()
    return time.monotonic() - began


def _arrived(store: _Objects, digest: str) -> tuple[int, str]:
    return wait_until(lambda: store.objects.get(f"/bucket/{digest}.bin"), within_s=_WAIT_S)


def _embedded(size: Size) -> dict[str, Any]:
    with running_product() as product:
        return files(product.client, [product.process], size)


def _scaled(size: Size) -> dict[str, Any]:
    with TemporaryDirectory() as folder, _serving(_Objects(Path(folder))) as bucket:
        place = bucket.address.replace("http://", "s3+http://key:secret@")
        with scaled_product(FILES_URL=f"{place}/files") as product, product.workers(1, threads=1) as workers:
            running = [psutil.Process(pid) for pid in (product.server.process.pid, *workers)]
            figures = files(product.client, running, size)
            return figures | {"objects_in_the_bucket": len(bucket.objects)}


def main() -> None:
    measure, size = {"embedded": _embedded, "scaled": _scaled}[sys.argv[1]], size_argument(2)
    os.environ |= {"MAX_FILE_MB": str(size.megabytes), "OUTBOUND_ALLOW": "127.0.0.1"}
    sys.stdout.write(json.dumps(measure(size)))


if __name__ == "__main__":
    main()
