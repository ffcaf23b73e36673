"""A published workflow with triggers, and what they look at."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, node
from tests.factories.workflows import workflow_create
from tools.adapters.thread_connections import thread_connection
from tools.executors.contract.function import tool
from tools.executors.registry import registry
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


def pauses_in_inbox(user: User) -> list[str]:
    """Return the reasons of paused triggers that a person finds in the inbox."""
    items = client_of(user).get("/api/inbox/").json()["results"]
    return [item["text"] for item in items if item["kind"] == "paused"]


class Shelf:
    """A service that lists things."""

    def __init__(self) -> None:
        self.entries: Any = []
        self.error: Exception | None = None
        self.asked: list[int] = []
        self.while_listing: Callable[[], None] = lambda: None

    def put(self, *ids: int, **fields: Any) -> None:
        self.entries += [{"id": number, **fields} for number in ids]


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Return a shelf that the tool `test:shelf` lists."""
    shelf = Shelf()

    @tool("test:shelf")
    def listed(after: int = 0) -> dict[str, Any]:
        """List what is there."""
        shelf.asked.append(after)
        with thread_connection():
            shelf.while_listing()
        if shelf.error:
            raise shelf.error
        return {"found": {"things": shelf.entries}}

    monkeypatch.setitem(registry._executors, listed.name, listed)
    return shelf


def poll_config(**config: Any) -> dict[str, Any]:
    """Return the settings of a poll that looks at the shelf every minute."""
    return {
        "tool": {"id": "t1", "type": "test:shelf", "name": "Shelf"},
        "everyMin": 1,
        "items": "found.things",
        "key": "id",
        "mapping": [{"name": "topic", "value": "{{ trigger.key }}"}],
        **config,
    }
