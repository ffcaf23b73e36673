"""`make bench`: one JSON document with the product's figures, each beside a floor measured in the same run."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import psutil

from tests.bench import floors, graphs
from tests.bench.editor import editor
from tests.bench.growth import growth
from tests.bench.latency import event_latency_ms, throughput
from tests.bench.model_stub import model_stub
from tests.bench.peer_figures import langgraph, tool_loops
from tests.bench.product import Product, running_product
from tests.bench.scaled_product import ScaledProduct, scaled_product
from tests.bench.spread import work_spread
from tests.bench.streams import streams
from tests.bench.targets import against_targets
from tests.bench.webhooks import webhooks

CHAIN = 50
IDLE_S = 10.0


def beside(ours: float, floor: float, **more: Any) -> dict[str, Any]:
    """A figure, its floor, and how many times the floor it is."""
    return {"ms": round(ours, 3), "floor_ms": round(floor, 3), "ratio": round(ours / floor, 1), **more}


def celery_chain_ms() -> float:
    script = Path(__file__).with_name("celery_floor.py")
    command = [sys.executable, str(script), str(CHAIN)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def costs() -> dict[str, Any]:
    """Figures of work in one process, taken before anything else keeps the machine busy."""
    return report_of("tests.bench.costs")


def knowledge() -> dict[str, Any]:
    return report_of("tests.bench.knowledge")


def schedules() -> dict[str, Any]:
    return report_of("tests.bench.schedules")


def files() -> dict[str, Any]:
    return report_of("tests.bench.files")


def sandbox() -> dict[str, Any]:
    return report_of("tests.bench.sandbox")


def report_of(module: str) -> dict[str, Any]:
    command = [sys.executable, "-m", module]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def round_trip_ms(product: Product) -> float:
    return floors.median_ms(lambda: product.client.get("/api/health/").raise_for_status())


def run_ms(product: Product, document: dict[str, Any], name: str) -> float:
    workflow = product.workflow(document, name)
    return floors.median_ms(lambda: product.run(workflow))


def add_provider(product: Product, base_url: str) -> str:
    provider = {"name": "Stub", "preset": "custom-openai", "base_url": base_url, "api_key": "bench", "models": ["stub"]}
    answer = product.client.post("/api/providers/", json={**provider, "default_model": "stub"})
    answer.raise_for_status()
    return str(answer.json()["id"])


def measure(product: Product) -> dict[str, Any]:
    idle = {"memory_mb": round(product.memory_mb(), 1), "cpu_percent": round(product.cpu_percent(IDLE_S), 2)}
    http = round_trip_ms(product)
    chain = run_ms(product, graphs.chain(CHAIN), "chain")
    fan = run_ms(product, graphs.fan(CHAIN), "fan")
    effects = run_ms(product, graphs.effects(CHAIN), "effects")
    five = product.workflow(graphs.five_nodes(), "five")
    with model_stub() as base_url:
        sdk = floors.sdk_loop_ms(base_url)
        agent = run_ms(product, graphs.agent(add_provider(product, base_url)), "agent")
    talk = product.workflow(graphs.agent("offline"), "talk")
    return {
        "idle": idle | {"limits": {"memory_mb": 220, "cpu_percent": 2}},
        "start_s": round(product.start_s, 2),
        "http_round_trip_ms": round(http, 3),
        "chain_of_50": beside(
            chain,
            floors.sqlite_commits_ms(CHAIN),
            floor_is="raw SQLite, one commit per node",
            ms_per_node=round(chain / CHAIN, 3),
            celery_task_per_node_ms=round(celery_chain_ms(), 1),
            function_calls_ms=round(floors.function_calls_ms(CHAIN), 4),
        ),
        "fan_of_50": beside(fan, floors.sqlite_commits_ms(CHAIN), floor_is="raw SQLite, one commit per node"),
        "chain_of_50_effects": beside(
            effects,
            floors.sqlite_commits_ms(2 * CHAIN),
            floor_is="raw SQLite, a commit before and after each node",
        ),
        "five_nodes_16_clients": throughput(lambda: product.run(five), product.process, clients=16, seconds=10)
        | {"floor_one_client_ms": round(floors.median_ms(lambda: product.run(five)), 3)},
        "agent_with_one_tool_call": beside(
            agent, sdk, floor_is="plain OpenAI SDK loop", over_floor_ms=round(agent - sdk, 3)
        ),
        "event_to_socket_ms": event_latency_ms(product, talk) | {"floor_http_round_trip_ms": round(http, 3)},
    }


def measure_scaled(product: ScaledProduct) -> dict[str, Any]:
    five = product.post("/api/workflows/", {"name": "five", "document": graphs.five_nodes()})["id"]
    server = psutil.Process(product.server.process.pid)
    return {
        "five_nodes_16_clients_scaled": throughput(lambda: product.run(five), server, clients=16, seconds=10),
        "streams": streams(product),
        "work_spread": work_spread(product),
        "costs_per_run": growth(product),
    }


def embedded() -> dict[str, Any]:
    with running_product() as product:
        return measure(product)


def webhook() -> dict[str, Any]:
    with running_product() as product:
        return {"webhook": webhooks(product)}


def scaled() -> dict[str, Any]:
    with scaled_product() as product:
        return measure_scaled(product)


def peers() -> dict[str, Any]:
    with model_stub() as base_url:
        return {"langgraph": langgraph(base_url), "tool_loop": tool_loops(base_url)}


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "costs": costs,
    "knowledge": knowledge,
    "embedded": embedded,
    "webhook": webhook,
    "schedules": schedules,
    "files": files,
    "sandbox": sandbox,
    "scaled": scaled,
    "peers": peers,
    "editor": editor,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="what to measure; everything when left out")
    figures: dict[str, Any] = {}
    for part in parser.parse_args().only or PARTS:
        began = monotonic()
        figures |= PARTS[part]()
        sys.stderr.write(f"{part}: {monotonic() - began:.0f} s\n")
    sys.stdout.write(json.dumps(figures | {"targets": against_targets(figures)}, indent=2) + "\n")


if __name__ == "__main__":
    main()
