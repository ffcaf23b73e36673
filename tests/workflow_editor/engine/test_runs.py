"""Whole runs as tables: each file in fixtures/workflows holds a document, outcomes, and the events in order."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import builtin_registry, read_graph

FIXTURES = Path(__file__).parents[2] / "fixtures" / "workflows"
REGISTRY = builtin_registry()


def load(path: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(path.read_text())
    return case


def play(case: dict[str, Any]) -> tuple[MemoryRun, Any]:
    run = MemoryRun(
        compile_plan(read_graph(build_document(case["document"], REGISTRY))),
        case.get("inputs", {}),
        case.get("outcomes", {}),
        case.get("order", ()),
        case.get("use_pins", False),
    )
    return run, run.play()


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_events_come_in_this_order(path: Path) -> None:
    case = load(path)
    run, output = play(case)
    assert run.events == case["expected"]["events"]
    assert output == case["expected"]["output"]
    assert run.failure == case["expected"]["failure"]


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_every_node_is_decided_exactly_once_unless_the_run_fails(path: Path) -> None:
    case = load(path)
    run, _ = play(case)
    decided = [event.split()[1] for event in run.events if event.split()[0] in ("succeeded", "skipped", "failed")]
    assert len(decided) == len(set(decided))
    if run.failure is None:
        assert set(decided) == {node["key"] for node in case["document"]["nodes"]}


def test_the_fixtures_are_there() -> None:
    assert len(list(FIXTURES.glob("*.json"))) >= 20
