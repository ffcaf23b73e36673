"""Ten thousand schedules that are due in the same minute, and the due times of a thousand in a year.

A program of its own, since it needs Django and a database: `python -m tests.bench.schedules [SIZE]` prints JSON.
"""

import json
import sys
from datetime import timedelta
from time import perf_counter
from typing import Any

from tests.bench import floors
from tests.bench.own_database import own_database
from tests.bench.size import Size, size_argument

_BATCH = 500
_COMMITS = 100


def all_due(size: Size) -> dict[str, Any]:
    """Start what is due of as many workflows, a schedule each: deliveries and runs are stored, nothing is run."""
    from django.utils import timezone

    from tests.doubles.task_queue import TaskQueue
    from workflow_editor.adapters.process import task_queue
    from workflow_editor.models import Run
    from workflow_editor.services.triggers.due import schedules_start_due

    # There are no workers.
    task_queue.current_app = TaskQueue()  # type: ignore[assignment, attr-defined]  # a stand-in for Celery's proxy
    due_at = timezone.now().replace(second=0, microsecond=0)
    _publish(size.schedules, due_at - timedelta(minutes=1), due_at)
    began = perf_counter()
    while schedules_start_due():
        pass
    took_s = perf_counter() - began
    if (runs := Run.objects.count()) < size.schedules:
        raise RuntimeError(f"{runs} runs for {size.schedules} schedules")
    return {
        "count": size.schedules,
        "s": round(took_s, 1),
        "per_second": round(size.schedules / took_s),
        "floor_s": round(floors.sqlite_commits_ms(_COMMITS, size.repeats) / _COMMITS * size.schedules / 1000, 2),
        "floor_is": "raw SQLite, one commit of one row for each",
        "limits": {"s": 60},
    }


def a_year(size: Size) -> dict[str, Any]:
    """Compare all due times of a year in seven time zones; the floor is the calculation that knows nothing of ours."""
    from tests.workflow_editor.triggers.schedules.year import compare

    compared = [compare(seed) for seed in range(size.year_schedules)]
    return {
        "schedules": size.year_schedules,
        "due_times": sum(one.times for one in compared),
        "differences": sum(len(one.differences) for one in compared),
        "s": round(sum(one.s for one in compared), 1),
        "floor_s": round(sum(one.independent_s for one in compared), 1),
        "floor_is": "trying each minute of the year with zoneinfo and numpy",
        "limits": {"differences": 0},
    }


def _publish(count: int, done_until: Any, due_at: Any) -> None:
    """As the API would, without its ten thousand requests."""
    from django.contrib.auth.models import User

    from tests.bench import graphs
    from workflow_editor.graph.document import Document
    from workflow_editor.models import Trigger, Workflow, WorkflowVersion
    from workflow_editor.nodes.builtin.schedule import ScheduleConfig

    person = User.objects.create(username="bench")
    config = {"rules": [{"kind": "minutes", "every": 1}], "timezone": "UTC"}
    stored = ScheduleConfig.model_validate(config).model_dump(mode="json", by_alias=True)
    graph = graphs.five_nodes()
    graph["nodes"].append(graphs.node("when", "schedule", {**config, "mapping": [{"name": "value", "value": "x"}]}))
    document = Document.model_validate(graph).model_dump(mode="json")
    workflows = [Workflow(name="w", slug=f"w{number}", owner=person) for number in range(count)]
    Workflow.objects.bulk_create(workflows, batch_size=_BATCH)
    versions = [
        WorkflowVersion(workflow=workflow, number=1, content_hash=f"{number:064x}", document=document)
        for number, workflow in enumerate(workflows)
    ]
    WorkflowVersion.objects.bulk_create(versions, batch_size=_BATCH)
    Trigger.objects.bulk_create(
        [
            Trigger(
                workflow=version.workflow,
                node_key="when",
                version=version,
                type="schedule",
                config=stored,
                runs_as=person,
                next_at=due_at,
                position=done_until.isoformat(),
            )
            for version in versions
        ],
        batch_size=_BATCH,
    )


def main() -> None:
    size = size_argument()
    with own_database():
        sys.stdout.write(json.dumps({"due_at_once": all_due(size), "year": a_year(size)}))


if __name__ == "__main__":
    main()
