"""A published workflow with triggers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, node
from tests.factories.workflows import workflow_create
from workflow_editor.models import Trigger
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

PublishTrigger = Callable[..., Trigger]


@pytest.fixture
def publish_trigger(queue: TaskQueue, alice: User) -> PublishTrigger:
    """Return what publishes the greeting of alice's with one trigger of a type, and returns this."""

    def publish(type_id: str, config: dict[str, Any] | None = None, document: dict[str, Any] | None = None) -> Trigger:
        graph = document or greeting_document()
        graph["nodes"].append(node("when", type_id, config))
        workflow = workflow_create(alice, document=graph)
        trigger_prepare(workflow, "when")
        version_publish(workflow, alice)
        return Trigger.objects.select_related("workflow", "version", "runs_as").get(workflow=workflow, node_key="when")

    return publish
