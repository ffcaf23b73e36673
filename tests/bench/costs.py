"""What single pieces of work cost in one process, in processor time: big graphs, decisions, calls of the gateway.

A program of its own (`python -m tests.bench.costs`), since it needs Django and a database; prints one JSON object.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from tools.core.tool_id import ToolId

TRIES = 5
CHAIN = 50
SIZES = (100, 1_000, 10_000)
RULES = 10_000

Work = Callable[[], object]


def best_ms(work: Work, tries: int = TRIES) -> float:
    """Processor time of the fastest of several tries."""
    times = []
    for _ in range(tries):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) * 1000


def beside(ours: float, floor: float, floor_is: str, limit_ms: float | None = None) -> dict[str, Any]:
    figure: dict[str, Any] = {"ms": round(ours, 4), "floor_ms": round(floor, 4), "ratio": round(ours / floor, 1)}
    return figure | {"floor_is": floor_is} | ({} if limit_ms is None else {"limits": {"ms": limit_ms}})


def big_graph() -> dict[str, Any]:
    """Read, check and compile ten thousand nodes that nobody has read before."""
    from tests.workflow_editor.engine.test_scale import REGISTRY, chain
    from workflow_editor.engine.plan import compile_plan
    from workflow_editor.graph.document import Document
    from workflow_editor.graph.operations import build_document
    from workflow_editor.graph.validation import problems
    from workflow_editor.nodes.registry import read_graph
    from workflow_editor.nodes.templating import compile_template

    source = chain(SIZES[-1])

    def work() -> None:
        compile_template.cache_clear()
        # What storing a graph does, and then the start of its first run.
        graph = read_graph(build_document(source, REGISTRY))
        if problems(graph):
            raise RuntimeError("the graph has problems")
        compile_plan(graph)

    floor = best_ms(lambda: Document.model_validate(source))
    return beside(best_ms(work), floor, "pydantic reads the same document", 1000)


def finished_nodes() -> dict[str, Any]:
    """One finished node, what follows it decided, in graphs of three sizes; and a node of a run that is all pure."""
    return {str(size): finished_node(size) for size in SIZES}


def finished_node(size: int) -> dict[str, Any]:
    from tests.workflow_editor.engine.test_scale import compiled, run
    from workflow_editor.engine.scheduler import Scheduler

    plan, middle = compiled(size), f"n{size // 2}"
    finish = best_ms(_many(lambda: Scheduler(plan).finish(middle, ("out",)))) / 1000
    look = best_ms(_many(lambda: plan.nodes[middle])) / 1000
    figure = beside(finish, look, "a look into a dictionary")
    return figure | {"pure_node_in_a_run_ms": round(best_ms(lambda: run(plan)) / size, 4)}


def policy_decision() -> dict[str, Any]:
    """One decision among ten thousand rules, one of them with a condition about this tool."""
    from tests.tools.policies.test_permissions import CALL, HERE, TOOL, rule
    from tools.policies.index import PolicyIndex

    rules = [rule(f"tool:{number}", "deny", when=f"args.n == {number}") for number in range(RULES)]
    index = PolicyIndex([*rules, rule("http_request", "deny", role="writers", when="args.method == 'GET'")])
    floor = _many(lambda: rules[0].tool_pattern == TOOL.tool_id)
    decide = best_ms(_many(lambda: index.decide(TOOL, HERE, CALL))) / 1000
    return beside(decide, best_ms(floor) / 1000, "one comparison", 0.1)


def gateway_call() -> dict[str, Any]:
    """What the gateway adds to a call of a tool that does next to nothing: policy, arguments, deadline, audit chain."""
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
        tries = [(best_ms(work, 1), best_ms(two_commits, 1)) for _ in range(300)]
    figure = beside(min(ours for ours, _ in tries), min(floor for _, floor in tries), "raw SQLite, two commits", 1.5)
    begun = sum(sql.startswith("BEGIN") for sql in statements)
    return figure | {"statements": len(statements) - begun, "transactions": begun}


def engine_only() -> dict[str, Any]:
    """Runs of a chain and of a fan without HTTP: wall time from the call to the committed end."""
    from django.contrib.auth.models import User

    from tests.bench import floors, graphs
    from workflow_editor.models import Status
    from workflow_editor.services.runs.start import run_start
    from workflow_editor.services.workflows import workflow_create

    user = User.objects.create(username="engine")
    floor = floors.sqlite_commits_ms(CHAIN)

    def figure(name: str, document: dict[str, Any]) -> dict[str, Any]:
        workflow = workflow_create(user, name=name, document=document)

        def work() -> None:
            run, _ = run_start(workflow, user, inputs={"value": "x"})
            if run.status != Status.SUCCEEDED:
                raise RuntimeError(f"a run ended {run.status}")

        return beside(floors.median_ms(work), floor, "raw SQLite, one commit per node", 8)

    return {"chain_of_50": figure("chain", graphs.chain(CHAIN)), "fan_of_50": figure("fan", graphs.fan(CHAIN))}


def _many(work: Work) -> Work:
    def thousand_times() -> None:
        for _ in range(1000):
            work()

    return thousand_times


def main() -> None:
    with TemporaryDirectory(prefix="flowloom-costs-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production"}
        import django

        django.setup()
        from django.core.management import call_command

        from workflow_editor.adapters.garbage_collection import collect_garbage_rarely

        call_command("migrate", verbosity=0)
        # As every server does.
        collect_garbage_rarely()
        figures = {
            "validate_and_plan_10000_nodes": big_graph(),
            "finished_node": finished_nodes(),
            "policy_decision_among_10000_rules": policy_decision(),
            "gateway_call_with_audit": gateway_call(),
            "engine_alone": engine_only(),
        }
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
