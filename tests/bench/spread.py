"""Work spread over worker processes: sleeping effects, so that cores do not limit."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg

from tests.bench.scaled_product import ScaledProduct, stopped
from tests.bench.size import Size
from tests.factories.documents import node
from tests.factories.run_documents import chain

EFFECTS = 10
EFFECT_MS = 20
# Code of a node, which the sandbox runs. Sleeping costs no core; the rounds, events and journal of an AI node cost more
# than they would sleep.
SLEEP = f"import time\ntime.sleep({EFFECT_MS / 1000})"
# Few threads, so that even four processes leave the cores of a small machine some rest.
THREADS = 2
CLIENTS = 8

_SPAN = """
SELECT extract(epoch FROM max(r.finished_at) - min(n.started_at))::float
FROM workflow_editor_run AS r JOIN workflow_editor_noderun AS n ON n.run_id = r.id AND n.node_key = 'e0'
WHERE r.workflow_id = %s
"""


def work_spread(product: ScaledProduct, size: Size) -> dict[str, Any]:
    """Let 1, 2 and 4 workers do the same work: how near they come to half and a quarter of the time.

    All runs stand in the queue before the first is taken, by workers that have started but were stopped meanwhile:
    their start costs more processor time than their work. The time is that from the first effect to the last end.
    """
    runs = size.spread_runs
    seconds = {count: _seconds(product, count, runs) for count in size.workers}
    return {
        "runs": runs,
        "effects_per_run": EFFECTS,
        "effect_ms": EFFECT_MS,
        "threads_per_worker": THREADS,
        "seconds": {str(count): round(value, 2) for count, value in seconds.items()},
        "of_linear": {str(count): round(seconds[1] / count / value, 3) for count, value in seconds.items()},
        "ideal_seconds": {str(count): runs * EFFECTS * EFFECT_MS / 1000 / THREADS / count for count in size.workers},
        "limits": {"of_linear": 0.9},
    }


def _seconds(product: ScaledProduct, workers: int, runs: int) -> float:
    effects = [node(f"e{index}", "code", {"code": SLEEP}) for index in range(EFFECTS)]
    body = {"name": f"spread {workers}", "document": chain(*effects)}
    workflow = product.post("/api/workflows/", body)["id"]

    def start(_: int) -> None:
        product.post(f"/api/workflows/{workflow}/runs/", {"inputs": {}})

    with product.workers(workers, threads=THREADS) as processes:
        with stopped(processes), ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(start, range(runs)))
        product.wait_for_runs(workflow, runs, within_s=runs * 2.0)
    with psycopg.connect(product.database_url) as connection:
        row = connection.execute(_SPAN, [workflow]).fetchone()
    if row is None:
        raise RuntimeError("no run was measured")
    return float(row[0])
