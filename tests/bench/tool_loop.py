"""Our tool loop without a run around it: `python -m tests.bench.tool_loop MODEL_URL [SIZE]` prints JSON.

Journal, events and audit log are stored in SQLite as in a run; the tool call goes through the gateway. The plain SDK
does the same work in turns with it, in the same process.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.own_database import own_database
from tests.bench.size import size_argument
from tools.core.tool_id import ToolId

WARM_UP = 5
ROUNDS = 2
LIMIT_MS_PER_ROUND = 2.0


def our_loop(model_url: str, repeats: int) -> Callable[[], None]:
    """Return one conversation with a node run of its own."""
    from django.contrib.auth.models import User

    from agents.core.messages import Message
    from agents.loop.loop import LoopRequest, run_tool_loop
    from agents.services.models import model_resolve
    from agents.services.providers import provider_create
    from tests.bench.floors import QUESTION
    from tests.doubles.tool_ports import Cancel
    from tests.factories.runs import node_run_create, run_create
    from tools.adapters.gateway_factory import gateway
    from tools.core.definitions import CallContext, Caller, ToolRef
    from workflow_editor.adapters.node.journal import OrmJournal, RecordingSink
    from workflow_editor.run_store.leases import Lease, NodeAddress
    from workflow_editor.services.workflows import workflow_create

    user = User.objects.create(username="bench")
    provider = provider_create(
        name="Stub", preset="custom-openai", base_url=model_url, api_key="bench", models=["stub"]
    )
    run = run_create(workflow_create(user, name="bench"), status="running")
    rows = [
        node_run_create(run, f"n{index}", status="running", lease_owner="bench") for index in range(repeats + WARM_UP)
    ]
    leases = iter([Lease(NodeAddress(run.pk, row.pk, row.node_key), "bench") for row in rows])
    request = LoopRequest(model="stub", messages=(Message("user", QUESTION),))
    context = CallContext(Caller(user.pk, "bench"), workflow_id=str(run.workflow_id), run_id=str(run.pk))

    def work() -> None:
        lease = next(leases)
        toolbox = gateway().offer([ToolRef(ToolId("system:get_current_time"))], context)
        journal = OrmJournal(lease, is_new=True)
        client = model_resolve(str(provider.pk), "stub").client
        result = run_tool_loop(request, client, toolbox, journal, RecordingSink(lease), Cancel())
        # In a run the outcome would take along what waits.
        journal.in_transaction(lambda: None)
        if result.rounds != ROUNDS or not result.tool_history[0].result.success:
            raise RuntimeError("the loop did something else")

    return work


def in_turns_ms(repeats: int, *works: Callable[[], object]) -> list[float]:
    """Median times of pieces of work that take turns, so that a slow moment of the machine is one for all."""
    times: list[list[float]] = [[] for _ in works]
    for turn in range(repeats + WARM_UP):
        for work, taken in zip(works, times, strict=True):
            began = time.perf_counter()
            work()
            if turn >= WARM_UP:
                taken.append((time.perf_counter() - began) * 1000)
    return [statistics.median(taken) for taken in times]


def measure(model_url: str, repeats: int) -> dict[str, Any]:
    from tests.bench.floors import sdk_loop

    ours, floor = in_turns_ms(repeats, our_loop(model_url, repeats), sdk_loop(model_url))
    return {
        "ours_ms": round(ours, 2),
        "plain_sdk_ms": round(floor, 2),
        "over_the_sdk_per_round_ms": round((ours - floor) / ROUNDS, 2),
        "limits": {"over_the_sdk_per_round_ms": LIMIT_MS_PER_ROUND},
    }


def main() -> None:
    model_url, size = sys.argv[1], size_argument(2)
    with own_database():
        sys.stdout.write(json.dumps(measure(model_url, 2 * size.repeats)))


if __name__ == "__main__":
    main()
