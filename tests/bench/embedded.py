"""Figures of the product as one process, reached over HTTP."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench import floors, graphs
from tests.bench.floors import beside
from tests.bench.latency import event_latency_ms, throughput
from tests.bench.model_stub import model_stub
from tests.bench.product import Product, running_product
from tests.bench.size import Size
from tests.runtime import ROOT

CHAIN = 50
CLIENTS = 16
_LIBRARIES = "import celery, channels, django.db.models, openai, pydantic, uvicorn"


def embedded(size: Size, checkout: Path = ROOT) -> dict[str, Any]:
    """Measure the product of a checkout, by default of this one."""
    with running_product(checkout, restarted=True) as product:
        return _figures(product, size)


def _figures(product: Product, size: Size) -> dict[str, Any]:
    """Measure one piece of work after the other; the idle product comes first."""

    def run_ms(document: dict[str, Any], name: str) -> float:
        workflow = product.workflow(document, name)
        return floors.median_ms(lambda: product.run(workflow), size.repeats)

    def commits_ms(count: int) -> float:
        return floors.sqlite_commits_ms(count, size.repeats)

    idle = {"memory_mb": round(product.memory_mb(), 1), "cpu_percent": round(product.cpu_percent(size.idle_s), 2)}
    http = floors.median_ms(lambda: product.client.get("/api/health/").raise_for_status(), size.repeats)
    chain = run_ms(graphs.chain(CHAIN), "chain")
    fan = run_ms(graphs.fan(CHAIN), "fan")
    effects = run_ms(graphs.effects(CHAIN), "effects")
    five = product.workflow(graphs.five_nodes(), "five")
    with model_stub() as base_url:
        sdk = floors.sdk_loop_ms(base_url, size.repeats)
        agent = run_ms(graphs.agent(_provider(product, base_url)), "agent")
    talk = product.workflow(graphs.agent("offline"), "talk")
    return {
        "idle": idle | {"limits": {"memory_mb": 220, "cpu_percent": 2}},
        "start": {
            "s": round(product.start_s, 2),
            "floor_s": _imports_s(max(1, size.repeats // 10)),
            "floor_is": "Python imports the libraries",
        },
        "http_round_trip_ms": round(http, 3),
        "chain_of_50": beside(
            chain,
            commits_ms(CHAIN),
            floor_is="raw SQLite, one commit per node",
            ms_per_node=round(chain / CHAIN, 3),
            celery_task_per_node_ms=round(_celery_chain_ms(size.repeats // 3), 1),
            function_calls_ms=round(floors.function_calls_ms(CHAIN, size.repeats), 4),
        ),
        "fan_of_50": beside(fan, commits_ms(CHAIN), floor_is="raw SQLite, one commit per node"),
        "chain_of_50_effects": beside(
            effects, commits_ms(2 * CHAIN), floor_is="raw SQLite, a commit before and after each node"
        ),
        "five_nodes_16_clients": throughput(
            lambda: product.run(five), product.process, clients=CLIENTS, seconds=size.seconds
        )
        | {"floor_one_client_ms": round(floors.median_ms(lambda: product.run(five), size.repeats), 3)},
        "agent_with_one_tool_call": beside(
            agent, sdk, floor_is="plain OpenAI SDK loop", over_floor_ms=round(agent - sdk, 3)
        ),
        "event_to_socket_ms": event_latency_ms(product, talk, size.followed_runs)
        | {"floor_http_round_trip_ms": round(http, 3)},
    }


def _provider(product: Product, base_url: str) -> str:
    provider = {"name": "Stub", "preset": "custom-openai", "base_url": base_url, "api_key": "bench", "models": ["stub"]}
    answer = product.client.post("/api/providers/", json={**provider, "default_model": "stub"})
    return str(answer.raise_for_status().json()["id"])


def _celery_chain_ms(repeats: int) -> float:
    script = Path(__file__).with_name("celery_floor.py")
    command = [sys.executable, str(script), str(CHAIN), str(repeats)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _imports_s(tries: int) -> float:
    """Best time of a new Python that imports what the product is built on."""
    times = []
    for _ in range(tries):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", _LIBRARIES], check=True)
        times.append(time.perf_counter() - began)
    return round(min(times), 2)
