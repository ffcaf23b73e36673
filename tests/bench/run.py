"""`make bench`: one JSON document with the product's figures, each beside a floor measured in the same run."""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from tests.bench import graphs
from tests.bench.editor import editor
from tests.bench.embedded import CLIENTS, embedded
from tests.bench.fairness import fairness_embedded, fairness_scaled
from tests.bench.figure_paths import missing_figures
from tests.bench.growth import growth
from tests.bench.latency import throughput
from tests.bench.measuring import Document, measured
from tests.bench.model_stub import model_stub
from tests.bench.peer_figures import langgraph, tool_loops
from tests.bench.programs import figures_of, module_figures
from tests.bench.row import COLUMNS, Column
from tests.bench.scaled_product import scaled_product
from tests.bench.size import FULL, SMOKE, Size
from tests.bench.sockets import sockets
from tests.bench.spread import work_spread
from tests.bench.streams import streams
from tests.bench.targets import TARGETS, Target
from tests.bench.webhooks import webhooks
from tests.runtime import ROOT

_LINES: tuple[Target | Column, ...] = (*TARGETS.values(), *COLUMNS)
NAMED = {path for line in _LINES for path in (line.figure, line.yardstick) if path is not None}
"""Figures that a target or a column of docs/performance.md needs."""


def _files(mode: str, size: Size) -> dict[str, Any]:
    figures: dict[str, Any] = figures_of(sys.executable, "-m", "tests.bench.files", mode, size.name)
    return figures


def _scaled(size: Size) -> dict[str, Any]:
    with scaled_product() as product:
        five = product.post("/api/workflows/", {"name": "five", "document": graphs.five_nodes()})["id"]
        server = psutil.Process(product.server.process.pid)
        return {
            "five_nodes_16_clients": throughput(
                lambda: product.run(five), server, clients=CLIENTS, seconds=size.seconds
            ),
            "streams": streams(product, size),
            "work_spread": work_spread(product, size),
            "costs_per_run": growth(product, size),
        }


def _peers(size: Size) -> dict[str, Any]:
    with model_stub() as base_url:
        return {"langgraph": langgraph(base_url, size), "tool_loop": tool_loops(base_url, size)}


PARTS: dict[str, Callable[[Size], dict[str, Any]]] = {
    # Work in one process comes first, before anything else keeps the machine busy.
    "costs": partial(module_figures, "tests.bench.costs"),
    "knowledge": partial(module_figures, "tests.bench.knowledge"),
    "embedded": embedded,
    "webhook": webhooks,
    "schedules": partial(module_figures, "tests.bench.schedules"),
    "fairness": fairness_embedded,
    "sockets": sockets,
    "files": partial(_files, "embedded"),
    "sandbox": partial(module_figures, "tests.bench.sandbox"),
    "scaled": _scaled,
    "fairness_scaled": fairness_scaled,
    "files_scaled": partial(_files, "scaled"),
    "peers": _peers,
    "editor": editor,
}


def faults(document: Document) -> Iterator[str]:
    """Yield a sentence for each reason why the document is not what it should be."""
    for part, reason in document["failed"].items():
        yield f"The part {part} failed: {reason}"
    for name in missing_figures(document["figures"], NAMED):
        yield f"The figure {name} is missing; tests/bench/targets.py or a column of tests/bench/row.py names it."
    if document["size"] == FULL.name and not document["commit"]["is_clean"]:
        yield "The figures belong to no commit: there are changes that are not committed."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="a part to measure; all when left out")
    parser.add_argument("--skip", action="append", choices=PARTS, default=[], help="a part to leave out")
    parser.add_argument("--smoke", action="store_true", help="the smallest sizes: shows that parts run, not how fast")
    parser.add_argument("--into", type=Path, help="a file to write as well")
    given = parser.parse_args()
    # The product that runs now ends with this program.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    size = SMOKE if given.smoke else FULL
    names = [name for name in given.only or PARTS if name not in given.skip]
    document = measured({name: partial(PARTS[name], size) for name in names}, size, ROOT)
    text = json.dumps(document, indent=2) + "\n"
    sys.stdout.write(text)
    if given.into:
        given.into.parent.mkdir(parents=True, exist_ok=True)
        given.into.write_text(text)
    sentences = list(faults(document))
    sys.stderr.writelines(f"{sentence}\n" for sentence in sentences)
    sys.exit(1 if sentences else 0)


if __name__ == "__main__":
    main()
