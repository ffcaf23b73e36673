"""Processor time of single pieces of work in one process: big graphs, decisions, calls of the gateway.

A program of its own, since it needs Django and a database: `python -m tests.bench.costs [SIZE]` prints JSON.
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import uuid4

from tests.bench import floors, graphs
from tests.bench.floors import beside
from tests.bench.own_database import own_database
from tests.bench.size import Size, size_argument
from tools.core.tool_id import ToolId

TRIES = 5
CHAIN = 50
_ENDS = 2
"""Start and end of a chain, which are nodes of it."""

Work = Callable[[], object]


def best_ms(work: Work, tries: int = TRIES) -> float:
    """Processor time of the fastest of several tries."""
    times = []
    for _ in range(tries):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) * 1000


def big_graph(size: Size) -> dict[str, Any]:
    """Read, check and compile as many nodes as a document may have, none of them read before."""
    from tests.workflow_editor.engine.test_scale import REGISTRY, chain
    from workflow_editor.engine.plan import compile_plan
    from workflow_editor.graph.document import Document
    from workflow_editor.graph.operations import build_document
    from workflow_editor.graph.validation import problems
    from workflow_editor.nodes.registry import read_graph
    from workflow_editor.nodes.templates.templating import compile_template

    source = chain(size.graphs[-1] - _ENDS)

    def work() -> None:
        compile_template.cache_clear()
        # What storing a graph does, and then the start of its first run.
        graph = read_graph(build_document(source, REGISTRY))
        if problems(graph):
            raise RuntimeError("the graph has problems")
        compile_plan(graph)

    floor = best_ms(lambda: Document.model_validate(source))
    figure = beside(best_ms(work), floor, floor_is="pydantic reads the same document", limits={"ms": 1000})
    return {"nodes": len(source["nodes"]), **figure}


def finished_nodes(size: Size) -> dict[str, Any]:
    """Finish one node and decide what follows it, in graphs of several sizes; and run a graph of pure nodes."""
    return {str(nodes): finished_node(nodes) for nodes in size.graphs}


def finished_node(nodes: int) -> dict[str, Any]:
    from tests.workflow_editor.engine.test_scale import compiled, run
    from workflow_editor.engine.scheduler import Scheduler

    plan, middle = compiled(nodes - _ENDS), f"n{nodes // 2}"
    finish = best_ms(_many(lambda: Scheduler(plan).finish(middle, ("out",)))) / 1000
    look = best_ms(_many(lambda: plan.nodes[middle])) / 1000
    figure = beside(finish, look, floor_is="a look into a dictionary")
    return figure | {"pure_node_in_a_run_ms": round(best_ms(lambda: run(plan)) / nodes, 4)}


def policy_decision(size: Size) -> dict[str, Any]:
    """Make one decision among many rules, one of them with a condition about this tool."""
    from tests.tools.policies.test_permissions import CALL, HERE, TOOL, rule
    from tools.policies.index import PolicyIndex

    rules = [rule(f"tool:{number}", "deny", when=f"args.n == {number}") for number in range(size.rules)]
    index = PolicyIndex([*rules, rule("http_request", "deny", role="writers", when="args.method == 'GET'")])
    floor = _many(lambda: rules[0].tool_pattern == TOOL.tool_id)
    decide = best_ms(_many(lambda: index.decide(TOOL, HERE, CALL))) / 1000
    figure = beside(decide, best_ms(floor) / 1000, floor_is="one comparison", limits={"ms": 0.1})
    return {"rules": len(rules) + 1, **figure}


def gateway_call(size: Size) -> dict[str, Any]:
    """Call a tool that does next to nothing: policy, arguments, deadline and audit chain are the cost."""
    from django.contrib.auth.models import User
    from django.db import connection

    from tests.doubles.tool_ports import Cancel
    from tools.adapters.gateway_factory import gateway
    from tools.core.definitions import CallContext, Caller, ToolCall, ToolRef

    user = User.objects.create(username="bench")
    tools = [ToolRef(ToolId("system:get_current_time"))]
    toolbox = gateway().offer(tools, CallContext(Caller(user.pk, "bench"), workflow_id=str(uuid4())))
    call = ToolCall("c1", toolbox.tools()[0].function.name, {})

    def work() -> None:
        if not toolbox.call(call, timeout_s=5, cancel=Cancel()).success:
            raise RuntimeError("the call failed")

    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    numbers = count()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE floor (id INTEGER PRIMARY KEY, payload TEXT)")

        def two_commits() -> None:
            for _ in range(2):
                cursor.execute("INSERT INTO floor VALUES (%s, %s)", [next(numbers), '{"value": "x"}'])

        # In turns, so that a moment in which the machine is slow is one for both.
        tries = [(best_ms(work, 1), best_ms(two_commits, 1)) for _ in range(size.calls)]
    ours, floor = min(ours for ours, _ in tries), min(floor for _, floor in tries)
    figure = beside(ours, floor, floor_is="raw SQLite, two commits", limits={"ms": 1.5})
    begun = sum(sql.startswith("BEGIN") for sql in statements)
    return figure | {"statements": len(statements) - begun, "transactions": begun}


def engine_only(size: Size) -> dict[str, Any]:
    """Runs of a chain and of a fan without HTTP: wall time from the call to the committed end."""
    from django.contrib.auth.models import User

    from workflow_editor.models import Status
    from workflow_editor.services.runs.start import run_start
    from workflow_editor.services.workflows import workflow_create

    user = User.objects.create(username="engine")
    floor = floors.sqlite_commits_ms(CHAIN, size.repeats)

    def figure(name: str, document: dict[str, Any]) -> dict[str, Any]:
        workflow = workflow_create(user, name=name, document=document)

        def work() -> None:
            run, _ = run_start(workflow, user, inputs={"value": "x"})
            if run.status != Status.SUCCEEDED:
                raise RuntimeError(f"a run ended {run.status}")

        ours = floors.median_ms(work, size.repeats)
        return beside(ours, floor, floor_is="raw SQLite, one commit per node", limits={"ms": 8})

    return {"chain_of_50": figure("chain", graphs.chain(CHAIN)), "fan_of_50": figure("fan", graphs.fan(CHAIN))}


def _many(work: Work) -> Work:
    def thousand_times() -> None:
        for _ in range(1000):
            work()

    return thousand_times


def main() -> None:
    size = size_argument()
    with own_database():
        figures = {
            "validate_and_plan": big_graph(size),
            "finished_node": finished_nodes(size),
            "policy_decision": policy_decision(size),
            "gateway_call_with_audit": gateway_call(size),
            "engine_alone": engine_only(size),
        }
    sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
