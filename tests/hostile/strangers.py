"""Memory, processor time, disk and health while strangers and people who are signed in send hostile bodies.

`python -m tests.hostile.strangers [part of a name]` starts the embedded product, sends each body of `stranger_bodies`
once and then 32 at once, and prints for each the peak of the memory above idle (all processes), the processor seconds,
the disk space that was taken meanwhile, and the 99th percentile of `/api/health/`.
"""

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
import psutil

from tests.bench.graphs import document, edge, node
from tests.bench.product import Product, running_product
from tests.hostile.stranger_bodies import BODIES, MB, Addresses, Body

AT_ONCE = 32
ALL_MB = 500.0
"""Most above idle of 32 bodies at once."""
MAX_P99_MS = 250.0
"""Limit of the health check while one body arrives."""
_HEALTH_FOR_S = 2.0
_SENDERS = ("wecom", "feishu", "github")


@dataclass(frozen=True, slots=True)
class Found:
    """Cost of a body that was sent so many times at once."""

    name: str
    at_once: int
    most_mb: float
    """Bound of the memory."""
    peak_mb: float
    processor_s: float
    disk_mb: float
    p99_ms: float
    statuses: str

    @property
    def is_broken(self) -> bool:
        """Report whether an answer blames the server, or did not come."""
        return any(one.split("x ")[1][0] not in "1234" for one in self.statuses.split(", "))

    @property
    def is_good(self) -> bool:
        """Report whether it stays within its bounds."""
        return self.peak_mb <= self.most_mb and (self.at_once > 1 or self.p99_ms <= MAX_P99_MS)

    def line(self) -> str:
        """Return the row of the table."""
        figures = f"{self.peak_mb:>9.1f} {self.processor_s:>9.2f} {self.disk_mb:>8.1f} {self.p99_ms:>8.1f}"
        return f"{self.name:36} {self.at_once:>3} {figures}  {self.statuses}{'' if self.is_good else '  TOO MUCH'}"


HEADER = f"{'body':36} {'at':>3} {'peak MB':>9} {'proc. s':>9} {'disk MB':>8} {'p99 ms':>8}  answers"


def addresses_of(product: Product) -> Addresses:
    """Publish a workflow with a form and webhooks, and return their addresses."""
    triggers: dict[str, tuple[str, dict[str, Any]]] = {
        "hook": ("webhook", {"method": "any"}),
        "form": ("form_trigger", {"perHour": 1000}),
    }
    triggers |= {sender: ("webhook", {"sender": sender, "method": "any"}) for sender in _SENDERS}
    nodes = [node(key, kind, config) for key, (kind, config) in triggers.items()]
    graph = document([*nodes, node("start", "start"), node("end", "end")], [edge("start", "end")])
    workflow = product.workflow(graph, "strangers")
    secrets = {"token": "t", "aes_key": "a" * 43, "verification_token": "t", "secret": "s"}
    names = {"wecom": ("token", "aes_key"), "feishu": ("verification_token",), "github": ("secret",)}
    for sender, wanted in names.items():
        path = f"/api/workflows/{workflow}/triggers/{sender}/"
        given = {"secrets": {name: secrets[name] for name in wanted}}
        product.client.put(path, json=given).raise_for_status()
    product.client.post(f"/api/workflows/{workflow}/versions/", json={}).raise_for_status()
    rows = product.client.get(f"/api/workflows/{workflow}/triggers/").raise_for_status().json()
    paths = {row["node_key"]: httpx2.URL(row["address"]).path for row in rows if row["address"]}
    form = f"/api/forms/{paths['form'].strip('/').rsplit('/', 1)[-1]}/submissions/"
    return Addresses(paths["hook"], {sender: paths[sender] for sender in _SENDERS}, form)


def measured(product: Product, addresses: Addresses, body: Body, at_once: int) -> Found:
    """Send a body so many times at once, and measure until all are answered."""
    content, path = body.content(), body.path(addresses)
    answers: list[str] = []

    def send() -> None:
        headers = dict(body.headers) | ({"Authorization": f"Bearer {product.token}"} if body.is_signed_in else {})
        with _stranger(product) as client:
            try:
                sent = content if body.names_length else _pieces(content)
                answers.append(str(client.post(path, content=sent, headers=headers).status_code))
            except httpx2.HTTPError as error:
                answers.append(type(error).__name__)

    senders = [threading.Thread(target=send, daemon=True) for _ in range(at_once)]
    with _disk(product) as disk, _health(product) as milliseconds:
        tree = [product.process, *product.process.children(recursive=True)]
        idle = {process.pid: _reset_peak(process) for process in tree}
        busy = sum(sum(process.cpu_times()[:2]) for process in tree)
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        time.sleep(_HEALTH_FOR_S)
        busy = sum(sum(process.cpu_times()[:2]) for process in tree if process.is_running()) - busy
        peak = sum(max(0, _peak(pid) - before) for pid, before in idle.items())
    p99 = statistics.quantiles(milliseconds, n=100)[98]
    statuses = ", ".join(f"{answers.count(one)}x {one}" for one in sorted(set(answers)))
    most_mb = body.most_mb if at_once == 1 else ALL_MB
    return Found(body.name, at_once, most_mb, peak / MB, busy, max(disk) / MB, p99, statuses)


def _pieces(content: bytes) -> Iterator[bytes]:
    return (content[at : at + 64 * 1024] for at in range(0, len(content), 64 * 1024))


def _reset_peak(process: psutil.Process) -> int:
    """Let the peak of a process begin again, and return what it takes now."""
    Path(f"/proc/{process.pid}/clear_refs").write_text("5")
    return int(process.memory_info().rss)


def _peak(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


@contextmanager
def _repeatedly(act: Callable[[], None], every_s: float) -> Iterator[None]:
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(every_s):
            act()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    yield
    over.set()
    thread.join()


@contextmanager
def _health(product: Product) -> Iterator[list[float]]:
    milliseconds: list[float] = []

    with _stranger(product) as client:

        def ask() -> None:
            began = time.perf_counter()
            client.get("/api/health/").raise_for_status()
            milliseconds.append((time.perf_counter() - began) * 1_000)

        with _repeatedly(ask, 0.02):
            yield milliseconds


@contextmanager
def _disk(product: Product) -> Iterator[list[int]]:
    """Yield how much more the disk of the data folder holds than at the beginning, again and again."""
    folder = product.process.environ()["DATA_DIR"]

    def used() -> int:
        found = os.statvfs(folder)
        return (found.f_blocks - found.f_bfree) * found.f_frsize

    before, more = used(), [0]
    with _repeatedly(lambda: more.append(used() - before), 0.05):
        yield more


def _stranger(product: Product) -> httpx2.Client:
    return httpx2.Client(base_url=product.url, timeout=120, trust_env=False)


def rows(wanted: str = "") -> Iterator[Found]:
    """Measure the bodies with a text in their names, one at a time and many at once."""
    with running_product() as product:
        addresses = addresses_of(product)
        # What is imported with the first request of a kind is no cost of it.
        for body in BODIES:
            if wanted in body.name:
                measured(product, addresses, replace(body, content=lambda: b"{}"), 2)
        for body in BODIES:
            if wanted in body.name:
                yield measured(product, addresses, body, 1)
                yield measured(product, addresses, body, AT_ONCE)


def main(wanted: str = "") -> None:
    sys.stdout.write(f"{HEADER}\n")
    for found in rows(wanted):
        sys.stdout.write(f"{found.line()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
