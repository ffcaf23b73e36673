"""A workflow of alice's with every kind of trigger, which bob edits and has published."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run, Trigger, Workflow
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

SHELF = "test:shelf"
"""A tool that lists another thing each time."""
_LIST = {"tool": {"id": "t1", "type": SHELF, "name": "Shelf"}, "everyMin": 1, "items": "things", "key": "id"}
TRIGGERS: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat_trigger", {}),
    "hook": ("webhook", {}),
    "page": ("form_trigger", {}),
    "clock": ("schedule", {}),
    "ended": ("run_end", {"outcome": "any"}),
    "list": ("poll", _LIST),
    "bot": ("bot_message", {"service": "telegram"}),
}
BOT_SECRETS = {"token": "t-1", "bot_token": "123:abc"}


def document() -> dict[str, Any]:
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "Hello", "offlineScript": [{"text": "Hi"}] * 9}
    return {
        "schema_version": 1,
        "nodes": [
            *(node(key, type_id, config) for key, (type_id, config) in TRIGGERS.items()),
            node("start", "start"),
            node("model", "process", ai),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.model.result }}"}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }


class Shared:
    """Bob has published it, talked to it and given links and tokens for it."""

    def __init__(self, alice: User, bob: User, queue: TaskQueue) -> None:
        self.alice, self.bob, self.queue = alice, bob, queue
        self.workflow = workflow_create(alice, name="Shared", document=document(), editors=(bob,))
        self.triggers = {key: trigger_prepare(self.workflow, key) for key in TRIGGERS}
        self.triggers["bot"].set_secrets(BOT_SECRETS)
        self.triggers["bot"].save()
        self.version, *_ = version_publish(self.workflow, bob)
        self.address = f"/api/workflows/{self.workflow.pk}/"
        self.session = APIClient()
        self.session.force_login(bob)
        self.others = workflow_create(alice, name="Others", document=document(), viewers=(bob,))

    def token(self, **options: Any) -> APIClient:
        return APIClient(headers={"Authorization": f"Bearer {token_create(self.bob, name='t', **options)[1]}"})

    def trigger(self, key: str) -> Trigger:
        return Trigger.objects.get(pk=self.triggers[key].pk)

    def finished(self) -> Run:
        run = run_start(self.workflow, self.bob, inputs={})[0]
        self.queue.run_all()
        return run

    def conversation(self, **body: Any) -> str:
        answer = self.session.post(f"{self.address}triggers/chat/conversations/", body)
        return f"/api/conversations/{answer.json()['id']}/turns/"

    def around(self, name: str, inner: dict[str, Any]) -> Workflow:
        """Return a published workflow of bob's own with one node."""
        graph = {
            "schema_version": 1,
            "nodes": [node("start", "start"), inner, node("end", "end")],
            "edges": [edge("start", inner["key"]), edge(inner["key"], "end")],
        }
        outer = workflow_create(self.bob, name=name, document=graph)
        version_publish(outer, self.bob)
        return outer
