"""Requests that a webhook takes: answered at once, which is after the commit, and with the output of the run."""

import time
from pathlib import Path
from typing import Any

from tests.bench import floors, graphs
from tests.bench.delivery_burst import delivery_burst
from tests.bench.latency import throughput
from tests.bench.product import Product, running_product
from tests.bench.size import Size
from tests.polling import comes_true
from tests.runtime import ROOT

CLIENTS = 16
ENDS_WITHIN_S = 120


def webhooks(size: Size, checkout: Path = ROOT) -> dict[str, Any]:
    """Measure the product of a checkout, by default of this one."""
    with running_product(checkout) as product:
        return _figures(product, size)


def _figures(product: Product, size: Size) -> dict[str, Any]:
    """The floors are requests that store nothing, from as many clients and from one, and one commit of one row.

    An answer at once comes after the commit; one when done has the output of five nodes.
    """

    def healthy() -> None:
        product.client.get("/api/health/").raise_for_status()

    idle = throughput(healthy, product.process, clients=CLIENTS, seconds=size.seconds / 2)
    floor = {
        "floor_requests_per_second": idle["runs_per_second"],
        "floor_p95_ms": idle["p95_ms"],
        "floor_http_round_trip_ms": round(floors.median_ms(healthy, size.repeats), 3),
        "floor_commit_ms": round(floors.sqlite_commits_ms(1, size.repeats), 3),
    }
    figures = {}
    for respond in ("at_once", "when_done"):
        _, address = _published(product, {"respond": respond})

        def call(address: str = address) -> None:
            product.client.post(address, json={"value": "x"}).raise_for_status()

        figures[respond] = throughput(call, product.process, clients=CLIENTS, seconds=size.seconds) | floor
        figures[respond]["runs_over_after_s"] = _over_after_s(product)
    workflow, address = _published(product, {"respond": "at_once"})
    figures["burst"] = delivery_burst(product, address, workflow, size)
    return figures


def _over_after_s(product: Product) -> float:
    """Wait until all runs are over, which would slow what is measured next, and return how long that took."""
    began = time.monotonic()

    def all_over() -> bool:
        pages = [product.client.get(f"/api/runs/?status={status}") for status in ("queued", "running")]
        return not any(page.raise_for_status().json()["results"] for page in pages)

    if not comes_true(all_over, within_s=ENDS_WITHIN_S, every_s=0.2):
        raise RuntimeError(f"not all runs were over after {ENDS_WITHIN_S} s")
    return round(time.monotonic() - began, 1)


def _published(product: Product, config: dict[str, Any]) -> tuple[str, str]:
    """Return the id of a workflow with a live webhook, and its address."""
    document = graphs.five_nodes()
    document["nodes"].append(graphs.node("hook", "webhook", config))
    workflow = product.workflow(document, "hook")
    path = f"/api/workflows/{workflow}"
    trigger = product.client.put(f"{path}/triggers/hook/", json={})
    product.client.post(f"{path}/versions/", json={}).raise_for_status()
    return workflow, str(trigger.raise_for_status().json()["address"])
