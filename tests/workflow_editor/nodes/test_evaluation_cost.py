"""Evaluation in shared threads takes little time and memory, whatever the input; the rest moves to a worker process.

Templates, expressions and values are made at random; the clock is the processor's.
"""

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.hostile import generated
from tools.policies.cel_cost import Cost
from workflow_editor.nodes.evaluation.expressions import compile_here, execute
from workflow_editor.nodes.evaluation_errors import ExpressionError, TemplateError
from workflow_editor.nodes.lookup import NodeNames, NodesView, Roots
from workflow_editor.nodes.render_budget import Budget, TooMuchHereError
from workflow_editor.nodes.templates.liquid import compile_liquid
from workflow_editor.nodes.templates.marks import is_quickly_read, unclosed_mark
from workflow_editor.nodes.templates.templating import compile_plain

MAX_SECONDS = 0.5
"""Ten times what it takes on a quick machine: what was not counted takes seconds to minutes."""
MAX_BYTES = 50 * 1024**2
SEEDS = range(400)
TRIES = 4


@pytest.fixture(autouse=True)
def _without_collections() -> Iterator[None]:
    """A collection looks at all objects of the process and is none of the evaluator's work."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def fill(random: Random) -> None:
    """Do what a process does with a template that nobody has read before."""
    inputs, source = generated.values(random), generated.template(random)
    template = compile_plain(source)
    if template is None:
        if unclosed_mark(source) or not is_quickly_read(source):
            return
        template = compile_liquid(source)
    template.fill(Roots(inputs, NodesView(NodeNames({}), dict[str, None]().get)), Budget())


def evaluate(random: Random) -> None:
    """Do what a process does with an expression that nobody has read before."""
    values, source = {"inputs": generated.values(random), "nodes": {}}, generated.expression(random)
    if Cost(source).is_small(values):
        execute(compile_here(source), values)


@pytest.mark.parametrize("work", [fill, evaluate])
def test_whatever_stays_here_takes_little_time(work: Callable[[Random], None]) -> None:
    costly = [seed for seed in SEEDS if seconds(work, seed) > MAX_SECONDS]
    assert [seed for seed in costly if min(seconds(work, seed) for _ in range(TRIES)) > MAX_SECONDS] == []


@pytest.mark.parametrize("work", [fill, evaluate])
def test_whatever_stays_here_takes_little_memory(work: Callable[[Random], None]) -> None:
    assert [seed for seed in SEEDS[::4] if peak_bytes(work, seed) > MAX_BYTES] == []


def seconds(work: Callable[[Random], None], seed: int) -> float:
    compile_here.cache_clear()
    made_s = made(seed)
    began = time.thread_time()
    attempt(work, seed)
    return time.thread_time() - began - made_s


def made(seed: int) -> float:
    """Return how long it takes to make the input alone."""
    began = time.thread_time()
    random = generated.random(seed)
    generated.values(random)
    return time.thread_time() - began


def peak_bytes(work: Callable[[Random], None], seed: int) -> int:
    tracemalloc.start()
    try:
        attempt(work, seed)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def attempt(work: Callable[[Random], None], seed: int) -> None:
    try:
        work(generated.random(seed))
    except (TooMuchHereError, TemplateError, ExpressionError):
        return
