"""Two editors of one graph, with losses, repetitions and late answers: nothing accepted is lost or done twice."""

from collections import deque
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.graph.operations import apply_operations
from workflow_editor.models import GraphChange, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.graphs.changes import changes_since
from workflow_editor.services.graph import graph_apply

Batch = tuple[UUID, int, list[dict[str, Any]]]
KEYS = ["a", "b", "c", "d"]


class Editor:
    """Knows the graph up to some revision; sends what it makes of that, again and again until it hears of it."""

    def __init__(self, user: User, workflow: Workflow, pick: Random) -> None:
        self.user, self.workflow, self.pick = user, workflow, pick
        self.document, self.revision = graph_document(workflow), 0
        self.accepted: set[UUID] = set()
        self.outbox: deque[Batch] = deque()

    def hear(self, count: int | None = None) -> None:
        """Receive the next saved batches, all without a count."""
        for change in changes_since(self.workflow, self.revision)[:count]:
            assert change.revision == self.revision + 1
            self.document = apply_operations(self.document, change.operations, builtin_registry()).document
            self.revision = change.revision

    def edit(self) -> None:
        operations = [self.operation() for _ in range(self.pick.randint(1, 2))]
        self.outbox.append((UUID(int=self.pick.getrandbits(128), version=4), self.revision, operations))

    def operation(self) -> dict[str, Any]:
        key, text, dice = self.pick.choice(KEYS), str(self.pick.random()), self.pick.random()
        if dice < 0.1:
            return {"op": "remove_node", "key": key}
        if dice < 0.2:
            return {"op": "add_node", "node": node(key, "template", {"template": text})}
        return self.pick.choice(
            [
                {"op": "update_config", "key": key, "set": {"template": text}},
                {"op": "update_node", "key": key, "changes": {"name": f"Name {text}"}},
                {"op": "update_node", "key": key, "changes": {"position": {"x": self.pick.random(), "y": 0}}},
                {"op": "update_node", "key": key, "changes": {"bypass": self.pick.random() < 0.5}},
            ]
        )

    def send(self) -> None:
        """Send the oldest batch; what is lost on the way there or back is sent again later."""
        batch, revision, operations = self.outbox[0]
        if self.pick.random() < 0.2:
            return
        try:
            with transaction.atomic():
                graph_apply(
                    self.user, workflow_id=self.workflow.pk, revision=revision, operations=operations, batch=batch
                )
        except (ConflictError, InvalidInputError):
            assert not GraphChange.objects.filter(workflow=self.workflow, batch=batch).exists()
            self.outbox.popleft()
            return
        self.accepted.add(batch)
        if self.pick.random() < 0.7:
            self.outbox.popleft()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.everyday_rows(3)
def test_both_end_with_the_same_graph(alice: User, bob: User, seed: int) -> None:
    pick = Random(seed)  # noqa: S311  a repeatable case, no secret
    workflow = workflow_create(alice, document={"nodes": [node(key, "template") for key in KEYS], "edges": []})
    editors = [Editor(alice, workflow, pick), Editor(bob, workflow, pick)]
    for _ in range(120):
        editor = pick.choice(editors)
        act = pick.choice(["edit", "send", "hear"])
        if act == "hear":
            editor.hear(pick.randint(1, 3))
        elif act == "edit" or not editor.outbox:
            editor.edit()
        else:
            editor.send()
    for editor in editors:
        while editor.outbox:
            editor.send()
    for editor in editors:
        editor.hear()
    stored = graph_document(workflow)
    for editor in editors:
        assert {item.key: item for item in editor.document.nodes} == {item.key: item for item in stored.nodes}
    saved = list(GraphChange.objects.filter(workflow=workflow).values_list("batch", flat=True))
    assert len(saved) == len(set(saved)) > 10
    assert set(saved) == editors[0].accepted | editors[1].accepted
