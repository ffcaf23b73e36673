"""A receiver of webhooks, and runs of one workflow that fail or succeed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node, text_field
from tests.factories.workflows import workflow_create
from workflow_editor.models import Workflow
from workflow_editor.services.alerts.send import alerts_claim_due
from workflow_editor.services.runs.start import run_start

RunOnce = Callable[..., None]
CODE = "def main(how):\n    if how == 'fail':\n        raise ValueError('torn')\n    return {'how': how}"


class Receiver:
    """Keeps what webhooks are sent; `status` is its answer."""

    def __init__(self) -> None:
        self.status = 200
        self.bodies: list[Any] = []
        self.keys: list[str] = []

    def __call__(self, request: Received) -> Reply:
        self.bodies.append(request.json())
        self.keys.append(request.headers["idempotency-key"])
        return Reply(self.status)

    @property
    def events(self) -> list[tuple[str, int]]:
        return [(body["event"], body["failures"]) for body in self.bodies]


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def hook(receiver: Receiver, settings: Settings) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    with serving(receiver) as server:
        yield server


@pytest.fixture
def fragile(alice: User, bob: User) -> Workflow:
    document = {
        "nodes": [
            node("start", "start", {"fields": [text_field("how")]}),
            node("tear", "code", {"code": CODE, "inputs": [{"name": "how", "value": "{{ inputs.how }}"}]}),
        ],
        "edges": [edge("start", "tear")],
    }
    return workflow_create(alice, name="Fragile", document=document, viewers=(bob,))


@pytest.fixture
def run_once(queue: TaskQueue, fragile: Workflow, alice: User) -> RunOnce:
    """Return what runs the workflow to its end and sends what is due."""

    def run(how: str, trigger: str = "api", **fields: Any) -> None:
        run_start(fragile, alice, inputs={"how": how}, trigger=trigger, **fields)
        queue.run_all()
        alerts_claim_due()
        queue.run_all()

    return run
