"""Cost of one run for each part of the scaled mode, for the arithmetic of `docs/scaling.md`.

Processor time and bytes hardly depend on the machine's load, so these figures hold where times do not.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psutil
import psycopg

from tests.bench.graphs import five_nodes
from tests.bench.scaled_product import ScaledProduct
from tests.bench.size import Size
from tests.factories.run_documents import ask, chain

CLIENTS = 16
MODEL_CALLS = 10

_COUNTERS = """
SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, pg_database_size(current_database()),
  (SELECT count(*) FROM workflow_editor_runevent)
"""


@dataclass(frozen=True)
class _Reading:
    """Counters that only grow: seconds of processor time, bytes, rows."""

    web_s: float
    worker_s: float
    postgres_s: float
    log_bytes: int
    disk_bytes: int
    events: int

    def per_run(self, before: "_Reading", runs: int) -> dict[str, float]:
        return {
            "web_cpu_ms": round((self.web_s - before.web_s) / runs * 1000, 2),
            "worker_cpu_ms": round((self.worker_s - before.worker_s) / runs * 1000, 2),
            "postgres_cpu_ms": round((self.postgres_s - before.postgres_s) / runs * 1000, 2),
            "write_ahead_log_kb": round((self.log_bytes - before.log_bytes) / runs / 1000, 1),
            "disk_kb": round((self.disk_bytes - before.disk_bytes) / runs / 1000, 1),
            "events": round((self.events - before.events) / runs, 1),
        }


def growth(product: ScaledProduct, size: Size) -> dict[str, Any]:
    """Costs of a small automation and of a chain of model calls, a run each."""
    talks = chain(*(ask(f"m{index}") for index in range(MODEL_CALLS)))
    with product.workers(1, threads=CLIENTS) as workers:
        return {
            "five_nodes": _costs(product, workers, five_nodes(), runs=size.cost_runs),
            "ten_model_nodes": _costs(product, workers, talks, runs=size.cost_runs // 5),
        }


def _costs(product: ScaledProduct, workers: Iterable[int], document: dict[str, Any], runs: int) -> dict[str, float]:
    workflow = product.post("/api/workflows/", {"name": "growth", "document": document})["id"]
    _run(product, workflow, max(1, runs // 20))
    before = _read(product, workers)
    _run(product, workflow, runs)
    return _read(product, workers).per_run(before, runs)


def _run(product: ScaledProduct, workflow: str, times: int) -> None:
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda _: product.run(workflow), range(times)))


def _read(product: ScaledProduct, workers: Iterable[int]) -> _Reading:
    with psycopg.connect(product.database_url, autocommit=True) as connection:
        row = connection.execute(_COUNTERS).fetchone()
        if row is None:
            raise RuntimeError("PostgreSQL told nothing")
        backend, log_bytes, disk_bytes, events = row
        postgres_s = _postgres_seconds(backend)
    web_s = sum(_seconds(process) for process in product.server.processes("web"))
    worker_s = sum(_seconds(psutil.Process(pid)) for pid in workers)
    return _Reading(web_s, worker_s, postgres_s, log_bytes, disk_bytes, events)


def _postgres_seconds(backend: int) -> float:
    """Return the processor time of the server with its processes, those that have ended included."""
    server = psutil.Process(backend).parent()
    if server is None:
        raise RuntimeError("PostgreSQL has gone")
    return sum(map(_seconds, [server, *server.children()]))


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system + times.children_user + times.children_system
