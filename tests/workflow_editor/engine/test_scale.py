"""Big graphs. Bounds are multiples of a floor measured in the same test, so that a slow machine does not fail."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from tests.doubles.memory_run import MemoryRun
from tests.doubles.past import NoContainers
from tests.factories.documents import edge, node
from workflow_editor.engine.advance import advance
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.stepping import STEP_LIMIT, StepOptions
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import build_document
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


class NoPast(NoContainers):
    """Nothing has happened before."""

    inputs: JsonObject = {"topic": "tea"}

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        return None

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        return ()


def chain(length: int) -> JsonObject:
    nodes = [node("start", "start", {"fields": [{"name": "topic"}]}), node("n0", "template", {"template": "0"})]
    edges = [edge("start", "n0")]
    for index in range(1, length):
        text = f"{{{{ nodes.n{index - 1}.text }}}}" if index % 2 else "{{ inputs.topic }}"
        nodes.append(node(f"n{index}", "template", {"template": text}))
        edges.append(edge(f"n{index - 1}", f"n{index}"))
    nodes.append(node("end", "end"))
    edges.append(edge(f"n{length - 1}", "end"))
    return {"nodes": nodes, "edges": edges}


def best_of(times: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest of several tries."""
    durations = []
    for _ in range(times):
        began = perf_counter()
        work()
        durations.append(perf_counter() - began)
    return min(durations)


def compiled(length: int) -> Plan:
    return compile_plan(Document.model_validate(chain(length)), REGISTRY)


def run(plan: Plan) -> None:
    scheduler = Scheduler(plan)
    result = advance(plan, scheduler, scheduler.start(), NoPast(), StepOptions(limit=len(plan.nodes)))
    assert len(result.finished) == len(plan.nodes)


def test_ten_thousand_nodes_are_read_checked_and_compiled_in_about_a_second() -> None:
    """The floor is what pydantic takes to read the same document: about 80 ms on two slow cores."""
    source = chain(10_000)
    floor = best_of(2, lambda: Document.model_validate(source))

    def work() -> None:
        document = build_document(source, REGISTRY)
        assert problems(document, REGISTRY) == []
        compile_plan(document, REGISTRY)

    assert best_of(2, work) < max(1.0, 25 * floor)


def test_one_finished_node_costs_the_same_in_a_graph_of_any_size() -> None:
    def cost(length: int) -> float:
        plan = compiled(length)
        middle = f"n{length // 2}"
        return best_of(300, lambda: Scheduler(plan).finish(middle, ("out",)))

    small = cost(100)
    assert cost(10_000) < 10 * small


def test_a_run_costs_in_proportion_to_its_nodes() -> None:
    def cost_per_node(length: int) -> float:
        plan = compiled(length)
        return best_of(5, lambda: run(plan)) / length

    small = cost_per_node(100)
    assert cost_per_node(10_000) < 10 * small


def test_a_step_of_fifty_pure_nodes_takes_milliseconds() -> None:
    """The floor is the same templates as plain string work, far cheaper: two orders of magnitude must do."""
    plan = compiled(50)
    texts: dict[str, str] = {}

    def plain() -> None:
        for index in range(50):
            texts[f"n{index}"] = "".join(["tea", texts.get(f"n{index - 1}", "")])[:100]

    assert best_of(20, lambda: run(plan)) < max(0.002, 300 * best_of(20, plain))


def test_a_pass_costs_the_same_however_many_went_before() -> None:
    document = {
        "nodes": [
            node("start", "start", {"fields": [{"name": "items", "type": "json"}]}),
            node("each", "iteration", {"items": "{{ inputs.items }}", "output": "{{ nodes.t.text }}"}),
            node("t", "template", {"template": "{{ nodes.each.item }}"}, parent="each"),
        ],
        "edges": [edge("start", "each")],
    }
    plan = compile_plan(Document.model_validate(document), REGISTRY)

    def cost_per_pass(items: int) -> float:
        def work() -> None:
            run = MemoryRun(plan, {"items": list(range(items))})
            run.play()
            assert len(run.passes) == items

        return best_of(2, work) / items

    small = cost_per_pass(100)
    assert cost_per_pass(5_000) < 5 * small


def test_a_step_evaluates_some_nodes_and_leaves_the_rest_to_the_next() -> None:
    plan = compiled(3 * STEP_LIMIT)
    run = MemoryRun(plan, inputs={"topic": "tea"})
    whole = MemoryRun(plan, inputs={"topic": "tea"}, limit=len(plan.nodes))
    assert run.play() == whole.play()
    assert run.nodes.keys() == whole.nodes.keys()
    assert (run.largest_step, whole.largest_step) == (STEP_LIMIT, len(plan.nodes))
