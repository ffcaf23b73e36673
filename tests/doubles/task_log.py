"""`manage.py`, which also writes down in which Celery task each node with an effect really ran.

Started as `python -m tests.doubles.task_log COMMAND` with a file's name in TASK_LOG. Each run of such a node, its
retries included, is one line of JSON in it: `[node key, name of the task]`, null where no task ran in that thread.
"""

import json
import os
from collections.abc import Callable
from typing import Any

import django
from celery import current_app

from manage import main


def count_tasks(path: str) -> None:
    from workflow_editor.nodes.base import EffectNode
    from workflow_editor.nodes.registry import builtin_registry

    for node_type in {type(one) for one in builtin_registry().node_types() if isinstance(one, EffectNode)}:
        run = _counted(node_type.run, path)
        setattr(node_type, "run", run)  # noqa: B010  mypy forbids to assign a method


def _counted(run: Callable[..., Any], path: str) -> Callable[..., Any]:
    def counted(self: Any, config: Any, context: Any) -> Any:
        task: Any = current_app.current_task
        line = json.dumps([context.node_key, task.name if task else None])
        with open(path, "a") as file:
            file.write(f"{line}\n")
        return run(self, config, context)

    return counted


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
    django.setup()
    count_tasks(os.environ["TASK_LOG"])
    main()
