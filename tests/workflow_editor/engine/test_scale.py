"""Big graphs: what they cost grows with their size and no faster."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.doubles.memory_run import MemoryRun
from tests.doubles.no_containers import NoContainers
from tests.factories.documents import edge, node
from tests.timing import Work, assert_growth
from workflow_editor.engine.advance import advance
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.step_loop import STEP_LIMIT, StepOptions
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import build_document
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.registry import builtin_registry, read_graph

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


def compiled(length: int) -> Plan:
    return compile_plan(read_graph(Document.model_validate(chain(length))))


def run(plan: Plan) -> None:
    scheduler = Scheduler(plan)
    result = advance(plan, scheduler, scheduler.start(), NoPast(), StepOptions(limit=len(plan.nodes)))
    assert len(result.finished) == len(plan.nodes)


def test_reading_checking_and_compiling_grows_with_the_graph() -> None:
    def prepared(length: int) -> Work:
        source = chain(length)

        def work() -> None:
            graph = read_graph(build_document(source, REGISTRY))
            assert problems(graph) == []
            compile_plan(graph)

        return work

    assert_growth(prepared, to=9_984)


def test_one_finished_node_costs_the_same_in_a_graph_of_any_size() -> None:
    def finish(length: int) -> Work:
        plan = compiled(length)
        middle = f"n{length // 2}"
        return lambda: Scheduler(plan).finish(middle, ("out",))

    assert_growth(finish, to=10_000, by=100, power=0)


def test_a_run_costs_in_proportion_to_its_nodes() -> None:
    assert_growth(lambda length: partial(run, compiled(length)), to=9_600)


def test_a_pass_costs_the_same_however_many_went_before() -> None:
    document = {
        "nodes": [
            node("start", "start", {"fields": [{"name": "items", "type": "json"}]}),
            node("each", "iteration", {"items": "{{ inputs.items }}", "output": "{{ nodes.t.text }}"}),
            node("t", "template", {"template": "{{ nodes.each.item }}"}, parent="each"),
        ],
        "edges": [edge("start", "each")],
    }
    plan = compile_plan(read_graph(Document.model_validate(document)))

    def passes(items: int) -> None:
        run = MemoryRun(plan, {"items": list(range(items))})
        run.play()
        assert len(run.passes) == items

    assert_growth(lambda items: lambda: passes(items), to=4_800)


def test_a_step_evaluates_some_nodes_and_leaves_the_rest_to_the_next() -> None:
    plan = compiled(3 * STEP_LIMIT)
    run = MemoryRun(plan, inputs={"topic": "tea"})
    whole = MemoryRun(plan, inputs={"topic": "tea"}, limit=len(plan.nodes))
    assert run.play() == whole.play()
    assert run.nodes.keys() == whole.nodes.keys()
    assert (run.largest_step, whole.largest_step) == (STEP_LIMIT, len(plan.nodes))
