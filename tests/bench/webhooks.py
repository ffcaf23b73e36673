"""How many requests a webhook takes: answered at once, which is after the commit, and with the output of the run."""

from typing import Any

from tests.bench import floors, graphs
from tests.bench.delivery_burst import delivery_burst
from tests.bench.latency import throughput
from tests.bench.product import Product

CLIENTS = 16
SECONDS = 10


def webhooks(product: Product) -> dict[str, Any]:
    """The floor is what a request costs that stores nothing, and one commit of one row."""
    commit_ms = floors.sqlite_commits_ms(1)
    floor_ms = floors.median_ms(lambda: product.client.get("/api/health/").raise_for_status())
    floor = {"floor_http_round_trip_ms": round(floor_ms, 3), "floor_commit_ms": round(commit_ms, 3)}
    figures = {}
    for respond in ("at_once", "when_done"):
        _, address = _published(product, {"respond": respond})

        def call(address: str = address) -> None:
            product.client.post(address, json={"value": "x"}).raise_for_status()

        figures[respond] = throughput(call, product.process, clients=CLIENTS, seconds=SECONDS) | floor
    workflow, address = _published(product, {"respond": "at_once"})
    figures["burst"] = delivery_burst(product, address, workflow)
    return figures


def _published(product: Product, config: dict[str, Any]) -> tuple[str, str]:
    """Return the id of a workflow with a live webhook, and its address."""
    document = graphs.five_nodes()
    document["nodes"].append(graphs.node("hook", "webhook", config))
    workflow = product.workflow(document, "hook")
    path = f"/api/workflows/{workflow}"
    trigger = product.client.put(f"{path}/triggers/hook/", json={})
    product.client.post(f"{path}/versions/", json={}).raise_for_status()
    return workflow, str(trigger.raise_for_status().json()["address"])
